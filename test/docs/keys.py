# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""keys.py ROOT [--write] - holds the tables of JSON keys in the pages against the schemas, which are where keys are described: each table
is as the descriptions of its object make it. With --write the tables are made anew.

A line `<!-- keys: SCHEMA/OBJECT without SCHEMA/OTHER -->` comes before a table. OBJECT is a name of the schema's `$defs`, or a property
that is an array of such objects; without it, the table is that of the whole. What OTHER has as well is left out. Several objects that
have the same table are named with commas between them. Keys with the same description share a row."""
import difflib
import glob
import json
import os
import re
import sys

root, write = sys.argv[1], sys.argv[2:] == ["--write"]
TABLE = re.compile(r"^<!-- keys: (?P<paths>[^>]+?)(?: without (?P<less>\S+))? -->\n(?P<table>(?:\|.*\n)*)", re.MULTILINE)
schemas, problems, listed = {}, [], set()
for path in glob.glob(os.path.join(root, "tools", "library", "notebook", "schema", "*.json")):
    with open(path, encoding="utf-8") as file:
        schemas[os.path.basename(path)[:-5]] = json.load(file)


def properties(path):
    """Returns the properties of an object, by its name in a page."""
    name, _, part = path.partition("/")
    whole = schemas[name]
    found = whole["$defs"].get(part) or whole["properties"][part]["items"] if part else whole
    return found["properties"]


def table_of(path, less):
    """Returns the table, and notes what lacks a description."""
    rows = {}
    own = properties(path)
    listed.add(id(own))
    for key, of in own.items():
        if less and key in properties(less) and "description" not in of:
            continue
        if "description" not in of:
            problems.append(f"{path}: {key} has no description")
        rows.setdefault(of.get("description"), []).append(f"`{key}`")
    lines = [f"| {', '.join(keys)} | {text} |" for text, keys in rows.items()]
    return "\n".join(["| key | is |", "| --- | --- |", *lines, ""])


def unlisted(schema, where):
    """Yields each key whose description no page shows."""
    for key, of in schema.get("properties", {}).items():
        if isinstance(of, dict):
            if "description" in of and id(schema["properties"]) not in listed:
                yield f"{where}.{key}"
            yield from unlisted(of, f"{where}.{key}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from unlisted(schema[key], where)
    for part, of in schema.get("$defs", {}).items():
        yield from unlisted(of, f"{where}/{part}")


count = 0
for page in sorted(glob.glob(os.path.join(root, "docs", "*.md"))):
    with open(page, encoding="utf-8") as file:
        text = file.read()

    def make(match):
        """Returns the same with the table that the schemas have."""
        paths = match["paths"].split(", ")
        tables = [table_of(path, match["less"]) for path in paths]
        if len(set(tables)) > 1:
            problems.append(f"{page}: {match['paths']} do not have the same table")
        return match[0][: match.start("table") - match.start()] + tables[0]

    made = TABLE.sub(make, text)
    count += len(TABLE.findall(text))
    if made != text and write:
        with open(page, "w", encoding="utf-8") as file:
            file.write(made)
    elif made != text:
        problems.append(f"{page}: its tables of keys are not those of tools/library/notebook/schema: python3 test/docs/keys.py . --write makes them\n"
                        + "\n".join(line for line in difflib.unified_diff(text.splitlines(), made.splitlines(), lineterm="", n=0)))  # fmt: skip
for name, schema in sorted(schemas.items()):
    problems += [f"{place}: no page shows its description" for place in unlisted(schema, name)]
assert count > 20, count
if problems:
    sys.exit("\n".join(problems))
print(f"{count} tables of keys are those of the schemas")
