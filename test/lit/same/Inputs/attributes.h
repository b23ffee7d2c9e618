  [[omp::directive(parallel for reduction(+ : s) if(s >= 0))]]
  for (int i = 0; i < 10; i++)
    s += i * __LINE__;
