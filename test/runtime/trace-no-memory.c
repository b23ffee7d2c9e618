// A process that may not map as much as POMP_TRACE_MEMORY has a trace of what it may, and says so; with none at all it has its
// profile.
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e ./a 12 > out 2> err && FileCheck %s --check-prefix=OUT < out && FileCheck %s < err
// OUT: {{^}}done{{$}}
// CHECK: {{^}}pomp: the process may map no more than {{[0-9]+}} bytes for the trace (ulimit -v): it ends here, the profile goes on{{$}}
// CHECK: {{^}}pomp: only the first {{[0-9.]+}} s were traced{{$}}
// RUN: %pomp_report --json e | %python -c 'import json, sys; assert [r["visits"] for r in json.load(sys.stdin)["regions"] if r["name"] == "region(r)"] == [1000000]'
// RUN: %python %inputs/trace-formats.py %pomp_report %pomp_convert e 'the trace ends at [0-9.]+ s: the process got no more memory'
//
// It makes a ring of the memory that there is.
// RUN: env POMP_TRACE=1 POMP_TRACE_MODE=ring POMP_EXPERIMENT_DIR=r ./a 12 > out 2> err && FileCheck %s --check-prefix=OUT < out
// RUN: %python %inputs/trace-formats.py %pomp_report %pomp_convert r "[0-9]+ of the trace's chunks were used again .ring.: it is complete from [0-9.]+ s on"
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

REGION_AT(r, "region", "r", 1);

/* The argument says how many MiB it may have beside its present memory. */
int main(int argc, char **argv) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (argc < 2 || !file || fscanf(file, "%ld", &pages) != 1)
    return 1;
  fclose(file);
  struct rlimit limit = {(rlim_t)(pages * 4096 + atol(argv[1]) * 1024 * 1024), RLIM_INFINITY};
  if (setrlimit(RLIMIT_AS, &limit))
    return 1;
  for (int i = 0; i < 1000000; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
  puts("done");
  return 0;
}
