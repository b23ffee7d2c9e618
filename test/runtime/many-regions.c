// There are 100,000 regions in one call path, on two threads; and descriptors with the same contents are one region.
// A trace of it repeats what others' traces show, and takes long: only `make test-all` makes one.
// UNSUPPORTED: traced && !all
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e ./a 2> err
// RUN: %check e 'len(regions) == 100003' 'all(r["visits"] == 6 for r in regions if r["name"] == "for")' \
// RUN:   'visits("parallel") == 4' \
// RUN:   'sorted(r["begin_line1"] for r in regions if r["name"] == "for") == list(range(1, 100001))'
// RUN: %pomp_report --all e | sed '1,/self%%/d;/^$/,$d' | grep -c " for .* test.c:" | grep -x 100000
// RUN: FileCheck %s < err
// How many rows have 95 % of the time is up to the load.
// CHECK: and {{9999[3-9]|10000[0-2]}} more rows with
#include "regions.h"
#include <stdlib.h>

enum { MANY = 100000 };
REGION(par, "parallel", 1);

/* The same construct is in three translation units, and has three descriptors. */
static struct ompregdescr *table(void) {
  struct ompregdescr *t = calloc(MANY, sizeof *t);
  for (int i = 0; i < MANY; i++) {
    t[i] = region_like(&par, "for", i + 1);
    t[i].begin_lineN = t[i].end_line1 = t[i].end_lineN = i + 1;
  }
  return t;
}

int main(void) {
  struct ompregdescr *tables[3] = {table(), table(), table()};
  for (int k = 0; k < 2; k++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel
    {
      POMP_Parallel_begin(&par);
      for (int m = k == 0 ? 0 : 2; m < (k == 0 ? 2 : 3); m++)
        for (int i = 0; i < MANY; i++) {
          POMP_For_enter(&tables[m][i]);
          POMP_For_exit(&tables[m][i]);
        }
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  for (int m = 0; m < 3; m++)
    free(tables[m]);
  return 0;
}
