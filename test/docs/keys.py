# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""keys.py ROOT [--write] - holds the lists of JSON keys in the pages against the schemas, which are where keys are described: each list
is as the descriptions of its object make it. With --write the lists are made anew.

A line `<!-- keys: SCHEMA/OBJECT without SCHEMA/OTHER -->` comes before a list. OBJECT is a name of the schema's `$defs`, or a property
that is an array of such objects; without it, the list is that of the whole. What OTHER has as well is left out. Several objects that
have the same list are named with commas between them. Keys with the same description share an item. Behind a key is what its value can be,
if it is no plain one: `[]` an array, `{}` an object, `?` null as well. With `brief` for `keys` the list has the first sentence of each
description, and `…` where there are more."""
import difflib
import glob
import os
import re
import sys

root, write = sys.argv[1], sys.argv[2:] == ["--write"]
LIST = re.compile(r"^<!-- (?P<form>keys|brief): (?P<paths>[^>]+?)(?: without (?P<less>\S+))? -->\n(?P<list>(?:(?:\||- ).*\n)*)", re.MULTILINE)
schemas, problems, listed = {}, [], set()
notebook = os.path.join(root, "tools", "library", "notebook")
sys.path.insert(0, notebook)
sys.dont_write_bytecode = True
from schema import schema as schema_of  # noqa: E402 pylint: disable=wrong-import-position

for path in glob.glob(os.path.join(notebook, "schema", "*.json")):
    name = os.path.basename(path)[:-5]
    schemas[name] = schema_of(root, name)


def properties(path):
    """Returns the properties of an object, by its name in a page."""
    name, _, part = path.partition("/")
    whole = schemas[name]
    found = whole["$defs"].get(part) or whole["properties"][part]["items"] if part else whole
    return found["properties"]


def marked(key, of, whole):
    """Returns the key with the marks of what its value can be."""
    kinds, left = set(), [of]
    while left:
        one = left.pop()
        left += one.get("anyOf", [])
        if "$ref" in one:
            left.append(whole["$defs"][one["$ref"].rpartition("/")[2]])
        elif "type" in one:
            kinds |= {one["type"]} if isinstance(one["type"], str) else set(one["type"])
    return f"`{key}`" + "".join(mark for kind, mark in (("array", "[]"), ("object", "{}"), ("null", "?")) if kind in kinds)


def list_of(path, less, brief):
    """Returns the list, and notes what lacks a description."""
    rows = {}
    own = properties(path)
    listed.update(of.get("description") for of in own.values())
    for key, of in own.items():
        if less and key in properties(less) and of.get("description") in (None, properties(less)[key].get("description")):
            continue
        if "description" not in of:
            problems.append(f"{path}: {key} has no description")
        rows.setdefault(of.get("description"), []).append(marked(key, of, schemas[path.partition("/")[0]]))
    items = {}
    for text, keys in rows.items():
        first, more, _ = (text or "").partition(". ")
        items.setdefault(f"{first}…" if brief and more else text, []).extend(keys)
    return "".join(f"- {', '.join(keys)}: {text}\n" for text, keys in items.items())


def unlisted(schema, where):
    """Yields each key whose description no page shows."""
    for key, of in schema.get("properties", {}).items():
        if isinstance(of, dict):
            if "description" in of and of["description"] not in listed:
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
        """Returns the same with the list that the schemas have."""
        paths = match["paths"].split(", ")
        lists = [list_of(path, match["less"], match["form"] == "brief") for path in paths]
        if len(set(lists)) > 1:
            problems.append(f"{page}: {match['paths']} do not have the same list")
        return match[0][: match.start("list") - match.start()] + lists[0]

    made = LIST.sub(make, text)
    count += len(LIST.findall(text))
    if made != text and write:
        with open(page, "w", encoding="utf-8") as file:
            file.write(made)
    elif made != text:
        problems.append(f"{page}: its lists of keys are not those of tools/library/notebook/schema and tools/files/figures.def: python3 test/docs/keys.py . --write makes them\n"
                        + "\n".join(line for line in difflib.unified_diff(text.splitlines(), made.splitlines(), lineterm="", n=0)))  # fmt: skip
for name, schema in sorted(schemas.items()):
    problems += [f"{place}: no page shows its description" for place in unlisted(schema, name)]
assert count > 20, count
if problems:
    sys.exit("\n".join(problems))
print(f"{count} lists of keys are those of the schemas")
