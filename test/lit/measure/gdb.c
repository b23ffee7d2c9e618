// The commands of pomp-gdb.py in gdb, of a program that hangs by the order of its locks or at a barrier, of nested teams and tasks that
// run, that have crashed, and of which there is only a core file; in C and in C++, with and without optimisation. Nothing depends on
// how long anything takes.
// REQUIRES: gdb
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && cp %s b.cpp
// RUN: %pomp_clang -O1 -g -Wall -Werror -I %root/test/clock a.c -o a && %python %S/Inputs/pomp-gdb.py %gdb_script ./a
// RUN: %pomp_clang++ -O0 -g -Wall -Werror -I %root/test/clock b.cpp -o b && %python %S/Inputs/pomp-gdb.py %gdb_script ./b
#include "test_clock.h"
#include <omp.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWN __attribute__((noinline))

static int inside;

static OWN void stay(void) {
  for (;;)
    pause();
}

static OWN void take_b(void) {
#pragma omp critical(B) /* inner B */
  inside++;
}

static OWN void hold_a(void) {
#pragma omp critical(A) /* outer A */
  {
    clock_gather(&inside, 2);
    take_b();
  }
}

static OWN void hang(void) {
#pragma omp parallel num_threads(2) /* hang's team */
  {
    if (omp_get_thread_num() == 0)
      hold_a();
    else {
#pragma omp critical(B) /* outer B */
      {
        clock_gather(&inside, 2);
#pragma omp critical(A) /* inner A */
        inside++;
      }
    }
  }
}

static OWN void wait_there(void) {
#pragma omp barrier /* in vain */
}

static OWN void late(void) {
#pragma omp parallel num_threads(3)
  {
    if (omp_get_thread_num() == 2)
      stay();
    wait_there();
  }
}

static OWN void work(int crashes) {
  clock_gather(&inside, 4);
  if (crashes)
    abort();
  stay();
}

static OWN void inner(int crashes) {
#pragma omp parallel num_threads(2) /* inner team */
  {
    if (omp_get_thread_num() == 1 && omp_get_ancestor_thread_num(1) == 1) {
#pragma omp task if (0) /* task */
      work(crashes);
    } else
      work(0);
  }
}

static OWN void nested(int crashes) {
  omp_set_max_active_levels(2);
#pragma pomp inst begin(step) /* step */
#pragma omp parallel num_threads(2) /* outer team */
  inner(crashes);
#pragma pomp inst end(step)
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "hang") == 0)
    hang();
  else if (strcmp(how, "late") == 0)
    late();
  else
    nested(strcmp(how, "crash") == 0);
  return 0;
}
