# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Says how Score-P calls the regions that pomp-report --json tells of, as archives of OTF2 and files of CUBE4 have them, and finds the
region that a name stands for."""
import os
import re

# Before the `@`, by role; others have the report's words.
WORDS = {"fork": "parallel (fork-join)", "loop": "for", "sections": "sections", "section": "section", "single block": "single sblock",
         "master": "master", "masked": "masked", "critical block": "critical sblock", "ordered block": "ordered sblock",
         "task create": "create task", "task": "task"}  # fmt: skip
ROUTINES = {"mpi": "MPI", "lock": "OMP", "condition": "PTHREAD"}  # by role, the file


def is_implicit(region):
    return region["role"] == "barrier" and region["construct"] != "barrier"


def last_line(region):
    return region["end_lineN"] or region["begin_lineN"] or region["begin_line1"]


def first_line(region):
    return last_line(region) if is_implicit(region) else region["begin_line1"]


def word_of(region):
    if region["role"] == "barrier":
        return "implicit barrier" if is_implicit(region) else "barrier"
    if region["role"] == "critical":
        return f"critical ({region['sub_name']})" if region["sub_name"] else "critical"
    if region["role"] == "team" and "parallel" in region["construct"]:
        return "parallel"
    return WORDS.get(region["role"], region["name"])


def place_of(region):
    """Returns what tells it apart from others of its name in its line."""
    return "" if region["call"] else region["where"].partition(f"{os.path.basename(region['file'])}:{region['begin_line1']}")[2]


def name_of(region, program):
    if region["role"] == "thread":
        return program or "?"
    if region["role"] == "user":
        return region["sub_name"] or region["name"]
    if region["role"] in ROUTINES:
        return region["name"]
    place = f" @{os.path.basename(region['file'])}:{first_line(region)}{place_of(region)}" if region["file"] else ""
    return f"!$omp {word_of(region)}{place}"


def source_of(text):
    """Returns file and line; of a call whose line is not known, its address, and 0. Where it is inlined is left out."""
    found = re.match(r"(.*?):(\d+)(?::\d+)?(?:#\d+)?(?: < .*)?$", text)
    return (found[1], int(found[2])) if found else (re.sub(r" \((file \w+|no libdw)\)$", "", text), 0)


def profiled_source(region):
    """Returns the same as the profile has it."""
    call = region["call"]
    if not call or region["file"]:
        return region["file"], region["begin_line1"] if region["file"] else 0
    name = os.path.basename(call["module"])
    return f"{name}{'+' if name else ''}{call['address']:#x}", 0


def file_of(region):
    """Returns the file that a routine is in."""
    return "PTHREAD" if region["name"].startswith("pthread_") else ROUTINES[region["role"]]


def fits(region, program, name, file, line, description):
    """Tells whether what an archive says of a region is true of this one. Two implicit barriers can end in the same line: then the
    directive in the description tells them apart."""
    if name_of(region, program) != name:
        return False
    if region["role"] == "thread":
        return not file and not line and not description
    where = description.partition(": ")[2]
    if region["role"] in ROUTINES:
        return (file, line) == (file_of(region), 0) and source_of(where or description) == profiled_source(region)
    if not region["file"]:
        return source_of(file) == profiled_source(region)
    if (os.path.basename(file), line) != (os.path.basename(region["file"]), first_line(region)):
        return False
    construct = {"parallelfor": "parallel for", "parallelsections": "parallel sections"}.get(region["construct"], region["construct"])
    return region["role"] == "user" or not is_implicit(region) or (where or description).startswith(construct)


def called(regions, program, known={}):  # pylint: disable=dangerous-default-value
    """Returns the regions by their names, which are found once: there may be thousands, and each is asked for."""
    if known.get("regions") is not regions:
        known.update(regions=regions, names={})
        for region in regions:
            known["names"].setdefault(name_of(region, program), []).append(region)
    return known["names"]


def find(regions, program, *reported, number=None):
    """Returns the region that an archive tells of. If several fit, it is the one with the archive's number; else they differ in nothing
    that a table of the report shows, or the one whose directive has more words is meant."""
    if number is not None and number < len(regions) and fits(regions[number], program, *reported):
        return regions[number]
    found = [region for region in called(regions, program).get(reported[0], ()) if fits(region, program, *reported)]
    assert found, f"not in the profile: {reported}"
    return max(found, key=lambda region: len(region["construct"]))
