// A master thread runs the block of parallel masked.
int main(void) {
  int n = 0;
#pragma omp parallel masked num_threads(2) shared(n)
  n++;
  return n != 1;
}
