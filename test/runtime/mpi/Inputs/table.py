# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""table.py TABLE PREPROCESSED-MPI.H SYMBOLS... - compares the table of functions with mpi.h, and with what has a wrapper.

The compiler has compared the types already: a wrapper that is not what mpi.h declares does not compile. So names are
compared, and how many parameters there are."""
import re
import sys

table, header, *symbols = sys.argv[1:]
with open(table, encoding="utf-8") as file:
    lines = [line.split("#")[0] for line in file]
rows = dict(re.findall(r"^\w.*?\b(MPI_\w+)\((.*)\)$", "\n".join(line.rstrip() for line in lines), re.M))
removed = set(re.findall(r"\b(MPI_\w+)\([^\n]*\n  removed$", "\n".join(line.rstrip() for line in lines), re.M))
with open(header, encoding="utf-8", errors="replace") as file:
    text = file.read()
macros = set(re.findall(r"^#define P?(MPI_\w+)\(", text, re.M))
code = re.sub(r"^#.*$", "", text, flags=re.M)
declared = dict(re.findall(r"\bP(MPI_\w+)\s*\(([^;{}]*?)\)\s*(?:__attribute__[^;]*)?;", code, re.S))

assert len(rows) == len(set(rows)) > 400, len(rows)
assert len(removed) == 10, removed
later = {name for name in declared if name not in rows}
assert not later, f"mpi.h declares, and the table lacks: {sorted(later)}"
absent = set(rows) - set(declared) - removed - macros
assert not absent, f"the table has, and mpi.h does not declare: {sorted(absent)}"
for name, parameters in declared.items():
    assert parameters.count(",") == rows[name].count(","), (name, parameters, rows[name])
for symbol_file in symbols:
    with open(symbol_file, encoding="utf-8") as file:
        wrapped = set(re.findall(r" T (MPI_\w+)", file.read()))
    assert wrapped == set(declared) - macros, (symbol_file, wrapped ^ (set(declared) - macros))
