// Constructs of all kinds are left out one by one while they run: the program goes on as it would, nothing is repaired or ignored, and
// what is left counts each visit.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %pomp_clang -O1 -g -Wall -Werror --pomp-functions=all a.c -o a
// RUN: %python %S/Inputs/left-out.py %pomp_report ./a
// RUN: %if all %{ env OMP_PLACES=threads %python %S/Inputs/left-out.py %pomp_report ./a %}
#include <omp.h>
#include <stdio.h>
#include <unistd.h>

static long sum, locked, ordered, sections, blocks, tasks;
static omp_lock_t lock;

__attribute__((noinline)) static long small(long i) { return i % 3; }

static void step(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(dynamic, 4) ordered
    for (int i = 0; i < 24; i++) {
#pragma omp critical(sum)
      sum += small(i);
#pragma omp ordered
      ordered++;
    }
#pragma omp sections
    {
#pragma omp section
      sections++;
#pragma omp section
#pragma omp atomic
      tasks += 0;
    }
#pragma omp single
    {
      for (int i = 0; i < 8; i++)
#pragma omp task
      {
#pragma omp atomic
        tasks++;
      }
#pragma omp taskwait
    }
#pragma omp barrier
#pragma omp masked
    blocks++;
    omp_set_lock(&lock);
    locked++;
    omp_unset_lock(&lock);
#pragma omp for nowait
    for (int i = 0; i < 8; i++)
#pragma omp atomic
      sum += small(i);
  }
}

int main(void) {
  long steps = 0;
  omp_init_lock(&lock);
  FILE *told = fopen("count", "w");
  for (; steps % 16 || access("enough", F_OK) != 0; steps++) {
    step();
    rewind(told);
    fprintf(told, "%020ld\n", steps);
    fflush(told);
  }
  omp_destroy_lock(&lock);
  /* The sum of i % 3: 8 times 3 for 24, and 0 1 2 0 1 2 0 1 for 8. */
  printf("%ld steps, %s\n", steps,
         sum == steps * (24 + 7) && locked == 3 * steps && ordered == 24 * steps && sections == steps && blocks == steps && tasks == 8 * steps ? "right" : "wrong");
  return 0;
}
