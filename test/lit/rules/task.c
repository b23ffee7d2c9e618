// task has creation around the directive, begin and end inside; taskwait, taskgroup, taskyield, taskloop have events around.
// RUN: %emit %s && %check
// RUN: %same --both %s -- -Wall -Wextra -Werror
// RUN: %clang -fopenmp -fplugin=%plugin %s -o %t -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf %t.x && env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=%t.x POMP_SUMMARY=0 %t && %pomp_report --json %t.x > %t.json
// RUN: %python %S/Inputs/tasks.py %t.json %t.x/profile.pomp
#include <stdio.h>

// CHECK: extern void __POMP_Task_create_begin(struct __ompregdescr *) __attribute__((__weak__));
// CHECK: {"taskgroup", {{.*}}, __POMP_RD_WAITS, "", 0, 0, 0, 0},
// CHECK: {"taskloop", {{.*}}, __POMP_RD_WAITS, "grainsize(2) shared(s)", __POMP_RD_HAS_GRAINSIZE, 0, 2, {{[0-9]+}}},
// CHECK: {"taskyield", {{.*}}, 0, "", 0, 0, 0, 0},
// CHECK-LABEL: static int fib
static int fib(int n) {
  int a, b;
  if (n < 2)
    return n;
// CHECK:      { if (__POMP_Task_create_begin) __POMP_Task_create_begin(__pomp_rd(0));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp task shared(a) if(n > 4) mergeable
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: { if (__POMP_Task_begin) __POMP_Task_begin(__pomp_rd(0));
// CHECK:      a = fib(n - 1);
// CHECK:      if (__POMP_Task_end) __POMP_Task_end(__pomp_rd(0)); } if (__POMP_Task_create_end) __POMP_Task_create_end(__pomp_rd(0)); }
#pragma omp task shared(a) if(n > 4) mergeable
  a = fib(n - 1);
#pragma omp task shared(b) final(n < 6)
  b = fib(n - 2);
// CHECK:      { if (__POMP_Taskwait_begin) __POMP_Taskwait_begin(__pomp_rd(2));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp taskwait
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: if (__POMP_Taskwait_end) __POMP_Taskwait_end(__pomp_rd(2)); }
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int r = 0, s = 0, x = 0;
#pragma omp parallel
#pragma omp single
  {
    r = fib(16);
// CHECK:      { if (__POMP_Taskgroup_enter) __POMP_Taskgroup_enter(
// CHECK:      #pragma omp taskgroup
// CHECK:      { if (__POMP_Taskgroup_begin) __POMP_Taskgroup_begin(
#pragma omp taskgroup
    {
// CHECK:      { if (__POMP_Taskloop_enter) __POMP_Taskloop_enter(
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: #pragma omp taskloop grainsize(2) shared(s)
// CHECK-NEXT: for
#pragma omp taskloop grainsize(2) shared(s)
      for (int i = 0; i < 20; i++)
#pragma omp atomic
        s += i;
    }
// From here on the group waits.
// CHECK:      if (__POMP_Taskgroup_end) __POMP_Taskgroup_end({{.*}}); } if (__POMP_Taskgroup_exit) __POMP_Taskgroup_exit(
// CHECK:      { if (__POMP_Taskyield_enter) __POMP_Taskyield_enter(
#pragma omp taskyield
#pragma omp task depend(out : x)
    x += 0;
#pragma omp task depend(in : x) untied
    x += 0;
#pragma omp taskwait depend(in : x)
  }
  printf("%d %d line %d\n", r, s, __LINE__);
  return 0;
}
