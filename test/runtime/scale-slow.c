// pomp-scale finds the constructs in which all threads together take longer the more they are, and tells whether there is as much to do:
// by the loop's iterations where they are counted. The time that each part takes is what the program says by its clock. Its arguments are
// how many percent of one thread's 100 ms several threads take together in a loop; and `more`, if each executes all of its iterations,
// `all`, if they do that outside of any loop, or `busy`, if they have no processor for a while; or `faults`, `sleeps` or `calls`, if what
// several threads take longer is the kernel's, which has page faults then, puts threads to sleep, or neither.
// RUN: %fresh && %clocked %s -o a && %python %inputs/scale-slow.py %bindir ./a
//
// RUN: %bindir/pomp-scale --folder text 1,2 -- ./a 150 | FileCheck %s
// CHECK: {{^}}Cause: threads slow each other down: for, main, test.c:31: all threads take 0.100 s with 1 thread, 0.150 s with 2 (× 1.50) for the same 1000 iterations; with perfect scaling the program would be done 0.025 s earlier with 2 (33.3 %). Line 32: each thread writes an element of its own of 'counts', and the elements share cache lines, {{[^.]*}}: give each thread a local variable{{[^.]*}}.{{$}}
// CHECK-NEXT: What limits it with 2 threads: computation, which leaves
// RUN: %bindir/pomp-scale --folder list --markdown 1,2 -- ./a 150 | grep "^\* Cause: threads slow each other down: for, main, test.c:31: "
// RUN: %bindir/pomp-scale --folder faults 1,2 -- ./a 150 faults | FileCheck --check-prefix=KERNEL %s
// KERNEL: Cause: threads slow each other down: {{.*}} earlier with 2 (33.3 %). The kernel works 0.000 s for its parallel region, and 0.050 s with more threads, with 0 page faults, then 20000, and 0 sleeps, then 0: all threads' page faults go through what the process has once; allocate buffers once and use them again.{{$}}
// RUN: %bindir/pomp-scale --folder none 1,2 -- ./a 100 | FileCheck --check-prefix=NONE %s
// NONE-NOT: Cause
// NONE: Experiments: none
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>
#include <string.h>

enum { ITERATIONS = 1000 };

REGION(par, "parallel", 30);
REGION(loop, "for", 31);

static const char *how;
static uint64_t percent;
static int in_kernel(void) { return strcmp(how, "faults") == 0 || strcmp(how, "sleeps") == 0 || strcmp(how, "calls") == 0; }

/* The members share the loop out as the OpenMP runtime does, and take the time by the clock. */
static void work(int iterations, uint64_t ns) {
  POMP_For_enter(&loop);
#pragma omp for schedule(dynamic, 100) nowait
  for (int i = 0; i < iterations; i++)
    ;
  const struct clock_kernel what = {.faults = strcmp(how, "faults") == 0 ? 10000 : 0, .sleeps = strcmp(how, "sleeps") == 0 ? 1000 : 0};
  const uint64_t longer = in_kernel() ? ns - ns * 100 / percent : 0;
  clock_work(ns - longer);
  if (longer)
    clock_in_kernel(longer, what);
  POMP_For_exit(&loop);
}

int main(int argc, char **argv) {
  const uint64_t threads = (uint64_t)omp_get_max_threads();
  how = argc > 2 ? argv[2] : "";
  percent = argc > 1 && threads > 1 ? strtoul(argv[1], NULL, 10) : 100;
  const uint64_t each = 100 * CLOCK_MS * percent / 100 / threads;
  par.flags = POMP_RD_IMPLICIT_JOIN;
  loop.clauses = "schedule(dynamic, 100)";
  loop.facts = POMP_RD_SCHEDULE_DYNAMIC | POMP_RD_HAS_CHUNK;
  loop.chunk = 100;
  loop.notes = "thread_stride 32 counts";
  POMP_Register_regions(&loop, 1, sizeof loop);
  clock_start();
  if (in_kernel())
    clock_kernel_start();
  for (int i = 0; i < 2; i++) { /* the first team comes before the runtime asks for loops */
    if (in_kernel())
      clock_work(CLOCK_US); /* of teams that follow each other closely, not all are asked for their CPU time */
    POMP_Parallel_fork(&par);
#pragma omp parallel
    {
      POMP_Parallel_begin(&par);
      if (i && strcmp(how, "all") == 0)
        clock_work(each);
      else if (i)
        work(ITERATIONS * (strcmp(how, "more") == 0 ? (int)threads : 1), each);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  if (strcmp(how, "busy") == 0 && threads > 1)
    __pomp_ready = 20 * CLOCK_MS;
  return 0;
}
