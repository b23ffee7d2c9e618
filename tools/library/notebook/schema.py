# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""schema.py ROOT FILE - makes the JSON Schema of what a command prints for programs: that of the same name in schema/, and the objects that it
refers to and does not have, of the rows of tools/files/figures.def, which says what a row is."""
import json
import os
import re
import sys

ROW = re.compile(r'(FIGURE|KEY|MORE)\((?P<first>.*), "(?P<text>(?:[^"\\]|\\.)*)"\)$')
TYPE = re.compile(r'"(?P<key>\w+)", (?P<type>[A-Z_0-9]+)(?P<more>\(.*?\))?(?:,|$)')
WHOLE = {"type": "integer", "minimum": 0}
# What the value of a row is, by its type without _IF, _OR_NULL and the MADE_ of a value that is JSON already.
TYPES = {
    "UNSIGNED": WHOLE,
    "FROM_1": {"type": "integer", "minimum": 1},
    "INTEGER": {"type": "integer"},
    "REAL": {"type": "number"},
    "POSITIVE": {"type": "number", "minimum": 0},
    "FACTOR": {"type": "number", "minimum": 1},
    "FRACTION": {"type": "number", "minimum": 0, "maximum": 1},
    "FLAG": {"type": "boolean"},
    "TEXT": {"type": "string"},
    "CLEAN": {"type": "string"},
    "WORD": {"type": "string"},
    "CLEAN_WORD": {"type": "string"},
    "LIST": {"type": "array"},
    "TEXTS": {"type": "array", "items": {"type": "string"}},
    "REALS": {"type": "array", "items": {"type": "number"}},
    "NUMBER": {"type": ["number", "null"]},
    "WHOLE": {"type": "number"},
    "IDS": {"type": "array", "items": WHOLE},
    "SOME_IDS": {"type": "array", "minItems": 1, "items": WHOLE},
}


def value_of(name, more):
    """Returns the schema of a value, by its type and what is behind that in parentheses."""
    plain = re.sub(r"^MADE_|_IF$|_OR_NULL$", "", re.sub(r"_IF$|_OR_NULL$", "", name))
    null = name != plain and not name == f"MADE_{plain}"
    if plain in ("NAME", "VERSION"):
        return {"const": json.loads(more)}
    if plain == "MESSAGES":
        return value_of("OBJECT_OR_NULL", "messages")
    if plain == "OBJECT":
        of = {"$ref": f"#/$defs/{more}"}
        return {"anyOf": [of, {"type": "null"}]} if null else of
    of = dict(TYPES[plain])
    if plain == "LIST":
        of["items"] = {"$ref": f"#/$defs/{more}"}
    if plain in ("WORD", "CLEAN_WORD"):
        of["enum"] = re.search(r'"(.*)"', more)[1].split("|") + [None] * null
    if null and plain != "NUMBER":
        of["type"] = [of["type"], "null"]
    return of


def sections(root):
    """Returns the lines of each section, and for each list of factors.h such as have its keys, whose values are any number."""
    with open(os.path.join(root, "tools", "findings", "factors.h"), encoding="utf-8") as file:
        lists = {name.lower(): [f'KEY("{key}", NUMBER, 0, "")' for key in re.findall(r'X\([^"\n]*"(\w+)"', rows)]
                 for name, rows in re.findall(r"#define (\w+_LIST)\(X\)(.*?)\n(?:\n|/)", file.read(), re.S)}  # fmt: skip
    with open(os.path.join(root, "tools", "files", "figures.def"), encoding="utf-8") as file:
        return lists | {name.lower(): rows.splitlines() for name, rows in re.findall(r"^#ifdef FIGURES_OF_(\w+)\n#undef \w+\n(.*?)^#endif$", file.read(), re.M | re.S)}


def object_of(name, of):
    """Returns the object that a section describes, with its parts."""
    found, required = {}, []
    for line in of[name]:
        if line.startswith("PART("):
            part = object_of(line[5 : line.index(",")], of)
            found |= part["properties"]
            required += part["required"]
        elif not line.startswith("INNER("):
            row = ROW.match(line)
            kind = TYPE.search(row["first"])
            text = {"description": json.loads(f'"{row["text"]}"')} if row["text"] else {}
            found[kind["key"]] = text | value_of(kind["type"], (kind["more"] or "")[1:-1])
            required += [kind["key"]] * (not line.startswith("MORE("))
    return {"type": "object", "additionalProperties": False, "required": required, "properties": found}


def references(value):
    """Yields the names that a schema refers to."""
    if isinstance(value, dict) and "$ref" in value:
        yield value["$ref"].rpartition("/")[2]
    for of in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from references(of)


def schema(root, name):
    """Returns the whole schema."""
    with open(os.path.join(root, "tools", "library", "notebook", "schema", f"{name}.json"), encoding="utf-8") as file:
        whole = json.load(file)
    of, defs = sections(root), whole.setdefault("$defs", {})
    if "object" in whole:
        whole |= object_of(whole.pop("object"), of)
    left = list(references(whole))
    while left:
        part = left.pop()
        if part not in defs:
            defs[part] = object_of(part, of)
            left += references(defs[part])
    return whole


if __name__ == "__main__":
    with open(sys.argv[2], "w", encoding="utf-8") as to:
        json.dump(schema(sys.argv[1], os.path.basename(sys.argv[2])[:-5]), to, ensure_ascii=False, indent=2)
