# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""events.py - the events of a trace, one by one, as pomp-convert --to perfetto writes them: a line of JSON for each.
Not here: the profile (experiment.py)."""
import json
import os
import tempfile

from .commands import output

# Phases of the format, and what they are called here.
KINDS = {"B": "enter", "E": "leave", "i": "instant", "s": "arrow_begin", "f": "arrow_end", "C": "count", "X": "slice"}


def nanoseconds(text):
    """Returns a time in µs with three digits behind the point as the integer that it was made of."""
    whole, _, part = text.partition(".")
    return int(whole) * 1000 + int(part) if len(part) == 3 else float(text)


def make(event, threads):
    """Makes an event of the format one of ours."""
    row = {"time_ns": event["ts"], "event": KINDS.get(event["ph"], event["ph"]), "location": event["tid"] - 1,
           "thread": threads.get((event["pid"], event["tid"])), "name": event.get("name"), "kind": event.get("cat")}  # fmt: skip
    if "dur" in event:
        row["duration_ns"] = event["dur"]
    if row["event"].startswith("arrow"):
        row["arrow"] = event["id"]
    row.update(event.get("args", {}))
    return row


def each(folder, path):
    """Goes through the file, whose first and last lines belong to all events, and removes it at the end."""
    threads = {}
    with folder, open(path, encoding="utf-8", errors="replace") as file:
        next(file)
        for line in file:
            if not line.startswith("{"):
                continue
            event = json.loads(line.rstrip(",\n"), parse_float=nanoseconds)
            if event["ph"] != "M":
                yield make(event, threads)
            elif event["name"] == "thread_name":
                threads[event["pid"], event["tid"]] = event["args"]["name"]


def read(words):
    """Converts the trace of the experiment that the words name into a file of its own, and returns an iterator over its events."""
    folder = tempfile.TemporaryDirectory(prefix="pomp-")
    path = os.path.join(folder.name, "trace.json")
    try:
        with output("pomp-convert", "--to", "perfetto", "--output", path, *words) as file:
            file.read()
    except BaseException:
        folder.cleanup()
        raise
    return each(folder, path)
