// pomp-control switches, samples and suspends a program that runs, and everything is counted exactly; whoever dies or writes nonsense
// in between does no harm to the program.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && %python %inputs/steer.py %pomp_control %pomp_report ./a
// RUN: %pomp_control --help | grep "usage: pomp-control" && %pomp_control --version | grep "^pomp-control [0-9.]*$"
// RUN: %pomp_control --manual=man | grep "^.TH POMP.*CONTROL 1 " && %pomp_control --manual=bash | grep -e --lease
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION_AT(step, "region", "step", 2);
REGION_AT(other, "region", "other", 3);
REGION_AT(inner, "region", "inner", 4);

/* Each of three threads begins both regions again and again. What it has counted is in a file that others may read. */
static unsigned long counts[3][8];

static void work(FILE *told) {
  unsigned long *count = counts[omp_get_thread_num()];
  for (unsigned k = 0; k % 64 || access("enough", F_OK) != 0; k++) {
    POMP_Begin(&other);
    usleep(k % 16 ? 0 : 100);
    POMP_Begin(&inner);
    POMP_Begin(&inner); /* in itself */
    POMP_End(&inner);
    POMP_End(&inner);
    POMP_End(&other);
    POMP_Begin(&step);
    ++*count;
    POMP_End(&step);
    if (k % 64 == 0 && omp_get_thread_num() == 0) {
      rewind(told);
      fprintf(told, "%020lu\n", *count);
      fflush(told);
    }
  }
}

int main(void) {
  FILE *told = fopen("count", "w");
  setvbuf(stdout, NULL, _IOLBF, 0);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(3)
  {
    POMP_Parallel_begin(&par);
    work(told);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  printf("steps %lu\n", counts[0][0] + counts[1][0] + counts[2][0]);
  fclose(told);
  return 0;
}
