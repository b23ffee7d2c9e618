# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""converted-part.py FORMAT CONVERTED PROFILE - does what converted.py does, for a trace of a part of the run: PROFILE is what
pomp-report --json --from-trace says of it."""
import json
import sys

import converted

form, path, profile = sys.argv[1:]
trace = converted.READERS[form][0](path)
with open(profile, encoding="utf-8") as file:
    visits = converted.compare(trace, json.load(file), part=True)
assert visits and trace.count(converted.ENTER) == sum(visits.values())
