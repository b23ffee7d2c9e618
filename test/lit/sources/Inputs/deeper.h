#pragma once
static inline int deeper(int n) {
#pragma omp atomic
  n++;
  return n;
}
