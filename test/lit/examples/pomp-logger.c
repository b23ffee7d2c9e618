// pomp-logger.c - has every construct of the POMP paper, linked with a library that defines just the paper's functions:
// which of them are called, how often, with which descriptor; by one thread and by four.
//
// Each construct's rows are below it: the table is sorted by line, and CHECK-NEXT lets none be missing or too many.
//
// RUN: %clang -std=c11 -O1 -fPIC -shared -fopenmp -I %include %root/examples/pomp-logger/pomp-logger.c -o %t.so
// RUN: %pomp_clang -std=c11 -O1 --pomp-no-library %s %t.so -Wl,-rpath,%T -o %t
// RUN: env OMP_NUM_THREADS=1 POMP_LOGGER_FILE=%t.1 %t
// RUN: FileCheck %s -D#N=1 --input-file=%t.1
// RUN: env OMP_NUM_THREADS=4 OMP_DYNAMIC=false POMP_LOGGER_FILE=%t.4 %t
// RUN: FileCheck %s -D#N=4 --input-file=%t.4
#include <omp.h>
#include <stdio.h>

#ifndef _POMP
#error "_POMP is not defined"
#endif

static omp_lock_t lock;
static omp_nest_lock_t nest_lock;
static int sum;

// CHECK: {{^}}function construct sub_name line count{{$}}
static void locks(void) {
  omp_init_lock(&lock);
  omp_set_lock(&lock);
  omp_unset_lock(&lock);
  if (omp_test_lock(&lock))
    omp_unset_lock(&lock);
  omp_destroy_lock(&lock);
  omp_init_nest_lock(&nest_lock);
  omp_set_nest_lock(&nest_lock);
  if (omp_test_nest_lock(&nest_lock) == 2)
    omp_unset_nest_lock(&nest_lock);
  omp_unset_nest_lock(&nest_lock);
  omp_destroy_nest_lock(&nest_lock);
}
// CHECK-NEXT: POMP_Init - - 0 1{{$}}
// CHECK-NEXT: POMP_Finalize - - 0 1{{$}}
// CHECK-NEXT: POMP_On - - 0 1{{$}}
// CHECK-NEXT: POMP_Off - - 0 1{{$}}
// CHECK-NEXT: POMP_Init_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Destroy_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Set_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Unset_lock - - 0 2{{$}}
// CHECK-NEXT: POMP_Test_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Init_nest_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Destroy_nest_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Set_nest_lock - - 0 1{{$}}
// CHECK-NEXT: POMP_Unset_nest_lock - - 0 2{{$}}
// CHECK-NEXT: POMP_Test_nest_lock - - 0 1{{$}}

