// This file is given with -include, so it comes before the main file begins.
#include "deep.h"
#define FORCED_PARALLEL _Pragma("omp parallel num_threads(2)")
static inline int forced(int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i;
#pragma pomp inst begin(forced)
  if (n > 3)
    return s;
#pragma pomp inst end(forced)
  return -s;
}
