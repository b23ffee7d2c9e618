# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""json-schema.py SCHEMAS WHICH FILE... - holds what pomp-report and pomp-scale print for programs against the schemas that are installed.

Each file is as its schema says, which leaves no room for other keys. And each property that a schema has was met in one of the files:
WHICH names the parts (`$defs`) that are not looked for, as -cause,mpi_wait, or those alone that are, as +cause,mpi_wait. A schema that no
file has is looked at as well, unless parts are named that are looked for alone."""
import glob
import json
import os
import sys

import jsonschema

schemas, which, files = sys.argv[1], sys.argv[2], sys.argv[3:]
parts = set(which[1:].split(",")) - {""}
met = set()  # pairs: a property's schema, by its identity, and its name


def read(path):
    """Returns the object that the file begins with; --arrays has numbers behind it."""
    with open(path, "rb") as file:
        return json.JSONDecoder().raw_decode(file.read().split(b"\n}\n")[0].decode() + "\n}")[0]


def meet(schema, whole, value):
    """Notes which properties of a schema the value has."""
    if "$ref" in schema:
        meet(whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole, value)
    for other in schema.get("anyOf", []):
        meet(other, whole, value)
    if isinstance(value, dict):
        for name, of in value.items():
            if name in schema.get("properties", {}):
                met.add((id(schema), name))
                meet(schema["properties"][name], whole, of)
            elif isinstance(schema.get("additionalProperties"), dict):
                meet(schema["additionalProperties"], whole, of)
    if isinstance(value, list) and "items" in schema:
        for number, of in enumerate(value):
            meet(schema["items"], whole, of)
            if isinstance(of, dict) and of.get("id", number) != number:
                problems.append(f"an element of an array has the id {of['id']}, and is number {number}")


def unmet(schema, where):
    """Yields each property that no file has. Conditions are no properties of their own."""
    for name, of in schema.get("properties", {}).items():
        if (id(schema), name) not in met:
            yield f"{where}.{name}"
        yield from unmet(of, f"{where}.{name}")
    for key in ("items", "additionalProperties"):
        if isinstance(schema.get(key), dict):
            yield from unmet(schema[key], where)
    for of in schema.get("anyOf", []):
        yield from unmet(of, where)


all_schemas, problems = {}, []
for path in glob.glob(os.path.join(schemas, "*.json")):
    with open(path, encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    all_schemas[schema["properties"]["schema"]["const"]] = os.path.basename(path), schema
for path in files:
    value = read(path)
    name, schema = all_schemas[value["schema"]]
    for error in jsonschema.Draft202012Validator(schema).iter_errors(value):
        problems.append(f"{path} is not as {name} says: {error.json_path}: {error.message[:300]}")
    meet(schema, schema, value)
for name, schema in all_schemas.values():
    if not which.startswith("+"):
        problems += [f"{name}: no file has {where}" for where in unmet(schema, "")]
    for part, of in schema.get("$defs", {}).items():
        if (part in parts) == which.startswith("+"):
            problems += [f"{name}: no file has {where}" for where in unmet(of, part)]
print(len(files), "files,", len(met), "properties")
sys.exit("\n".join(problems) or (0 if files and met else "nothing was looked at"))
