// These constructs are measured from outside, in one piece: loop, distribute, teams, target, doacross; cancel is an event.
// Clang 16 loses the reduction of parallel loop.
// REQUIRES: clang-from-19
// RUN: %emit %s && %check
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %same --both %s -- -Wall -Wextra -Werror
#include <stdio.h>

int main(void) {
  int a[64] = {0}, s = 0;
#pragma omp parallel
// CHECK:      { if (__POMP_Loop_enter) __POMP_Loop_enter(__pomp_rd(1));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp loop bind(thread)
#pragma omp loop bind(thread)
  for (int i = 0; i < 64; i++)
    a[i] = i;
// CHECK:      #pragma omp parallel
// CHECK:      { __POMP_Parallel_begin(__pomp_rd(2)); if (__POMP_Loop_enter) __POMP_Loop_enter(__pomp_rd(2));
// CHECK:      #pragma omp          for  reduction(+ : s) nowait
// CHECK:      __POMP_Barrier_exit(__pomp_rd(2)); if (__POMP_Loop_exit) __POMP_Loop_exit(__pomp_rd(2)); __POMP_Parallel_end
#pragma omp parallel loop reduction(+ : s)
  for (int i = 0; i < 64; i++)
    s += a[i];
// CHECK:      { __POMP_For_enter
// CHECK:      #pragma omp for ordered(1){{$}}
#pragma omp parallel
#pragma omp for ordered(1)
  for (int i = 1; i < 8; i++) {
// CHECK:      { if (__POMP_Ordered_enter) __POMP_Ordered_enter(
// CHECK:      #pragma omp ordered depend(sink : i - 1)
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: if (__POMP_Ordered_exit) __POMP_Ordered_exit(
#pragma omp ordered depend(sink : i - 1)
    a[i] = a[i - 1] + 1;
#pragma omp ordered depend(source)
  }
// CHECK:      { if (__POMP_Teams_enter) __POMP_Teams_enter(
// CHECK:      { if (__POMP_Distribute_enter) __POMP_Distribute_enter(
// CHECK:      #pragma omp distribute parallel for
#pragma omp teams num_teams(2)
#pragma omp distribute parallel for
  for (int i = 0; i < 8; i++)
#pragma omp atomic
    s += 1;
// CHECK:      { if (__POMP_Teams_enter) __POMP_Teams_enter(
// CHECK:      #pragma omp teams distribute parallel for reduction(+ : s)
#pragma omp teams distribute parallel for reduction(+ : s)
  for (int i = 0; i < 8; i++)
    s++;
// CHECK:      { if (__POMP_Target_enter) __POMP_Target_enter(
// CHECK:      #pragma omp target teams
// CHECK-NOT:  POMP
// CHECK:      #pragma omp parallel
// CHECK-NOT:  __POMP_Parallel
// CHECK:      if (__POMP_Target_exit) __POMP_Target_exit(
#pragma omp target teams map(tofrom : s) num_teams(1)
#pragma omp parallel num_threads(1)
  s++;
// CHECK:      { if (__POMP_Target_enter) __POMP_Target_enter(
// CHECK:      #pragma omp target enter data map(to : s)
#pragma omp target enter data map(to : s)
#pragma omp target update from(s)
#pragma omp target exit data map(from : s)
// CHECK:      { if (__POMP_Cancel) __POMP_Cancel(
// CHECK:      #pragma omp cancel for
// CHECK:      { if (__POMP_Cancellation_point) __POMP_Cancellation_point(
#pragma omp parallel for
  for (int i = 0; i < 8; i++) {
    if (s < 0) {
#pragma omp cancel for
    }
#pragma omp cancellation point for
  }
  printf("%d %d line %d\n", s, a[7], __LINE__);
  return 0;
}
