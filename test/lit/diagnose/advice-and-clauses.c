// No advice is given that a clause on the line forbids, or has already.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags a.c -o a
// RUN: sh -c 'for mode in collapse if guided copyprivate single undeferred copies tasks taskwait; do POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=$mode OMP_WAIT_POLICY=passive OMP_NUM_THREADS=2 ./a $mode && %pomp_report --diagnose $mode > $mode.txt || exit 1; done'
// RUN: FileCheck %s --check-prefix=COLLAPSE --implicit-check-not="(collapse)" < collapse.txt && FileCheck %s --check-prefix=IF --implicit-check-not="(if clause)" < if.txt
// RUN: %pomp_report --diagnose --json guided | FileCheck %s --check-prefix=GUIDED && FileCheck %s --check-prefix=COPY --implicit-check-not=nowait < copyprivate.txt && FileCheck %s --check-prefix=SINGLE < single.txt
// RUN: FileCheck %s --check-prefix=UNDEFERRED < undeferred.txt
// RUN: FileCheck %s --check-prefix=COPIES < copies.txt && %pomp_report --json copies | grep -E '"copies": ?true'
// RUN: FileCheck %s --check-prefix=TASKS < tasks.txt
// RUN: FileCheck %s --check-prefix=TASKWAIT < taskwait.txt
// TASKWAIT: The thread that makes tasks waits at taskwait {{.*}}a.c:1100) after each
// TASKS: tasks too fine: {{.*}}a.c:900
// TASKS-NEXT: To make a task takes 30.00 us, as each has a copy of the large objects of firstprivate(table)
// COPIES: 1. parallel region too short for its fork: {{.*}}a.c:800
// COPIES-NEXT: in which each of 2 members copies the{{$}}
// COLLAPSE: 1. uneven work: {{.*}}a.c:100
// COLLAPSE: share out the loop inside or
// COLLAPSE-NEXT: around this one, too.
// IF: 1. parallel region too short for its fork: {{.*}}a.c:200
// IF: its if clause leave more of them serial.
// GUIDED: "advice": "The loop's clauses are schedule(guided). {{.*}}so use schedule(dynamic), whose chunks are smaller
// COPY: 1. serial code while threads are idle: {{.*}}a.c:400
// SINGLE: 1. serial code while threads are idle: {{.*}}a.c:500
// SINGLE: (nowait, if they don't need it yet)
// UNDEFERRED: 1. members that come late to a barrier: {{.*}}a.c:600
// UNDEFERRED-NEXT: The thread that makes a task (a.c:700) executes it, too, as its clauses are if(argc > 2)
#include "pair.h"
#include <string.h>

static int forking(int size) {
  cost(30000);
  return size;
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  int drawn = 0;
  pair_begin();
  for (int i = 0; i < 20 && !strcmp(mode, "collapse"); i++)
#line 100
#pragma omp parallel for collapse(2)
    for (int k = 0; k < argc - 1; k++)
      for (int m = 0; m < 1; m++)
        work(1000);
  for (int i = 0; i < 300 && !strcmp(mode, "if"); i++)
#line 200
#pragma omp parallel num_threads(forking(2)) if (argc > 1)
  {
    work(20);
    MEET();
    lasts(20000);
  }
  for (int i = 0; i < 20 && !strcmp(mode, "guided"); i++)
#line 300
#pragma omp parallel for schedule(guided)
    for (int k = 0; k < 2; k++) {
      TOGETHER(2);
      work(k ? 3000 : 9000);
      MEET();
    }
#pragma omp parallel private(drawn)
  for (int i = 0; i < 20; i++) {
    if (!strcmp(mode, "copyprivate")) {
#line 400
#pragma omp single copyprivate(drawn)
      work((unsigned)(drawn = 1000));
      MEET();
    }
    if (!strcmp(mode, "single")) {
#line 500
#pragma omp single
      work(1000);
      MEET();
    }
    if (!strcmp(mode, "undeferred")) {
#line 600
#pragma omp single
#line 700
#pragma omp task if (argc > 2)
      work(1000);
      MEET();
    }
  }
  static char table[8192];
  for (int i = 0; i < 300 && !strcmp(mode, "copies"); i++)
#line 800
#pragma omp parallel num_threads(forking(2)) firstprivate(table)
  {
    work(table[0] + 20);
    MEET();
    lasts(20000);
  }
#pragma omp parallel num_threads(2)
  for (int i = 0; i < 200 && !strcmp(mode, "tasks"); i++) {
#pragma omp single
#line 900
#pragma omp task firstprivate(table) priority(forking(1))
    work(table[0] + 100);
    MEET();
  }
#pragma omp parallel num_threads(2)
  if (!strcmp(mode, "taskwait")) {
    static int turn; /* the other member comes to the barrier when there is no task any more */
#pragma omp master
    {
      for (int i = 0; i < 40; i++) {
#line 1000
#pragma omp task
        work(1000);
#line 1100
#pragma omp taskwait
      }
      goes(&turn);
    }
    comes(&turn, 1);
    MEET();
  }
  return drawn < 0;
}
