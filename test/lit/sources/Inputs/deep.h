#ifndef DEEP_H
#define DEEP_H
#include "deeper.h"
#define IN_HEADER(x) _Pragma("omp critical(in_header)") x
static inline int deep(int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += deeper(i);
  return s;
}
#endif
