// A region forks teams of one, while there are threads for more (mode `small`); or one member of each team has all the work
// (mode `one`). In the fixed program all threads have a part.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 small
// RUN: %pair ./bad ./fixed 4 small
// RUN: %pair ./bad ./fixed 2 one
// RUN: %pair ./bad ./fixed 4 one
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 10, PARTS = 24 };

static uint64_t severity;

#ifdef FIXED
enum { IS_FIXED = 1 };
#else
enum { IS_FIXED = 0 };
#endif

static void small(int all) {
#pragma omp parallel
  work(1000); /* all at the same time */
  for (int round = 0; round < ROUNDS; round++) {
    int size = IS_FIXED ? all : 1;
    uint64_t begin = now();
#line 100
#pragma omp parallel for num_threads(size) schedule(static)
    for (int i = 0; i < PARTS; i++)
      work(800);
    severity += (now() - begin) * (unsigned)(all - size);
  }
}

static void one(void) {
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t came[MOST];
    int size = 0;
#line 100
#pragma omp parallel
    {
      int me = omp_get_thread_num(), of = omp_get_num_threads();
      int parts = IS_FIXED ? PARTS / of : me == 0 ? PARTS : 0;
      if (me == 0)
        size = of;
      for (int i = 0; i < parts; i++)
        work(800);
      came[me] = now();
      MEET();
    }
    uint64_t end = now();
    for (int i = 1; i < size; i++)
      severity += end - came[i];
  }
}

int main(int argc, char **argv) {
  pair_begin();
  if (argc > 1 && strcmp(argv[1], "small") == 0)
    small(omp_get_max_threads());
  else
    one();
  pair_truth("idle_threads", 100, severity);
  return 0;
}
