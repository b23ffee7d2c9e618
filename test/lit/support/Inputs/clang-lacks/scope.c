// FLAGS: -fopenmp-version=51 -fsyntax-only
int main(void) {
  int n = 0;
#pragma omp parallel
#pragma omp scope
#pragma omp atomic
  n++;
  return n == 0;
}
