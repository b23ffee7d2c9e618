# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""container.py RECIPE CONTEXT CACHE SCRIPT: does what a container recipe says, and runs a shell script in what that makes.

Where a container tool works, it builds the recipe. Else the recipe's steps are done in a Debian system of their own, a folder that
mmdebstrap makes, in a mount namespace of its own: FROM, COPY, RUN and WORKDIR, one line each. CACHE keeps that system as
it came, and the packages that Debian gave. What is installed and tried does not stand here, but in the recipe and the script."""
import glob
import os
import shlex
import shutil
import subprocess
import sys
import tempfile

# With this, dpkg does not wait for the disk after each file; the system lives for minutes.
UNSAFE = "etc/dpkg/dpkg.cfg.d/unsafe-io"


def steps(recipe):
    """Returns the lines of the recipe as pairs: what is to be done, and with what."""
    with open(recipe, encoding="utf-8") as file:
        return [tuple(line.strip().split(" ", 1)) for line in file if line.strip() and not line.startswith("#")]


def tool():
    """Returns a container tool that works, or None."""
    for name in ("podman", "docker"):
        if shutil.which(name) and subprocess.run([name, "info"], capture_output=True, timeout=60, check=False).returncode == 0:
            return name
    return None


def in_tool(name, recipe, context, script):
    subprocess.run([name, "build", "-f", recipe, "-t", "pompinst-test", context], check=True)
    with open(script, "rb") as file:
        return subprocess.run([name, "run", "--rm", "-i", "pompinst-test", "sh", "-eux"], stdin=file, check=False).returncode


class Root:
    """This is a Debian system in a folder."""

    def __init__(self, cache, suite):
        for old in glob.glob(os.path.join(cache, "root-*")):  # of a run that was killed; its mounts went with it
            if not os.path.exists("/proc/" + os.path.basename(old).split("-")[1]):
                shutil.rmtree(old)
        self.folder = tempfile.mkdtemp(prefix=f"root-{os.getpid()}-", dir=cache)
        self.base = os.path.join(cache, suite + ".tar")
        self.archives = os.path.join(cache, "archives")
        os.makedirs(os.path.join(self.archives, "partial"), exist_ok=True)
        if not os.path.exists(self.base):
            made = f"{self.base}.{os.getpid()}.tar"
            subprocess.run(["mmdebstrap", "--variant=apt", "--quiet", suite, made], check=True)
            os.rename(made, self.base)
        subprocess.run(["tar", "xf", self.base, "-C", self.folder, "--exclude=./dev/*"], check=True)
        with open(os.path.join(self.folder, UNSAFE), "w", encoding="ascii") as file:
            file.write("force-unsafe-io\n")
        shutil.copy("/etc/resolv.conf", os.path.join(self.folder, "etc/resolv.conf"))
        self.where = "/"

    def run(self, command, stdin=None):
        """Runs a shell command in it, and returns the exit status."""
        root, archives = shlex.quote(self.folder), shlex.quote(self.archives)
        inside = f"cd {shlex.quote(self.where)} && {command}"
        mounts = (f"mount --make-rprivate / && mount -t proc proc {root}/proc && mount --rbind /dev {root}/dev && "
                  f"mount --bind {archives} {root}/var/cache/apt/archives && exec chroot {root} sh -euc {shlex.quote(inside)}")
        clean = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        clean.update({name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")})
        # The processes of the system end with it.
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-euc", mounts]
        return subprocess.run(command, env=clean, stdin=stdin or subprocess.DEVNULL, check=False).returncode

    def copy(self, context, what):
        *patterns, aim = what.split()
        target = self.folder + aim
        os.makedirs(target, exist_ok=True)
        found = [path for pattern in patterns for path in glob.glob(os.path.join(context, pattern))]
        assert found, f"nothing fits {patterns} in {context}"
        for path in found:
            shutil.copy(path, target)

    def remove(self):
        shutil.rmtree(self.folder)


def in_root(recipe, context, cache, script):
    (first, image), *rest = steps(recipe)
    assert first == "FROM" and image.startswith("debian:"), f"the recipe begins with {first} {image}"
    root = Root(cache, image.split(":")[1])
    try:
        for step, what in rest:
            print(f"--- {step} {what}", flush=True)
            if step == "COPY":
                root.copy(context, what)
            elif step == "WORKDIR":
                root.where = what
                os.makedirs(root.folder + what, exist_ok=True)
            elif step == "RUN":
                status = root.run(what)
                if status:
                    return status
            else:
                assert step == "CMD", f"the recipe has {step}, which this test does not know"
        print("--- the script", flush=True)
        with open(script, "rb") as file:
            return root.run("sh -eux", stdin=file)
    finally:
        root.remove()


def main():
    recipe, context, cache, script = sys.argv[1:]
    os.makedirs(cache, exist_ok=True)
    name = tool()
    return in_tool(name, recipe, context, script) if name else in_root(recipe, context, cache, script)


if __name__ == "__main__":
    sys.exit(main())
