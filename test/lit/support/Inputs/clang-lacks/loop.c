// FLAGS: -fopenmp-version=51 -w
int main(void) {
  int loop = 0, masked = 0;
#pragma omp parallel num_threads(2)
#pragma omp loop
  for (int i = 0; i < 10; i++)
    __atomic_fetch_add(&loop, 1, __ATOMIC_RELAXED);
#pragma omp parallel masked num_threads(2)
  masked++;
  return loop != 10 || masked != 1;
}
