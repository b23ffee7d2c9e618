static int NAME(int n) { int s = 0;
#pragma omp parallel for reduction(+:s)
  for (int i = 0; i < n; i++) s += STEP;
#ifdef EXTRA
#pragma omp parallel
#pragma omp single
  s++;
#endif
  return s; }
