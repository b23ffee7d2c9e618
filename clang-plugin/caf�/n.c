int f(int n) {
#pragma omp critical
  n++;
  return n;
}
