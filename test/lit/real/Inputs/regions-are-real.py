# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""regions-are-real.py REPORT.json FILE-ENDING... - checks that regions of a file with each ending are in the report; each of them
names a line of that file that has a pragma of its construct, or the name of its function."""

import json
import re
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        found = [region for region in json.load(file)["regions"] if region["file"]]
    for ending in sys.argv[2:]:
        of_file = [region for region in found if region["file"].endswith(ending)]
        if not of_file:
            sys.exit(f"no region of {ending}; there are {sorted({region['file'] for region in found})}")
        for region in of_file:
            with open(region["file"], encoding="utf-8") as file:
                line = file.read().splitlines()[region["begin_line1"] - 1]
            real = r"#\s*pragma\s+omp\s+" + re.match("parallel|[a-z]+", region["construct"])[0]
            if region["construct"] == "function":
                real = r"(?<!\w)" + re.escape(region["sub_name"].split("::")[-1]) + r"(?!\w)"
            if not re.search(real, line):
                sys.exit(f"{region['file']}:{region['begin_line1']} is not one: {line}")
        print(f"{ending}: lines {sorted({region['begin_line1'] for region in of_file})}")


main()
