# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tables.py - the two kinds of tables: a few rows, which are dicts, and millions of them, which are columns of numbers.
Not here: what is in them (experiment.py)."""
import array
import sys

# Where there is no number, arrays have -1.
MAY_LACK = {"holder", "min_visit_ns", "max_visit_ns"}


def pandas():
    """Returns the module, which is needed for DataFrames alone."""
    try:
        import pandas as module
    except ImportError as error:
        raise ImportError(f"a DataFrame needs pandas (Debian: python3-pandas): {error}") from None
    return module


def df(rows):
    """Makes a DataFrame of dicts, also of a generator's. Objects in them become columns, such as `threads.count`."""
    rows = list(rows)
    frame = pandas().json_normalize(rows) if rows else pandas().DataFrame()
    return frame.set_index("id") if "id" in frame else frame


class Rows(list):
    """A list of dicts, by their ids where they have any."""

    def df(self):
        return df(self)


class Table:
    """Rows of integers, kept by columns. It is read as a list of dicts, or, by the name of a column, as the column's numbers."""

    def __init__(self, columns, names=None):
        self.columns = tuple(columns)
        self._numbers = {name: array.array("q") for name in columns}
        self._names = names or {}  # of a column of ids: what they are called, and the column with that

    def take(self, rows, data):
        """Adds a block: `rows` numbers of each column, column by column, little-endian."""
        view = memoryview(data)
        for i, numbers in enumerate(self._numbers.values()):
            some = array.array("q")
            (some if sys.byteorder == "big" else numbers).frombytes(view[8 * i * rows:8 * (i + 1) * rows])
            if sys.byteorder == "big":
                some.byteswap()
                numbers.extend(some)

    def __len__(self):
        return len(next(iter(self._numbers.values())))

    def _row(self, i):
        row = {name: numbers[i] for name, numbers in self._numbers.items()}
        for name in MAY_LACK.intersection(row):
            row[name] = None if row[name] < 0 else row[name]
        if "held" in row:
            row["held"] = bool(row["held"])
        return row

    def __getitem__(self, key):
        if isinstance(key, str):
            return self._numbers[key]
        if isinstance(key, slice):
            return Rows(self._row(i) for i in range(*key.indices(len(self))))
        return self._row(key)

    def __iter__(self):
        return (self._row(i) for i in range(len(self)))

    def __repr__(self):
        return f"<{len(self)} rows of {', '.join(self.columns)}>"

    def df(self, names=True):
        """Makes a DataFrame. With `names` it also has what the ids of regions, call paths and locations stand for."""
        frame = pandas().DataFrame({name: memoryview(numbers) for name, numbers in self._numbers.items()})
        for name in MAY_LACK.intersection(self.columns):
            frame[name] = frame[name].astype("Int64").mask(frame[name] < 0)
        if "held" in frame:
            frame["held"] = frame["held"].astype(bool)
        for name, (column, texts) in self._names.items():
            if names and name in frame:
                frame[column] = frame[name].map(dict(enumerate(texts)))
        return frame
