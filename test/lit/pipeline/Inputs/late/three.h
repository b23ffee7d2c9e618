int next(int);
static void g3(int *a, int n) {
#pragma omp parallel
  {
#pragma omp critical
    a[0]++;
  }
}
static inline void h3(int *a, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = next(i);
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = next(-i);
}
