#ifndef INNER_H
#define INNER_H
static int inner(int n) {
  int s = 0;
#pragma omp parallel num_threads(1)
#pragma omp critical
  s += n;
  return s;
}
#endif