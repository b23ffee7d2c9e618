// 20,000 critical sections of different names cost hardly more memory than as many loops, and so do ordered constructs. What time they
// cost is compared in test/real-time/cost-of-criticals.test.
// A trace of it repeats what others' traces show, and takes long: only `make test-all` makes one.
// UNSUPPORTED: traced && !all
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a
// RUN: %pomp_report --flat --csv --columns visits,region e > e.csv && grep -c "^2,critical" e.csv | grep -x 40000
// RUN: %python -c 'import json; c = json.load(open("cost")); assert all(c[k] - c["for_bytes"] < 1000 for k in ("critical_bytes", "ordered_bytes")), c'
// RUN: %if traced %{ %check e %} %else %{ true %}
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>

enum { MANY = 20000 };
REGION(like, "for", 1);

static struct ompregdescr fors[MANY], criticals[MANY], ordereds[MANY];
static char names[MANY][16];

static double cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Returns the bytes of memory that are in use, as the kernel counts them. */
static double bytes(void) {
  long pages = 0;
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f || fscanf(f, "%*d %ld", &pages) != 1)
    abort();
  fclose(f);
  return (double)pages * 4096;
}

int main(void) {
  regions_fill(fors, MANY, &like, "for", 1);
  regions_fill(criticals, MANY, &like, "critical", 1);
  regions_fill(ordereds, MANY, &like, "ordered", 1);
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof names[i], "name%d", i);
    fors[i].sub_name = criticals[i].sub_name = ordereds[i].sub_name = names[i];
  }
#pragma omp parallel num_threads(2) // so the experiment is kept
  POMP_For_enter(&like), POMP_For_exit(&like);
  FILE *f = fopen("cost", "w");
  if (!f)
    return 1;
  double time = cpu(), memory = bytes();
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < MANY; i++) {
      POMP_For_enter(&fors[i]);
      POMP_For_exit(&fors[i]);
    }
  fprintf(f, "{\"for_time\": %g, \"for_bytes\": %g, ", cpu() - time, (bytes() - memory) / MANY);
  time = cpu(), memory = bytes();
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < MANY; i++) {
      POMP_Critical_enter(&criticals[i]);
      POMP_Critical_begin(&criticals[i]);
      POMP_Critical_end(&criticals[i]);
      POMP_Critical_exit(&criticals[i]);
    }
  fprintf(f, "\"critical_time\": %g, \"critical_bytes\": %g, ", cpu() - time, (bytes() - memory) / MANY);
  time = cpu(), memory = bytes();
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < MANY; i++) {
      POMP_Ordered_enter(&ordereds[i]);
      POMP_Ordered_begin(&ordereds[i]);
      POMP_Ordered_end(&ordereds[i]);
      POMP_Ordered_exit(&ordereds[i]);
    }
  fprintf(f, "\"ordered_time\": %g, \"ordered_bytes\": %g}\n", cpu() - time, (bytes() - memory) / MANY);
  return fclose(f) != 0;
}
