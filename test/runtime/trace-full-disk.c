// A trace fills a disk: the program's output and the profile are what they would be without, all chunks that are complete
// convert, and the reader says what is missing.
// REQUIRES: mount
// RUN: %fresh && %program %s -o a
// RUN: sh -c "POMP_TRACE=1 POMP_EXPERIMENT_DIR=small/e %inputs/small-disk size=1M ./a > out 2> err; echo status $? >> out" && mv kept/e e
// RUN: FileCheck %s --check-prefix=OUT --implicit-check-not={{.}} < out && FileCheck %s < err
// OUT: {{^}}done{{$}}
// OUT-NEXT: {{^}}status 3{{$}}
// CHECK: {{^}}pomp: the trace can't grow (No space left on device): it ends here, the profile goes on{{$}}
// CHECK: {{^}}pomp: only the first {{[0-9.]+}} s were traced{{$}}
// RUN: %pomp_report --json e > all 2> err && count 0 < err
// RUN: %python -c 'import json; e = json.load(open("all")); assert {r["role"]: r["visits"] for r in e["regions"]}["loop"] == 400000'
// RUN: %pomp_report --json --from-trace e > part 2> err && FileCheck %s --check-prefix=ENDS < err && count 1 < err
// ENDS: {{^}}pomp-report: e/trace.pomp: the trace ends at {{[0-9]+\.[0-9][0-9][0-9]}} s: there was no more space on the disk{{$}}
// RUN: %python %inputs/trace-part.py all part 0.01 0.6
// RUN: %pomp_convert e --to perfetto 2> err && count 1 < err && grep "^pomp-convert: e/trace.pomp: the trace ends at .* s: there was no more space on the disk$" err
// RUN: %python %inputs/converted-part.py perfetto e/trace.json part
#include "loops.h"
#include <stdio.h>

int main(void) {
  loops();
  puts("done");
  return 3;
}
