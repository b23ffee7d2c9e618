// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// readers.js MODULES speedscope|pprof FILE - reads a converted profile with what others wrote: the schema that speedscope comes with, and
// the package pprof-format. It prints sums, which a test compares with the report's.
"use strict";
const fs = require("fs");
const path = require("path");

const [modules, format, file] = process.argv.slice(2);
const load = (name) => require(path.join(modules, name));

function readSpeedscope() {
  const schema = JSON.parse(fs.readFileSync(path.join(modules, "speedscope/dist/release/file-format-schema.json"), "utf8"));
  const check = new (load("ajv"))({ strict: false }).compile(schema);
  const profile = JSON.parse(fs.readFileSync(file, "utf8"));
  if (!check(profile)) throw new Error(JSON.stringify(check.errors));
  console.log(profile.profiles.length, profile.profiles[0].endValue);
}

function readPprof() {
  const profile = load("pprof-format").Profile.decode(fs.readFileSync(file));
  const text = (i) => profile.stringTable.strings[Number(i)];
  const sums = profile.sampleType.map((type, i) => `${text(type.type)} ${profile.sample.reduce((sum, s) => sum + BigInt(s.value[i]), 0n)}`);
  const functions = new Map(profile.function.map((f) => [BigInt(f.id), text(f.name)]));
  const used = new Set(profile.sample.flatMap((s) => s.locationId.map((id) => BigInt(id))));
  for (const place of profile.location)
    if (used.has(BigInt(place.id)) && !functions.get(BigInt(place.line[0].functionId))) throw new Error(`place ${place.id} has no function`);
  console.log(sums.join(", "));
}

({ speedscope: readSpeedscope, pprof: readPprof })[format]();
