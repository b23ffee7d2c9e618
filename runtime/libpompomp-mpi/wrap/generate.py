#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""generate.py TABLE PREPROCESSED-MPI.H OUT.c - writes the wrappers of MPI's functions from the table of prototypes.

What lives here: how a row of the table becomes C. What does not: the list of functions, and what each one counts
(functions.txt); the counting (the C files). A function that this mpi.h has as a macro, or that MPI has removed and this
mpi.h does not declare, gets no wrapper; the head of OUT.c names such functions. Any other missing function is an
error."""
import re
import sys

ROW = re.compile(r"(\w[\w ]*?\b)(MPI_\w+)\((.*)\)$")
COLLECTIVE = ("BARRIER", "ONE_TO_ALL", "ALL_TO_ONE", "ALL_TO_ALL", "PREFIX", "NEIGHBORS")
ACTIONS = ("removed", "status", "statuses", "instead", "first", "before", "after", "always", "last")


class Function:
    """One row: a prototype, and what its wrapper does beside entering and leaving the region."""

    def __init__(self, result, name, parameters):
        self.result, self.name, self.parameters = result.strip(), name, parameters
        self.kind = "OTHER"
        self.actions = {word: [] for word in ACTIONS}

    def argument_names(self):
        if self.parameters == "void":
            return []
        names = []
        for parameter in split_parameters(self.parameters):
            if parameter != "...":
                names.append(re.search(r"(\w+)\s*(?:\[\d*\])*$", parameter)[1])
        return names


def split_parameters(text):
    return [part.strip() for part in text.split(",")]


def fail(message):
    sys.exit(f"generate.py: {message}")


def read_table(lines):
    functions = []
    for number, line in enumerate(lines, 1):
        text = line.split("#")[0].rstrip()
        if not text:
            continue
        if not text[0].isspace():
            row = ROW.match(text)
            if not row:
                fail(f"line {number} is no prototype: {text}")
            functions.append(Function(*row.groups()))
            continue
        word, _, rest = text.strip().partition(" ")
        if not functions:
            fail(f"line {number} comes before any prototype")
        if word in ACTIONS:
            functions[-1].actions[word].append(rest.strip())
        elif word == "kind":
            functions[-1].kind = rest.strip().replace("-", "_").upper()
        else:
            fail(f"line {number}: {word} is none of kind, {', '.join(ACTIONS)}")
    return functions


def wrapper(function, index):
    f, out = function, []
    arguments = ", ".join(f.argument_names())
    out.append(f"#undef {f.name}\n#undef P{f.name}")
    out.append(f"POMP_MPI_EXPORT {f.result} {f.name}({f.parameters}) {{")
    for status in f.actions["status"]:
        out.append(f"  MPI_Status own_status;\n  if ({status} == MPI_STATUS_IGNORE)\n    {status} = &own_status;")
    out += [f"  {code};" for code in f.actions["first"]]
    begins = ", .request = request" if f.kind in COLLECTIVE and "request" in f.argument_names() else ""
    out.append(f"  struct pomp_mpi_call call = {{.d = POMP_MPI_CALLED(regions[{index}]), .kind = POMP_MPI_{f.kind}{begins}}};")
    out += [f"  {code};" for code in f.actions["before"]]
    out.append("  pomp_mpi_enter(&call);")
    call = f.actions["instead"][0] if f.actions["instead"] else f"P{f.name}({arguments})"
    out.append(f"  {f.result} returned = {call};")
    out += [f"  {code};" for code in f.actions["always"]]
    if f.actions["after"]:
        out.append("  if (returned == MPI_SUCCESS) {")
        out += [f"    {code};" for code in f.actions["after"]]
        out.append("  }")
    out.append("  pomp_mpi_exit(&call);")
    out += [f"  if (returned == MPI_SUCCESS)\n    {code};" for code in f.actions["last"]]
    out.append("  return returned;\n}")
    return "\n".join(out)


def main():
    if len(sys.argv) != 4:
        fail("usage: generate.py TABLE PREPROCESSED-MPI.H OUT.c")
    with open(sys.argv[1], encoding="utf-8") as file:
        functions = read_table(file)
    with open(sys.argv[2], encoding="utf-8", errors="replace") as file:
        header = file.read()
    declared = set(re.findall(r"\bP(MPI_\w+)\s*\(", header))
    # cc -E -dD keeps the definitions of macros.
    macros = set(re.findall(r"^#define P(MPI_\w+)\(", header, flags=re.M))
    functions.sort(key=lambda f: f.name)
    left_out = [f for f in functions if f.name in macros or (f.actions["removed"] and f.name not in declared)]
    wrapped = [f for f in functions if f not in left_out]
    missing = [f.name for f in wrapped if f.name not in declared]
    if missing:
        fail(f"this mpi.h is not one of MPI 3.1: it lacks {', '.join(missing[:10])}")
    out = ["/* Written by generate.py from functions.txt. Without a wrapper, as mpi.h has macros or nothing for them:"]
    out += [f" *   {f.name}" for f in left_out] + [" */"]
    out.append('#include "wrap/wrappers.h"\n\nstatic struct ompregdescr regions[] = {')
    out += [f"    POMP_MPI_REGION({f.name})," for f in wrapped] + ["};\n"]
    out += [wrapper(f, i) + "\n" for i, f in enumerate(wrapped)]
    with open(sys.argv[3], "w", encoding="utf-8") as file:
        file.write("\n".join(out))


if __name__ == "__main__":
    main()
