# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""pomp - reads what pompinst measured into Python, for scripts and notebooks.

    import pomp
    e = pomp.open("pomp-program-20260101-120000-1234")
    e.regions[1]["name"], e.region_shares.df(), pomp.df(e.trace())

What lives here: the names that users have. The numbers are not computed here: the package starts pomp-report and
pomp-convert, and reads their output. It needs no other package; pandas is needed for
DataFrames alone, when one is asked for. docs/notebook.md is its page, docs/report-json.md explains each figure."""
from .commands import Error
from .experiment import Experiment, diff, open
from .tables import Rows, Table, df

__all__ = ["Error", "Experiment", "Rows", "Table", "df", "diff", "open"]
