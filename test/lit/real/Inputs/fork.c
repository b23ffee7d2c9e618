/* fork.c - checks by forking a team, and says how large it is. */
#include <omp.h>
#include <stdio.h>

int main(void) {
  int threads = 0;
#pragma omp parallel
#pragma omp master
  threads = omp_get_num_threads();
  printf("%d\n", threads);
  return 0;
}
