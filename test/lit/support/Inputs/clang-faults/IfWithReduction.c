// A taskloop simd has both if and reduction.
int main(int argc, char **argv) {
  int r = 0;
  (void)argv;
#pragma omp parallel num_threads(1) shared(r)
#pragma omp master taskloop simd if (argc > 0) reduction(+ : r)
  for (int i = 0; i < 4; ++i)
    r += i;
  return r != 6;
}
