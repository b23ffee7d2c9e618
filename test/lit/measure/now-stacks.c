// `pomp-report --now --stacks` shows the functions that each thread is in: of a hang, of a program that goes on as if nothing had been,
// of one that another process traces, and from the core file of a crash or of gdb's gcore. Nothing depends on how long anything takes.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %pomp_clang -O1 -g -Wall -Werror -I %root/test/clock a.c -o a
// RUN: %python %S/Inputs/now-stacks.py %pomp_report ./a hang
// RUN: %python %S/Inputs/now-stacks.py %pomp_report ./a loop
// RUN: %python %S/Inputs/now-stacks.py %pomp_report ./a crash
// RUN: %python %S/Inputs/now-stacks.py %pomp_report ./a gcore
#include "test_clock.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OWN __attribute__((noinline))

static int inside;
static volatile double sum;

static OWN void take_b(void) {
#pragma omp critical(B) /* wants B */
  sum = sum + 1;
}

static OWN void hold_a(void) {
#pragma omp critical(A)
  {
    clock_gather(&inside, 2);
    take_b(); /* calls */
  }
  sum = sum + 1;
}

static OWN void hang(void) {
#pragma omp parallel num_threads(4)
  {
    if (omp_get_thread_num() == 0)
      hold_a();
    else if (omp_get_thread_num() == 1) {
#pragma omp critical(B)
      {
        clock_gather(&inside, 2);
#pragma omp critical(A)
        sum = sum + 1;
      }
    }
  }
  sum = sum + 1;
}

static OWN int wait_for_file(void) {
  int turns = 0;
  while (access("stop", F_OK) != 0)
    turns += usleep(1000) != 0; /* a system call that is broken off would be counted */
  return turns;
}

static OWN int loop(void) {
  int turns = 0;
#pragma omp parallel num_threads(3) reduction(+ : turns)
  {
#pragma omp for schedule(static, 1)
    for (int i = 0; i < 3; i++)
      turns += i == 1 ? wait_for_file() : 0;
  }
  sum = sum + 1;
  return turns;
}

static OWN void fail(void) {
  abort();
  sum = sum + 1;
}

static OWN void crash(void) {
#pragma omp parallel num_threads(3)
  {
    clock_gather(&inside, 3);
    if (omp_get_thread_num() == 2)
      fail();
#pragma omp barrier
    sum = sum + 1;
  }
}

int main(int argc, char **argv) {
  int turns = 0;
  if (argc > 1 && strcmp(argv[1], "hang") == 0)
    hang();
  else if (argc > 1 && strcmp(argv[1], "loop") == 0)
    turns = loop();
  else
    crash();
  printf("%d calls were broken off\n", turns);
  return 0;
}
