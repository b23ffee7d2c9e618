# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""browser.py - drives a headless Chromium through its DevTools pipe, for the tests of pages and for pictures.

What is expected of a page does not live here. The browser gets a profile of its own, and neither network nor GPU."""
import base64
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
KEYS = {"Enter": (13, "\r"), " ": (32, " "), "Tab": (9, ""), "Escape": (27, ""), "Home": (36, ""), "End": (35, ""), "PageDown": (34, ""), "PageUp": (33, ""),
        "ArrowLeft": (37, ""), "ArrowUp": (38, ""), "ArrowRight": (39, ""), "ArrowDown": (40, "")}  # fmt: skip


class Browser:
    """It holds one browser with one page at a time. What the page complains of, and what it asks the network for, is in `complaints` and `asked`."""

    def __init__(self, *options, width=1280, height=900, limit=60, gpu=False):
        self.folder = tempfile.mkdtemp(prefix="pomp-browser-")
        self.limit, self.number, self.kept, self.events = limit, 0, b"", []
        self.complaints, self.asked = [], []
        to_read, self.to_write = os.pipe()
        self.to_read, to_write = os.pipe()
        without = [] if gpu else ["--disable-gpu", "--disable-software-rasterizer"]
        command = [CHROMIUM, "--headless=new", "--no-sandbox", *without, "--disable-dev-shm-usage", "--no-first-run",
                   "--disable-background-networking", "--disable-component-update", "--disable-extensions", "--disable-sync", "--host-resolver-rules=MAP * ~NOTFOUND",
                   f"--user-data-dir={self.folder}", f"--window-size={width},{height}", "--remote-debugging-pipe", *options, "about:blank"]  # fmt: skip

        def pipes():
            os.dup2(to_read, 203)
            os.dup2(to_write, 204)
            os.dup2(203, 3)
            os.dup2(204, 4)

        self.process = subprocess.Popen(command, preexec_fn=pipes, pass_fds=(3, 4), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                        start_new_session=True)  # fmt: skip
        os.close(to_read)
        os.close(to_write)
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(domain + ".enable")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self.process.wait()
        os.close(self.to_write)
        os.close(self.to_read)
        shutil.rmtree(self.folder, ignore_errors=True)

    # --- the protocol ---

    def receive(self, until):
        """Returns the next message, or None if there is none in time."""
        import select  # pylint: disable=import-outside-toplevel

        while b"\0" not in self.kept:
            left = until - time.monotonic()
            if left <= 0 or not select.select([self.to_read], [], [], left)[0]:
                return None
            data = os.read(self.to_read, 1 << 20)
            if not data:
                raise RuntimeError("the browser has ended")
            self.kept += data
        message, self.kept = self.kept.split(b"\0", 1)
        message = json.loads(message)
        self.note(message)
        return message

    def note(self, message):
        what = message.get("params", {})
        if message.get("method") == "Runtime.exceptionThrown":
            details = what["exceptionDetails"]
            self.complaints.append(details.get("exception", {}).get("description") or details["text"])
        elif message.get("method") == "Runtime.consoleAPICalled" and what["type"] in ("error", "warning", "assert"):
            self.complaints.append(" ".join(str(a.get("value", a.get("description"))) for a in what["args"]))
        elif message.get("method") == "Log.entryAdded" and what["entry"]["level"] in ("error", "warning"):
            self.complaints.append(what["entry"]["text"])
        elif message.get("method") == "Network.requestWillBeSent":
            self.asked.append(what["request"]["url"])
        elif "method" in message:
            self.events.append(message["method"])

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.to_write, json.dumps(message).encode() + b"\0")
        until = time.monotonic() + self.limit
        while (answer := self.receive(until)) is not None:
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
        raise RuntimeError(f"{method}: no answer within {self.limit} s")

    # --- what tests do ---

    def open(self, path, fragment=""):
        """Opens a page from disk, and waits until it has been drawn. Returns the milliseconds that took, by the page's own clock."""
        self.call("Page.navigate", url="about:blank")
        self.complaints.clear()
        self.asked.clear()
        self.call("Page.navigate", url="file://" + os.path.abspath(path) + fragment)
        self.wait("document.documentElement?.dataset.ready === 'true' || document.querySelector('[role=alert]') !== null")
        return self.evaluate("window.pompPage ? window.pompPage.ready : null")

    def evaluate(self, expression):
        """Returns the value of an expression, which may be a promise."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True)
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(f"{expression}: {details.get('exception', {}).get('description') or details['text']}")
        return result["result"].get("value")

    def wait(self, condition):
        until = time.monotonic() + self.limit
        while not self.evaluate(condition):
            if time.monotonic() > until:
                raise RuntimeError(f"not within {self.limit} s: {condition}; {self.complaints}")
            time.sleep(0.02)

    def settle(self):
        """Waits until what was asked for has been drawn."""
        self.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))")

    def text(self, selector):
        return self.evaluate(f"document.querySelector({json.dumps(selector)})?.textContent ?? null")

    def click(self, x, y):
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)
        self.settle()

    def click_on(self, selector):
        box = self.evaluate(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}});"
                            " const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })()")  # fmt: skip
        self.click(*box)

    def key(self, key):
        code, text = KEYS.get(key, (ord(key[0].upper()), key))
        self.call("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, text=text)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)
        self.settle()

    def look(self, scheme="light", medium="screen", width=1280, height=900, scale=1):
        """Sets what the page is looked at with; `scale`: how many of the screen's pixels one of the page's has, each way."""
        self.call("Emulation.setEmulatedMedia", media=medium, features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.settle()

    def picture(self, path, clip=None):
        """Writes a PNG of what is seen, or of `clip` alone: x, y, width and height on the page."""
        part = {"clip": {**clip, "scale": 1}, "captureBeyondViewport": True} if clip else {}
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", format="png", **part)["data"]))
