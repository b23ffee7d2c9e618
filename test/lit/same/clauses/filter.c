// The filter of parallel masked is evaluated by each thread of the team, with the variables that Clang takes there.
// RUN: %same --no-gcc "Clang 19 takes another variable for one of the function under default(none)" --regions 10 %s -- -fopenmp-version=51 -Wall -Wextra
#include <omp.h>
#include <stdio.h>

static int global = 2, own;
#pragma omp threadprivate(own)

int main(int argc, char **argv) {
  int who[9] = {0}, x = argc;
  static int fixed = 1;
  const int constant = 1;
  (void)argv;
  omp_set_num_threads(4);
#pragma omp parallel
  own = 2;
#pragma omp parallel masked filter(x)
  who[0] = omp_get_thread_num();
#pragma omp parallel masked filter(x) default(none) shared(who)
  who[1] = omp_get_thread_num();
#pragma omp parallel masked filter(x) default(none) shared(who, x)
  who[2] = omp_get_thread_num();
#pragma omp parallel masked filter(omp_get_num_threads() - 1) default(none) shared(who)
  who[3] = omp_get_thread_num();
#pragma omp parallel masked filter(global) default(none) shared(who)
  who[4] = omp_get_thread_num();
#pragma omp parallel masked filter(fixed) default(private) shared(who)
  who[5] = omp_get_thread_num();
#pragma omp parallel masked filter(own) default(none) shared(who)
  who[6] = omp_get_thread_num();
#pragma omp parallel masked filter(x + 1) firstprivate(x)
  who[7] = omp_get_thread_num();
#pragma omp parallel masked filter(constant) default(firstprivate) shared(who)
  who[8] = omp_get_thread_num();
  for (int i = 0; i < 9; i++)
    printf("%d ", who[i]);
  printf("\n");
  return 0;
}
