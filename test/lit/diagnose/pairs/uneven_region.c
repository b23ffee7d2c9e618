// The members of a team have different amounts of work in the region's own code, which no worksharing construct divides: always the same one has more, or one after the
// other. In the fixed program each has the mean.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 turn
// RUN: %pair ./bad ./fixed 4 turn
// RUN: %pair ./bad ./fixed 4 same
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 30 };

int main(int argc, char **argv) {
  const bool is_same = argc > 1 && strcmp(argv[1], "same") == 0;
  uint64_t severity = 0;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t came[MOST];
    int size = 0;
#line 100
#pragma omp parallel
    {
      int me = omp_get_thread_num(), of = omp_get_num_threads();
      if (me == 0)
        size = of;
#ifdef FIXED
      work(1000 + 6000u / (unsigned)of);
#else
      work(me == (is_same ? of - 1 : round % of) ? 7000 : 1000);
#endif
      came[me] = now();
      MEET();
    }
    uint64_t end = now();
    for (int i = 0; i < size; i++)
      severity += end - came[i];
  }
  /* A barrier at which nobody is late may take 5 us of each member. */
  severity -= ROUNDS * 5000 * (unsigned)omp_get_max_threads();
  PAIR_TRUTH("load_imbalance", 100, severity, ", \"saving_ns\": %llu, \"advice\": \"%s\"", (unsigned long long)(severity / (unsigned)omp_get_max_threads()),
             is_same ? "Members have different amounts of work" : "In turn, members have more work");
  return 0;
}
