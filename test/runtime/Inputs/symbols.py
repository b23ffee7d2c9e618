# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""symbols.py LIST LIBRARY ARCHIVE: what a shared library and its archive export is what the list says, and its soname, too.

The list has the form of Debian's symbols files, as the packages carry it: a line `SONAME PACKAGE #MINVER#`, then a line ` NAME@Base SINCE` for
each symbol. Who needs which symbol does not live here (names.py), nor do the rules of the number in the soname
(docs/packaging.md)."""
import re
import subprocess
import sys


def read_list(path):
    """Returns the soname, the package, and the names."""
    with open(path, encoding="utf-8") as file:
        head, *lines = file.read().splitlines()
    soname, package = re.fullmatch(r"(\S+) (\S+) #MINVER#", head).groups()
    names = [re.fullmatch(r" (\w+)@Base (\d+\.\d+\.\d+)", line).group(1) for line in lines]
    assert names == sorted(set(names)), f"{path}: the names are not sorted, or one is there twice"
    return soname, package, set(names)


def exported(path, *options):
    """Returns the names that a library defines for others, by the letter that says how."""
    command = ["llvm-nm", "--defined-only", "--extern-only", "--format=posix", *options, path]
    lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    # What has the version of LLVM's OpenMP runtime is that runtime's (runtime/libpompomp/surface/entries.c).
    return {words[0]: words[1] for words in map(str.split, lines) if len(words) > 1 and "VERSION" not in words[0]}


def differences(found, names, path, listed):
    wrong = [f"{path} exports {name}, which is not in {listed}" for name in sorted(found - names)]
    lost = "does not export {}, which is in {}: programs that use it do not start any more, so the soname's number has to grow"
    return wrong + [f"{path} " + lost.format(name, listed) for name in sorted(names - found)]


def main():
    listed, library, archive = sys.argv[1:]
    soname, package, names = read_list(listed)
    dynamic = subprocess.run(["llvm-readelf", "-d", library], check=True, capture_output=True, text=True).stdout
    has = re.search(r"\(SONAME\).*\[(.*)\]", dynamic).group(1)
    wrong = [] if has == soname else [f"{library} is {has}, and {listed} says {soname}"]
    stem, number = soname.rsplit(".so.", 1)
    if package != stem + number:
        wrong.append(f"{listed}: the package of {soname} is {stem + number}, not {package}")
    shared, static = exported(library, "-D"), exported(archive)
    wrong += differences(set(shared), names, library, listed) + differences(set(static), names, archive, listed)
    # A program that brings functions of POMP, or a tool, of its own has its own; see pomp_archive in libpompomp's CMakeLists.txt.
    weak = {name for name in names if name.startswith(("POMP_", "ompt_"))}
    wrong += [f"{archive}: {name} is not weak" for name in sorted(weak & set(static)) if static[name] != "W"]
    print("\n".join(wrong) if wrong else f"{len(names)} symbols")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