static void constructs(void) {
  // CHECK-NEXT: POMP_Begin function constructs [[@LINE-1]] 1{{$}}
  // CHECK-NEXT: POMP_End function constructs [[@LINE-2]] 1{{$}}
#pragma omp parallel
  // CHECK-NEXT: POMP_Parallel_fork parallel - [[@LINE-1]] 1{{$}}
  // CHECK-NEXT: POMP_Parallel_begin parallel - [[@LINE-2]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_end parallel - [[@LINE-3]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_join parallel - [[@LINE-4]] 1{{$}}
  // CHECK-NEXT: POMP_Barrier_enter parallel - [[@LINE-5]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Barrier_exit parallel - [[@LINE-6]] [[#N]]{{$}}
  {
#pragma omp for
    // CHECK-NEXT: POMP_For_enter for - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_For_exit for - [[@LINE-2]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_enter for - [[@LINE-3]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_exit for - [[@LINE-4]] [[#N]]{{$}}
    for (int i = 0; i < 10; ++i)
#pragma omp atomic
      // CHECK-NEXT: POMP_Atomic_enter atomic - [[@LINE-1]] 10{{$}}
      // CHECK-NEXT: POMP_Atomic_exit atomic - [[@LINE-2]] 10{{$}}
      sum += i;

#pragma omp for nowait
    // CHECK-NEXT: POMP_For_enter for - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_For_exit for - [[@LINE-2]] [[#N]]{{$}}
    for (int i = 0; i < 10; ++i) {
    }

#pragma omp barrier
    // CHECK-NEXT: POMP_Barrier_enter barrier - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_exit barrier - [[@LINE-2]] [[#N]]{{$}}

#pragma omp sections
    // CHECK-NEXT: POMP_Sections_enter sections - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Sections_exit sections - [[@LINE-2]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_enter sections - [[@LINE-3]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_exit sections - [[@LINE-4]] [[#N]]{{$}}
    // Each section has its own line.
    {
      sum++; // the first section may go unmarked
      // CHECK-NEXT: POMP_Section_begin sections - [[@LINE-1]] 1{{$}}
      // CHECK-NEXT: POMP_Section_end sections - [[@LINE-2]] 1{{$}}
#pragma omp section
      // CHECK-NEXT: POMP_Section_begin sections - [[@LINE-1]] 1{{$}}
      // CHECK-NEXT: POMP_Section_end sections - [[@LINE-2]] 1{{$}}
      {
      }
#pragma omp section
      // CHECK-NEXT: POMP_Section_begin sections - [[@LINE-1]] 1{{$}}
      // CHECK-NEXT: POMP_Section_end sections - [[@LINE-2]] 1{{$}}
      {
      }
    }

#pragma omp sections nowait
    // CHECK-NEXT: POMP_Sections_enter sections - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Sections_exit sections - [[@LINE-2]] [[#N]]{{$}}
    {
#pragma omp section
      // CHECK-NEXT: POMP_Section_begin sections - [[@LINE-1]] 1{{$}}
      // CHECK-NEXT: POMP_Section_end sections - [[@LINE-2]] 1{{$}}
      {
      }
    }

#pragma omp single
    // CHECK-NEXT: POMP_Single_enter single - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Single_begin single - [[@LINE-2]] 1{{$}}
    // CHECK-NEXT: POMP_Single_end single - [[@LINE-3]] 1{{$}}
    // CHECK-NEXT: POMP_Single_exit single - [[@LINE-4]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_enter single - [[@LINE-5]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_exit single - [[@LINE-6]] [[#N]]{{$}}
    sum++;

#pragma omp single nowait
    // CHECK-NEXT: POMP_Single_enter single - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Single_begin single - [[@LINE-2]] 1{{$}}
    // CHECK-NEXT: POMP_Single_end single - [[@LINE-3]] 1{{$}}
    // CHECK-NEXT: POMP_Single_exit single - [[@LINE-4]] [[#N]]{{$}}
    {
    }

    int mine = 0;
#pragma omp single copyprivate(mine)
    // CHECK-NEXT: POMP_Single_enter single - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Single_begin single - [[@LINE-2]] 1{{$}}
    // CHECK-NEXT: POMP_Single_end single - [[@LINE-3]] 1{{$}}
    // CHECK-NEXT: POMP_Single_exit single - [[@LINE-4]] [[#N]]{{$}}
    mine = 1;

#pragma omp master
    // CHECK-NEXT: POMP_Master_begin master - [[@LINE-1]] 1{{$}}
    // CHECK-NEXT: POMP_Master_end master - [[@LINE-2]] 1{{$}}
    sum++;

#pragma omp critical
    // CHECK-NEXT: POMP_Critical_enter critical - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_begin critical - [[@LINE-2]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_end critical - [[@LINE-3]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_exit critical - [[@LINE-4]] [[#N]]{{$}}
    sum += mine;

#pragma omp critical(names)
    // CHECK-NEXT: POMP_Critical_enter critical names [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_begin critical names [[@LINE-2]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_end critical names [[@LINE-3]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Critical_exit critical names [[@LINE-4]] [[#N]]{{$}}
    {
    }

#pragma omp for ordered
    // CHECK-NEXT: POMP_For_enter for - [[@LINE-1]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_For_exit for - [[@LINE-2]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_enter for - [[@LINE-3]] [[#N]]{{$}}
    // CHECK-NEXT: POMP_Barrier_exit for - [[@LINE-4]] [[#N]]{{$}}
    for (int i = 0; i < 10; ++i)
      // ordered is not in the paper: the library has no POMP_Ordered_..., and the program does without.
#pragma omp ordered
      sum++;

#pragma omp flush
  }

#pragma omp parallel for
  // CHECK-NEXT: POMP_Parallel_fork parallelfor - [[@LINE-1]] 1{{$}}
  // CHECK-NEXT: POMP_Parallel_begin parallelfor - [[@LINE-2]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_end parallelfor - [[@LINE-3]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_join parallelfor - [[@LINE-4]] 1{{$}}
  // CHECK-NEXT: POMP_For_enter parallelfor - [[@LINE-5]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_For_exit parallelfor - [[@LINE-6]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Barrier_enter parallelfor - [[@LINE-7]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Barrier_exit parallelfor - [[@LINE-8]] [[#N]]{{$}}
  for (int i = 0; i < 10; ++i) {
  }

#pragma omp parallel sections
  // CHECK-NEXT: POMP_Parallel_fork parallelsections - [[@LINE-1]] 1{{$}}
  // CHECK-NEXT: POMP_Parallel_begin parallelsections - [[@LINE-2]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_end parallelsections - [[@LINE-3]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Parallel_join parallelsections - [[@LINE-4]] 1{{$}}
  // CHECK-NEXT: POMP_Sections_enter parallelsections - [[@LINE-5]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Sections_exit parallelsections - [[@LINE-6]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Barrier_enter parallelsections - [[@LINE-7]] [[#N]]{{$}}
  // CHECK-NEXT: POMP_Barrier_exit parallelsections - [[@LINE-8]] [[#N]]{{$}}
  {
#pragma omp section
    // CHECK-NEXT: POMP_Section_begin parallelsections - [[@LINE-1]] 1{{$}}
    // CHECK-NEXT: POMP_Section_end parallelsections - [[@LINE-2]] 1{{$}}
    {
    }
#pragma omp section
    // CHECK-NEXT: POMP_Section_begin parallelsections - [[@LINE-1]] 1{{$}}
    // CHECK-NEXT: POMP_Section_end parallelsections - [[@LINE-2]] 1{{$}}
    {
    }
  }
}

int main(void) {
  // CHECK-NEXT: POMP_Begin function main [[@LINE-1]] 1{{$}}
#pragma pomp inst init
#pragma pomp inst begin(phase)
  // CHECK-NEXT: POMP_Begin region phase [[@LINE-1]] 1{{$}}
  // CHECK-NEXT: POMP_End region phase [[@LINE-2]] 1{{$}}
  locks();
  constructs();
#pragma pomp inst end(phase)

#pragma pomp inst off
#pragma omp parallel
  {
  } // off: no row
#pragma pomp inst on

  int threads = omp_get_max_threads();
  int expected = 45 + 1 + 1 + 1 + threads + 10;
  printf("sum %d, expected %d\n", sum, expected);
#pragma pomp inst finalize
  return sum != expected;
}
// CHECK-NOT: {{.}}
