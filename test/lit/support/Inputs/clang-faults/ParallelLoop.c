// parallel loop sums up.
int main(void) {
  int s = 0;
#pragma omp parallel loop num_threads(2) reduction(+ : s)
  for (int i = 0; i < 8; ++i)
    s += i;
  return s != 28;
}
