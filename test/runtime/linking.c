// A program is linked without OpenMP, and with the static archive.
// RUN: %fresh
// Without OpenMP there is nothing to call for a lock, and the program links all the same.
// RUN: %cc -DNO_OPENMP %s -o plain %library && env POMP_EXPERIMENT_DIR=plain.e POMP_SUMMARY=0 ./plain
// RUN: %check plain.e 'visits("region(r)") == 1'
// The archive is linked with weak references as instrumented code has them.
// RUN: %cc -fopenmp %s -o static %libdir/libpompomp.a && env POMP_EXPERIMENT_DIR=static.e POMP_SUMMARY=0 ./static
// RUN: %check static.e 'visits("region(r)") == 1' 'visits("ordered") == 1' 'experiment["state"] == "complete"'
// An OMPT tool of the program's, and functions of POMP that it defines itself, take the place of those in the archive.
// RUN: %cc -fopenmp -DOWN %s -o own %libdir/libpompomp.a && env POMP_EXPERIMENT_DIR=own.e POMP_SUMMARY=0 ./own > out && grep -c "own tool" out && grep -c "own Ordered_enter" out
// RUN: %check own.e 'visits("region(r)") == 1' '"ordered" not in names()' 'visits("ordered (block)") == 1' 'experiment["nesting"] == "unknown"' 'experiment["ignored"] == 0'
#include "regions.h"
#include <stddef.h>
#include <stdio.h>

#pragma weak POMP_Ordered_enter
#pragma weak POMP_Ordered_begin
#pragma weak POMP_Ordered_end
#pragma weak POMP_Ordered_exit

REGION_AT(r, "region", "r", 1);
REGION(ordered, "ordered", 2);
REGION(par, "parallel", 3);

#ifdef OWN
void *ompt_start_tool(unsigned version, const char *runtime) {
  (void)version, (void)runtime;
  puts("own tool");
  return NULL;
}
void POMP_Ordered_enter(struct ompregdescr *d) {
  (void)d;
  puts("own Ordered_enter");
}
void POMP_Ordered_exit(struct ompregdescr *d) { (void)d; }
#endif

int main(void) {
  POMP_Begin(&r);
#ifndef NO_OPENMP
  omp_lock_t lock;
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  POMP_Init_lock(&lock);
  POMP_Destroy_lock(&lock);
  if (!POMP_Ordered_enter)
    return 1;
#endif
  if (POMP_Ordered_enter) {
    POMP_Ordered_enter(&ordered);
    POMP_Ordered_begin(&ordered);
    POMP_Ordered_end(&ordered);
    POMP_Ordered_exit(&ordered);
  }
  POMP_End(&r);
  return 0;
}
