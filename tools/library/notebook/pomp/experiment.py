# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""experiment.py - an experiment as pomp-report shows it to programs: all at once by --arrays, and the rest when asked for.
Not here: the commands (commands.py), events (events.py), what a table is (tables.py)."""
import csv
import io
import json
import os

from . import events, plots, shown
from .commands import Error, output
from .tables import Rows, Table

VERSION = 2
# These attributes are arrays of the report, by their names there.
ROWS = {"processes": "processes", "metrics": "metrics", "regions": "regions", "locations": "locations", "callpaths": "callpaths",
        "idle": "idle", "unfinished": "open", "deadlock": "deadlock", "groups": "groups"}  # fmt: skip
# These columns of tables are texts, whatever they look like: a thread may be called 0.
TEXTS = {"call_path", "called_from", "clauses", "code", "code_place", "created_by", "experiment", "file", "findings", "forked_at", "function", "kind", "loses",
         "region", "sampled_thread", "significant", "source", "state", "task", "thread", "waits_for", "was", "where"}  # fmt: skip


def read_exactly(file, size):
    data = file.read(size)
    if len(data) != size:
        raise EOFError(f"it ends {size - len(data)} bytes too early")
    return data


def read_text(file):
    """Returns the object that the output begins with: its last line is a brace."""
    lines = []
    while not lines or lines[-1] != b"}\n":
        line = file.readline()
        if not line:
            raise EOFError("it has no end")
        lines.append(line)
    report = json.loads(b"".join(lines).decode("utf-8", "replace"))
    if report.get("schema") != "pomp-report" or report.get("version") != VERSION:
        raise ValueError(f"it is {report.get('schema')} {report.get('version')}, and not pomp-report {VERSION}")
    return report


def read_array(file, about, names):
    """Reads the numbers of one array: blocks of rows, the last of which is empty."""
    columns = [*about["columns"], *(f"metrics.{m}.{kind}" for m in about["metrics"] for kind in ("inclusive", "exclusive"))]
    table = Table(columns, names)
    while rows := int.from_bytes(read_exactly(file, 8), "little"):
        table.take(rows, read_exactly(file, 8 * rows * len(columns)))
    return table


def ask(*words):
    """Returns the JSON that pomp-report prints."""
    with output("pomp-report", *words) as file:
        text = file.read()
        if not text.strip():
            raise EOFError("there is none")
        return json.loads(text.decode("utf-8", "replace"))


def figure(column, text):
    """Returns what a field of CSV says; None if it is empty."""
    for kind in () if column in TEXTS else (int, float):
        try:
            return kind(text)
        except ValueError:
            pass
    if text[:1] == "'" and text[1:2] in tuple("=+-@"):
        text = text[1:]  # it is there for spreadsheets
    return text or None


class Experiment:
    """The experiment of a run, of one process or of all ranks of a job. Figures are of the moment at which it was opened."""

    def __init__(self, path=None):
        self._words = [] if path is None else ["--", os.fspath(path)]
        with output("pomp-report", "--arrays", *self._words) as file:
            report = read_text(file)
            self.info = report["experiment"]
            for attribute, key in ROWS.items():
                setattr(self, attribute, Rows(report[key]))
            names = {"region": ("name", [r["name"] for r in self.regions]),
                     "callpath": ("path", [" > ".join(self.path(p["id"])) for p in self.callpaths]),
                     "location": ("thread", [place["name"] for place in self.locations])}  # fmt: skip
            names["waiter"] = ("waits_in", names["region"][1])
            names["holder"] = ("held_by", names["region"][1])
            tables = {about["name"]: read_array(file, about, names) for about in report["arrays"]}
        self.region_shares, self.callpath_shares, self.waits = (tables[k] for k in ("region_shares", "callpath_shares", "blame"))
        if path is None:
            self._words = ["--", self.info["directory"]]

    def __repr__(self):
        return (f"<experiment {self.info['directory']}: {self.info['program']}, {self.info['state']}, "
                f"{len(self.regions)} regions, {len(self.locations)} locations, {len(self.callpaths)} call paths>")

    def _repr_html_(self):
        try:
            diagnosis = self._diagnosis()
            return shown.page(self.info, Rows(diagnosis["findings"]), diagnosis["ledger"]["unexplained"])
        except Error:  # it is not there any more
            return shown.page(self.info, None)

    def path(self, callpath):
        """Returns the names of the regions of a call path, from the outermost inwards, without the threads themselves."""
        names = []
        while self.callpaths[callpath]["parent"] is not None:
            names.append(self.regions[self.callpaths[callpath]["region"]]["name"])
            callpath = self.callpaths[callpath]["parent"]
        return names[::-1]

    @property
    def messages(self):
        """Returns what each call path of a function of MPI has sent and received at each location."""
        shares = self.callpath_shares
        rows = Rows()
        kinds = {p["id"]: self.regions[p["region"]]["messages"] for p in self.callpaths}
        for i, callpath in enumerate(shares["callpath"] if "sent" in shares.columns else ()):
            figures = kinds[callpath] and {name: shares[name][i] for name in kinds[callpath] if name != "kind"}
            if figures and any(figures.values()):
                rows.append({"callpath": callpath, "location": shares["location"][i], "kind": kinds[callpath]["kind"], **figures})
        return rows

    def table(self, view="flat", *options):
        """Returns a view of pomp-report as its --csv has it: table("mpi-waits"), table("tree", "--min=1")."""
        with output("pomp-report", f"--{view}", "--csv", *options, *self._words) as file:
            text = io.StringIO(file.read().decode("utf-8", "replace"), newline="")
        return Rows({name: figure(name, field) for name, field in row.items()} for row in csv.DictReader(text))

    def findings(self):
        """Returns the findings of pomp-report --diagnose."""
        return Rows(self._diagnosis()["findings"])

    def _diagnosis(self):
        return ask("--diagnose", "--json", *self._words)

    def efficiency(self, *regions):
        """Returns the factors of pomp-report --efficiency, of the whole run or of these regions."""
        return Rows({"region": of["region"], **of["runs"][0]}
                    for of in ask("--efficiency", "--json", *(f"--of={r}" for r in regions), *self._words)["regions"])  # fmt: skip

    def plot_flame(self, ax=None):
        """Draws the call paths as bars below each other, as wide as their thread time. Returns the axes, of matplotlib."""
        return plots.flame(self, ax)

    def plot_threads(self, ax=None):
        """Draws what each thread and place in a team did: work, waiting, outside of regions, idle."""
        return plots.threads(self, ax)

    def plot_timeline(self, interval=None, ax=None):
        """Draws from the trace what each thread was in, between two times in s, or over the whole run."""
        return plots.timeline(self, interval, ax)

    def trace(self):
        """Returns an iterator over the events of the trace, those of each thread by their time."""
        return events.read(self._words)


def open(path=None):
    """Opens an experiment by its directory, a job by its directory, or a rank; without a name, the newest experiment."""
    return Experiment(path)


def diff(before, after, by="callpath"):
    """Compares two runs, or two lists of runs, as pomp-report --diff does. Returns rows; each change is a column of its own."""
    sides = [[side] if isinstance(side, (str, bytes, os.PathLike)) else list(side) for side in (before, after)]
    if not all(sides):
        raise Error("a side of the comparison has no run")
    first, second = ([os.path.join(os.curdir, os.fsdecode(os.fspath(run))) for run in side] for side in sides)
    view = {"callpath": "--diff", "region": "--diff=regions"}
    if by not in view:
        raise Error(f"runs are compared by callpath or by region, not by {by}")
    return Rows(ask(view[by], "--json", *first, "--with", *second)["rows"])
