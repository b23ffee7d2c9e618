# json-summary.py - a summary in JSON is the whole without what each location has. Usage: json-summary.py WHOLE SUMMARY
import json
import sys

whole, summary = (json.load(open(name, encoding="utf-8")) for name in sys.argv[1:3])
assert (whole.pop("detail"), summary.pop("detail")) == ("full", "summary")
for array in ("locations", "blame", "idle", "sampled_states"):
    assert array in whole and array not in summary, array
    del whole[array]
for array in ("regions", "callpaths", "groups"):
    assert whole[array], array
    for element in whole[array]:
        del element["locations"]
assert whole == summary
