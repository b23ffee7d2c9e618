# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""wrong-values.py PROGRAM DOC - sets each variable of the table in docs/environment.md to wrong values, and looks at what
the runtime says about each."""
import os
import re
import subprocess
import sys

SWITCH = ("0 or 1", ["2", "yes", "-1", "01", "on", " 1", "10"])
SIZE = ("64k or more; k, M and G may follow the number", ["0", "k", "12", "63k", "-5M", "5T", "1.5G", "999999999999G",
        "99999999999999999999999", "64k ", "64kB", "0x100000"])  # fmt: skip
WRONG = {
    "POMP_ENABLE": SWITCH,
    "POMP_PROFILE": SWITCH,
    "POMP_HISTOGRAM": SWITCH,
    "POMP_SUMMARY": SWITCH,
    "POMP_ARCHIVE": SWITCH,
    "POMP_SIGNALS": ("0, 1 or none", ["2", "None", "no", "00"]),
    "POMP_VERBOSE": SWITCH,
    "POMP_METRICS_MULTIPLEX": SWITCH,
    "POMP_MEMORY": SIZE,
    "POMP_TRACE_MEMORY": SIZE,
    "POMP_TRACE": ("0, 1 or otf2", ["2", "OTF2", "01", "yes"]),
    "POMP_FILE_MODE": ("600, 640, 644, 660, 664 or 666", ["0600", "777", "400", "6", "rw", "600 "]),
    "POMP_TRACE_MODE": ("stop, flush or ring", ["0", "Stop", "rings"]),
    "POMP_TRACE_SELECT": ("region:from-to or region:n, with commas between them", ["for", "for:", ":3", "for:0", "for:0-2",
        "for:3-2", "for:1-", "for:-1", "for:2-x", "for: 2", "for:1,", "for:1,,for:2", "for:1,for", "f:99999999999999999999",
        ",".join(["f:1"] * 17)]),  # fmt: skip
    "POMP_SAMPLE": ("auto, 0, 1, or a time such as 200us or 2ms, perhaps behind wall:", ["2", "yes", "1s", "0us", "19us", "1001ms", "-1ms",
        "1 ms", "wall", "wall:", "wall:0", "cpu:1ms", "1msx", "99999999999999999999us"]),  # fmt: skip
    "POMP_PROFILE_EVERY": ("0, or a time such as 30s, 10m or 2h", ["1", "m", "10", "1d", "-1m", "0s", "1.5h", "10 m", "10ms", "99999999h", "99999999999999999999s"]),
    "POMP_PHASES": ("names of regions, with commas between them", [",", "a,", ",a", "a,,b", ",".join(["f"] * 17)]),
    "POMP_PHASES_MAX": ("a number from 1 to 1000", ["0", "-1", "1001", "x", "1x", " 1", "99999999999999999999"]),
    "POMP_RANKS": ("auto, all or own", ["0", "All", "every"]),
    "POMP_SANDBOX": ("auto, 0 or 1", ["2", "yes", "Auto"]),
    "POMP_CLOCK": ("auto, tsc or monotonic", ["cpu", "TSC"]),
}
# These may be any text. A file, directory or metric that is not there is tested elsewhere.
TEXTS = {"POMP_EXPERIMENT_DIR", "POMP_FILTER", "POMP_METRICS"}
with open(sys.argv[2], encoding="utf-8") as file:
    documented = set(re.findall(r"^\| `(POMP_\w+)`", file.read(), re.MULTILINE))
assert documented == TEXTS | set(WRONG), documented ^ (TEXTS | set(WRONG))

for name, (allowed, values) in WRONG.items():
    for value in values:
        environment = dict(os.environ, **{name: value})
        run = subprocess.run([sys.argv[1], "three", "more", "words"], env=environment, capture_output=True, text=True)
        assert run.stdout == "output\n" and run.returncode == 3, (name, value, run)
        expected = f"pomp: {name}={value} is wrong: it takes {allowed}; the program runs unmeasured\n"
        assert run.stderr == expected, (name, value, run.stderr)
        assert not [entry for entry in os.listdir(".") if entry.startswith("pomp-")]
for value in ["64k", "65536", "64K", "1m", "1M", "1g", "1G"]:
    environment = dict(os.environ, POMP_MEMORY=value, POMP_EXPERIMENT_DIR="size-" + value, POMP_SUMMARY="0")
    run = subprocess.run([sys.argv[1]], env=environment, capture_output=True, text=True)
    assert run.stderr == "" and os.path.exists(f"size-{value}/profile.pomp"), (value, run)
