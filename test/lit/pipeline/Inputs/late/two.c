int next2(int);
int next(int);
void g2(int *a, int n) {
#pragma omp parallel
  {
#pragma omp critical
    a[0]++;
  }
}
void h2(int *a, int n) {
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = next(i);
#pragma omp simd
  for (int i = 0; i < n; i++)
    a[i] = next(-i);
}
