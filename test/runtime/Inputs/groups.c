/* groups.c - teams whose members belong to known groups. Each member tells what it is, by the name of its place and the
 * CPU time that it worked for: "PLACE GROUP NS". */
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <time.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(first, "for", 3);
REGION(second, "for", 4);

static long long cpu(void) {
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static long long work(struct ompregdescr *loop, long long ms) {
  POMP_For_enter(loop);
  long long begin = cpu();
  while (cpu() - begin < ms * 1000000)
    ;
  POMP_For_exit(loop);
  return cpu() - begin;
}

/* An outer team of 2 has inner teams of 4, which work in different loops. */
static void nested(void) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    int above = omp_get_thread_num();
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(4)
    {
      POMP_Parallel_begin(&inner);
      printf("0>%d>%d %s %lld\n", above, omp_get_thread_num(), above ? "second" : "first",
             work(above ? &second : &first, 120));
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

/* A team of 2, in which one member does four times what the other one does; or both the same. */
static void flat(int uneven) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    int heavy = uneven && omp_get_thread_num() == 0;
    long long sum = 0;
    for (int round = 0; round < 5; round++) {
      sum += work(&first, heavy ? 80 : 20);
#pragma omp barrier
    }
    printf("0>%d %s %lld\n", omp_get_thread_num(), heavy ? "heavy" : "light", sum);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

int main(int argc, char **argv) {
  omp_set_max_active_levels(2);
  if (argc > 1 && argv[1][0] == 'n')
    nested();
  else
    flat(argc > 1 && argv[1][0] == 'u');
  return 0;
}
