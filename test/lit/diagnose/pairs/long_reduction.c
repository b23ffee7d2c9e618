// A reduction has an array, and each of the members takes longer to add its copy than its part of the loop. In the fixed program each member
// has elements of its own.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2
#include "pair.h"
#include <omp.h>

enum { ROUNDS = 100, WORK = 100, ADDING = 200000 /* ns */ };
struct field {
  double at[100];
};

static void add(struct field *to, const struct field *from) {
  cost(ADDING);
  for (int i = 0; i < 100; i++)
    to->at[i] += from->at[i];
}
#pragma omp declare reduction(add : struct field : add(&omp_out, &omp_in)) initializer(omp_priv = (struct field){{0}})

int main(void) {
  struct field f = {{0}};
  pair_begin();
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#ifdef FIXED
#line 100
#pragma omp for
#else
#line 100
#pragma omp for reduction(add : f)
#endif
    for (int i = 0; i < 2; i++) {
      f.at[i] += 1;
      work(WORK);
    }
    MEET();
#pragma omp barrier
  }
  PAIR_TRUTH("long_reduction", 100, 2 * ROUNDS * ADDING, ", \"advice\": \"Its clauses are reduction(add: f).\"");
  return f.at[0] + f.at[1] < 2 * ROUNDS;
}
