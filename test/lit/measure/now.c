// `pomp-report --now` says what each thread of a running program does, by the program's number or its experiment. Each kind of program
// stays as it is until the script has seen what it waits for; nothing depends on how long that takes.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c && %pomp_clang -O1 -g -Wall -Werror -I %root/test/clock a.c -o a
// RUN: %python %S/Inputs/now.py %pomp_report ./a order
// RUN: %python %S/Inputs/now.py %pomp_report ./a missed
// RUN: %python %S/Inputs/now.py %pomp_report ./a loop
// RUN: %python %S/Inputs/now.py %pomp_report ./a task
// RUN: %python %S/Inputs/now.py %pomp_report ./a serial
// Teams that come and go, at barriers that are passed all the time, are never said to be stuck.
// RUN: %python %S/Inputs/now.py %pomp_report ./a quick
#include "test_clock.h"
#include <omp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static int inside;
static double sum;

static int is_over(void) { return access("stop", F_OK) == 0; }

static void order(void) {
#pragma omp parallel num_threads(6)
  {
    if (omp_get_thread_num() == 0) {
#pragma omp critical(A) /* order: A */
      {
        clock_gather(&inside, 2);
#pragma omp critical(B) /* order: wants B */
        sum++;
      }
    } else if (omp_get_thread_num() == 1) {
#pragma omp critical(B) /* order: B */
      {
        clock_gather(&inside, 2);
#pragma omp critical(A) /* order: wants A */
        sum++;
      }
    }
#pragma omp barrier /* order: barrier */
    sum++;
  }
}

static void missed(void) {
#pragma omp parallel num_threads(4) /* missed: parallel */
  {
    if (omp_get_thread_num() != 2) {
#pragma omp barrier /* missed: barrier */
    }
  }
}

static void loop(void) {
#pragma omp parallel num_threads(3)
  {
#pragma omp for schedule(static, 1) /* loop: for */
    for (int i = 0; i < 3; i++)
      while (i == 1 && !is_over())
        usleep(1000);
  }
}

static void task(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single /* task: single */
    {
#pragma omp task /* task: task */
      {
        clock_gather(&inside, 2);
        while (!is_over())
          usleep(1000);
      }
      clock_gather(&inside, 2); /* so the other thread executes it */
    }
  }
}

static void serial(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    sum++;
  }
  while (!is_over())
    usleep(1000);
}

static void quick(void) {
  for (int k = 0; !is_over(); k++) {
#pragma omp parallel num_threads(2 + k % 3)
    {
      for (int i = 0; i < 1 + k % 5; i++) {
#pragma omp barrier
#pragma omp single
        sum++;
      }
    }
  }
}

int main(int argc, char **argv) {
  static const struct {
    const char *name;
    void (*run)(void);
  } all[] = {{"order", order}, {"missed", missed}, {"loop", loop}, {"task", task}, {"serial", serial}, {"quick", quick}};
  for (size_t i = 0; argc > 1 && i < sizeof all / sizeof *all; i++)
    if (strcmp(argv[1], all[i].name) == 0)
      all[i].run();
  return 0;
}
