// Every construct runs at 1, 2 and 4 threads: visits are exact, the program's own output is the only one on stdout.
// RUN: %fresh && %program %s -o a
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=e1 ./a > out1 2> err1
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=e2 ./a > out2
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=e4 ./a > out4
// RUN: echo "sum 4950" > expected && diff out1 expected && diff out2 expected && diff out4 expected
// RUN: FileCheck %s --check-prefix=SUMMARY < err1
// RUN: %python %inputs/for-threads.py 1 e1 %check -- %s
// RUN: %python %inputs/for-threads.py 2 e2 %check -- %s
// RUN: %python %inputs/for-threads.py 4 e4 %check -- %s
// SUMMARY: {{^}}pomp: a · 1 thread · {{[0-9.]+}} s wall · {{[0-9.]+}} s threads × wall{{$}}
// SUMMARY-NEXT: {{^}}pomp: idle {{[0-9.]+}} % · waiting {{[0-9.]+}} % · measuring ~{{[0-9.]+}} %
// SUMMARY: {{^}} self% self s wait s visits  region {{(function  )?}}where{{$}}
// SUMMARY: pomp: experiment e1 (look at it: pomp-report e1)
//
// T is the number of threads, 10 the number of repetitions.
// CHECK: experiment['threads'] == T
// CHECK: experiment['state'] == 'complete' and experiment['program'] == 'a' and experiment['command'] == './a'
// CHECK: visits('parallel (fork-join)') == 10 and visits('parallel') == 10 * T
// CHECK: visits('for', 20) == 10 * T and visits('for', 25) == 10 * T
// CHECK: visits('barrier (implicit)', 20) == 10 * T
// CHECK: visits('sections') == 10 * T and visits('section') == 20
// CHECK: region('sections')['num_sections'] == 2
// CHECK: visits('single') == 10 * T and visits('single (block)') == 10
// CHECK: visits('master') == 10
// CHECK: visits('critical(sum)') == 1000 and visits('critical(sum) (block)') == 1000
// CHECK: visits('critical') == 10 * T
// CHECK: visits('atomic') == 10 * T
// CHECK: visits('barrier') == 10 * T
// CHECK: visits('ordered') == 1000 and visits('ordered (block)') == 1000
// CHECK: visits('workshare') == 10 * T
// CHECK: visits('parallel for (fork-join)') == 10 and visits('parallel for') == 10 * T
// CHECK: visits('parallel for (loop)') == 10 * T
// CHECK: visits('parallel sections (fork-join)') == 10 and visits('parallel sections (sections)') == 10 * T
// CHECK: visits('region(whole)') == 1
// CHECK: path('region(whole)', 'parallel (fork-join)', 'parallel', 'sections', 'section')['visits'] == 20
// CHECK: path('region(whole)', 'parallel (fork-join)', 'parallel', 'atomic')['visits'] == 10 * T
// CHECK: [l['kind'] for l in locations] == ['initial'] + ['member'] * T
// CHECK: all(r['file'] == 'test.c' and r['function'] == 'main' and r['begin_line1'] > 0 for r in regions[1:])
// CHECK: experiment['repaired'] == experiment['ignored'] == experiment['lost'] == experiment['unfinished'] == 0
#include "regions.h"
#include <stdio.h>

REGION_AT(whole, "region", "whole", 1);
REGION(par, "parallel", 10);
REGION(loop, "for", 20);
REGION(ordered_loop, "for", 25);
static struct ompregdescr sections = {"sections", "", 2, "test.c", 30, 30, 35, 35, {0}, 0, "main", 1};
REGION(single, "single", 40);
REGION(master, "master", 50);
REGION_AT(named, "critical", "sum", 60);
REGION(unnamed, "critical", 65);
REGION(atomic, "atomic", 70);
REGION(barrier, "barrier", 80);
REGION(ordered, "ordered", 90);
REGION(workshare, "workshare", 95);
REGION(par_for, "parallelfor", 100);
static struct ompregdescr par_sections = {"parallelsections", "", 2, "test.c", 110, 110, 115, 115, {0}, 0, "main", 1};

static int sum;

static void implicit_barrier(struct ompregdescr *d) {
  POMP_Barrier_enter(d);
#pragma omp barrier
  POMP_Barrier_exit(d);
}

static void loops(void) {
  POMP_For_enter(&loop);
#pragma omp for nowait
  for (int i = 0; i < 100; i++) {
    POMP_Critical_enter(&named);
#pragma omp critical(sum)
    {
      POMP_Critical_begin(&named);
      sum += i;
      POMP_Critical_end(&named);
    }
    POMP_Critical_exit(&named);
  }
  implicit_barrier(&loop);
  POMP_For_exit(&loop);
  POMP_For_enter(&ordered_loop);
#pragma omp for ordered nowait
  for (int i = 0; i < 100; i++) {
    POMP_Ordered_enter(&ordered);
#pragma omp ordered
    {
      POMP_Ordered_begin(&ordered);
      POMP_Ordered_end(&ordered);
    }
    POMP_Ordered_exit(&ordered);
  }
  implicit_barrier(&ordered_loop);
  POMP_For_exit(&ordered_loop);
}

static void blocks(void) {
  POMP_Sections_enter(&sections);
#pragma omp sections nowait
  {
#pragma omp section
    {
      POMP_Section_begin(&sections);
      POMP_Section_end(&sections);
    }
#pragma omp section
    {
      POMP_Section_begin(&sections);
      POMP_Section_end(&sections);
    }
  }
  implicit_barrier(&sections);
  POMP_Sections_exit(&sections);
  POMP_Single_enter(&single);
#pragma omp single nowait
  {
    POMP_Single_begin(&single);
    POMP_Single_end(&single);
  }
  implicit_barrier(&single);
  POMP_Single_exit(&single);
#pragma omp master
  {
    POMP_Master_begin(&master);
    POMP_Master_end(&master);
  }
  POMP_Workshare_enter(&workshare);
  POMP_Workshare_exit(&workshare);
}

static void synchronisation(void) {
  static int count;
  POMP_Critical_enter(&unnamed);
#pragma omp critical
  {
    POMP_Critical_begin(&unnamed);
    POMP_Critical_end(&unnamed);
  }
  POMP_Critical_exit(&unnamed);
  POMP_Atomic_enter(&atomic);
#pragma omp atomic
  count++;
  POMP_Atomic_exit(&atomic);
  implicit_barrier(&barrier);
}

static void combined(void) {
  POMP_Parallel_fork(&par_for);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par_for);
    POMP_For_enter(&par_for);
    implicit_barrier(&par_for);
    POMP_For_exit(&par_for);
    POMP_Parallel_end(&par_for);
  }
  POMP_Parallel_join(&par_for);
  POMP_Parallel_fork(&par_sections);
#pragma omp parallel
  {
    POMP_Parallel_begin(&par_sections);
    POMP_Sections_enter(&par_sections);
    POMP_Sections_exit(&par_sections);
    POMP_Parallel_end(&par_sections);
  }
  POMP_Parallel_join(&par_sections);
}

int main(void) {
  POMP_Begin(&whole);
  for (int repetition = 0; repetition < 10; repetition++) {
    sum = 0;
    POMP_Parallel_fork(&par);
#pragma omp parallel
    {
      POMP_Parallel_begin(&par);
      loops();
      blocks();
      synchronisation();
      implicit_barrier(&par);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    combined();
  }
  POMP_End(&whole);
  printf("sum %d\n", sum);
  return 0;
}
