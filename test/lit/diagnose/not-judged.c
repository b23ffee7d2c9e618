// Where the figures allow no judgement, no finding is judged, and says why: a run that was too short, lost events, threads without processors,
// nested regions whose if clause may be what keeps them serial. What `unreliable` states is what the program states.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: %python %S/Inputs/not-judged.py %pomp_report ./a
#include "pair.h"
#include <string.h>

/* One member has most of the work. */
static void uneven(int rounds) {
  for (int i = 0; i < rounds; i++)
#line 100
#pragma omp parallel
  {
    work(omp_get_thread_num() ? 300 : 3000);
    MEET();
  }
}

/* Each thread was ready for 500 ms, as if others had had the processors; teams that follow take that longer. */
static void crowded(void) {
  uneven(10);
  __pomp_ready = 500 * CLOCK_MS;
  work(500000);
  uneven(10);
}

static void nested(int size) {
  for (int i = 0; i < 10; i++)
#pragma omp parallel
  {
    if (omp_get_thread_num() == 0) {
#line 200
#pragma omp parallel if (size > 1)
      work(3000);
    }
    MEET();
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
  pair_begin();
  if (strcmp(mode, "short") == 0)
    uneven(1);
  else if (strcmp(mode, "nested") == 0)
    nested(argc);
  else if (strcmp(mode, "crowded") == 0)
    crowded();
  else
    uneven(20);
  if (strcmp(mode, "deep") == 0)
    deep(4000);
  return 0;
}
