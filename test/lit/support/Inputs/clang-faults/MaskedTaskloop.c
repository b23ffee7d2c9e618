// parallel masked taskloop runs its iterations.
int main(void) {
  int n = 0;
#pragma omp parallel masked taskloop num_threads(2) shared(n)
  for (int i = 0; i < 4; ++i) {
#pragma omp atomic
    n++;
  }
  return n != 4;
}
