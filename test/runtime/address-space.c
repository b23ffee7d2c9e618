// Address space is taken as it is used: what a process may map (ulimit -v) is left to the program, whether the limit comes
// before or after the measurement begins, and with a trace, and with metrics.
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/address-space.py ./a %pomp_report
#include "regions.h"
#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

REGION(par, "parallel", 1);
REGION_AT(early, "region", "early", 2);

static long in_use(void) {
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld", &pages) != 1)
    exit(1);
  fclose(file);
  return pages * 4096;
}

static void work(int threads, int rounds) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(threads)
  {
    static __thread struct ompregdescr own[20];
    POMP_Parallel_begin(&par);
    regions_fill(own, 20, &par, "for", 10 + 100 * omp_get_thread_num());
    for (int i = 0; i < rounds; i++) {
      POMP_For_enter(&own[i % 20]);
      POMP_For_exit(&own[i % 20]);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

/* The arguments say when the limit comes, how many KiB more than are in use it leaves, and how often each thread has a
 * region. Whatever is left in the end is taken, and its size printed. */
int main(int argc, char **argv) {
  if (argc < 4)
    return 1;
  bool late = strcmp(argv[1], "late") == 0;
#pragma omp parallel num_threads(4)
  if (omp_get_num_threads() != 4)
    exit(1);
  if (late) {
    POMP_Begin(&early);
    POMP_End(&early);
  }
  long left = atol(argv[2]), used = in_use();
  struct rlimit limit = {(rlim_t)(used + left * 1024), RLIM_INFINITY};
  if (left && setrlimit(RLIMIT_AS, &limit))
    return 1;
  work(4, atoi(argv[3]));
  long taken = 0;
  while (left && mmap(NULL, 4096, taken % 2 ? PROT_READ : PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED)
    taken++;
  printf("%ld %ld\n", taken * 4, in_use() / 1024);
  return 0;
}
