#ifndef INPUT_H
#define INPUT_H
#define PF _Pragma("omp parallel for")
static inline int hdr(int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += i;
  return s;
}
#endif
