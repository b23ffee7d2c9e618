// Where the figures allow no judgement, no finding is judged, and says why: a run that was too short, lost events, threads without processors,
// nested regions whose if clause may be what keeps them serial. What `unreliable` states is what the program knows.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g -DPAIR_REAL -I%S/Inputs -I%root/bench %s -o a
// RUN: %python %S/Inputs/not-judged.py %pomp_report ./a
#include "pair.h"
#include <omp.h>
#include <string.h>

/* One member has all the work. */
static void uneven(int rounds, double us) {
  for (int i = 0; i < rounds; i++)
#line 100
#pragma omp parallel
    if (omp_get_thread_num() == 0)
      work(us);
    else
      work(us / 10);
}

static void nested(int size) {
  for (int i = 0; i < 10; i++)
#pragma omp parallel
    if (omp_get_thread_num() == 0) {
#line 200
#pragma omp parallel if (size > 1)
      work(3000);
    }
}

/* It takes more memory for its call paths than POMP_MEMORY allows. */
static void deep(int depth) {
#pragma pomp inst begin(level)
  if (depth)
    deep(depth - 1);
  work(1);
#pragma pomp inst end(level)
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  if (strcmp(mode, "short") == 0)
    uneven(1, 1000);
  else if (strcmp(mode, "nested") == 0)
    nested(argc);
  else if (strcmp(mode, "deep") == 0) {
    uneven(20, 3000);
    deep(4000);
  } else
    uneven(20, 3000);
  printf("%.9f\n", (double)ready() * 1e-9);
  return 0;
}
