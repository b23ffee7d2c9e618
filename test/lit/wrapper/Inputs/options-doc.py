# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""options-doc.py HELP ERROR DOC - checks that the table of options in docs/build-integration.md says what `pomp-clang --pomp-help` says,
row by row: an option's help, and after it each word that its value may be with the word's meaning. What the page says of
`disable` names each construct that ERROR, the plugin's message about a wrong one, lists."""

import re
import sys


def rows_of_help(text):
    """Returns what the table must have for each option, by its spelling."""
    rows, option = {}, None
    for line in re.sub(r"\n {12,}", " ", text).splitlines():
        if found := re.match(r"  (--pomp-\S+) +(\S.*)", line):
            option = found[1]
            rows[option] = found[2]
        elif found := re.match(r"    (\S+) +(\S.*)", line):
            rows[option] += f"; `{found[1]}`: {found[2]}"
    return rows


def rows_of_table(text):
    return dict(re.findall(r"^\| `(--pomp-[^`]+)` \| (.*) \|$", text, re.MULTILINE))


def undocumented(error, text):
    """Returns the names of constructs that the paragraph on `disable` leaves out."""
    names = re.search(r"allowed: (.*)", error)[1].split(", ")
    paragraph = re.search(r"^\* \*\*`disable`\*\*:.*?(?=^\* )", text, re.MULTILINE | re.DOTALL)[0]
    return [name for name in names if f"`{name}`" not in paragraph]


help_text, error, doc = (open(name, encoding="utf-8").read() for name in sys.argv[1:4])
wanted, found = rows_of_help(help_text), rows_of_table(doc)
if len(wanted) < 10:
    sys.exit(f"the help lists {len(wanted)} options only")
wrong = [option for option in {**wanted, **found} if wanted.get(option) != found.get(option)]
for option in wrong:
    print(f"{sys.argv[3]}, {option}\n  says:        {found.get(option)}\n  should say:  {wanted.get(option)}", file=sys.stderr)
for name in undocumented(error, doc):
    wrong.append(name)
    print(f"{sys.argv[3]}: the paragraph on `disable` does not name `{name}`", file=sys.stderr)
sys.exit(len(wrong) > 0)
