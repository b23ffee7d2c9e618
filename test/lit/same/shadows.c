// Nothing that the user declares can hide what is inserted: variables, parameters, functions, members, labels, types,
// constants and macros with the names of the POMP interface; nor is any of it hidden from the user.
// RUN: %same --both --gcc --regions 9 %s -- -Wall -Wextra -Wno-unused-label -Wno-unused-function
// RUN: %same --no-gcc "it has no -fno-gnu-inline-asm" --regions 9 %s -- -std=gnu90 -fno-gnu-inline-asm
// RUN: %same --regions 9 %s -- -DPOMP_H -DPOMP_LOCKS -DPOMP_RD_VERSION=x -Dclauses=x -Dfacts=x -DPOMP_On=1 -include %S/Inputs/hidden.h
#include <omp.h>
#include <stdio.h>

typedef int ompregdescr;
struct ompregdescr {
  float data;
};
enum { POMP_Init_lock = 5 };
#define POMP_Critical_begin(a, b) a + b
#define POMP_Atomic_enter !
typedef long POMP_End;

static int loops(int POMP_For_enter, int POMP_Parallel_begin[]) {
  int POMP_Parallel_fork = 2, POMP_Begin = 3, POMP_Barrier_enter = 4, n = 0, i;
  struct ompregdescr d;
  d.data = 1;
POMP_Parallel_join:
#pragma omp parallel for reduction(+ : n)
  for (i = 0; i < 10; i++)
    n += POMP_For_enter + POMP_Parallel_fork + POMP_Begin + POMP_Barrier_enter;
  if (n < 0)
    goto POMP_Parallel_join;
#pragma pomp inst begin(r)
#pragma omp parallel num_threads(2)
  {
    char POMP_Critical_enter = 1, POMP_Single_enter = 2, __attribute__((unused)) POMP_Taskwait_begin = 3;
#pragma omp critical
    n += POMP_Critical_enter;
#pragma omp single
#pragma omp task shared(n)
#pragma omp critical
    n += POMP_Single_enter;
#pragma omp taskwait
#pragma omp atomic
    n += POMP_Critical_begin(1, 2);
  }
#pragma pomp inst end(r)
  return n + (int)d.data + POMP_Parallel_begin[0] + (POMP_Atomic_enter n);
}

static int locks(void) {
  omp_lock_t l;
  omp_nest_lock_t m;
  int POMP_Set_lock = 1, POMP_Test_lock = 2, POMP_Destroy_nest_lock = 3;
  omp_init_lock(&l);
  omp_init_nest_lock(&m);
  omp_set_lock(&l);
  POMP_Set_lock += omp_test_lock(&l);
  omp_unset_lock(&l);
  omp_destroy_lock(&l);
  omp_destroy_nest_lock(&m);
  return POMP_Set_lock + POMP_Test_lock + POMP_Destroy_nest_lock + POMP_Init_lock;
}

int main(void) {
  int one[1] = {7};
  POMP_End end = 9;
  ompregdescr POMP_Off = 0, POMP_Finalize = 1;
#pragma pomp inst off
#pragma pomp inst on
  printf("%d %d %ld %d\n", loops(1, one), locks(), end, POMP_Off + POMP_Finalize);
  return 0;
}
