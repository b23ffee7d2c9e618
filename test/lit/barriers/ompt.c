// barriers=ompt: no construct gets a nowait or a barrier; the descriptor says which implicit barriers OMPT is to measure.
// Explicit barriers have their events. In both modes: where OpenMP makes a construct keep its barrier, the descriptor
// says so as well.
// REQUIRES: can-scope
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt %s && sed -n '/# 1 ".*ompt.c"/,$p' %t.emit | grep -v "^ *//" > %t.code
// RUN: FileCheck %s --input-file=%t.code --implicit-check-not=POMP_Barrier_ --implicit-check-not="_Pragma("
// RUN: grep '^  {"' %t.emit > %t.ompt
// RUN: FileCheck %s --check-prefix=RD --input-file=%t.ompt
// RUN: %emit -fplugin-arg-pompinst-barriers=explicit %s && grep '^  {"' %t.emit > %t.explicit
// RUN: FileCheck %s --check-prefix=EXPLICIT --input-file=%t.explicit
// RUN: %emit %s && grep '^  {"' %t.emit | diff %t.explicit -
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt -fplugin-arg-pompinst-disable=barrier %s && not grep '^  {.*POMP_RD_IMPLICIT_' %t.emit
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-barriers=implicit -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: error: pompinst: unknown value 'implicit' of barriers=; allowed: explicit, ompt
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-barriers -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: pompinst: option 'barriers' is written barriers=HOW

static int a[100], n, last, sum;

// CHECK-LABEL: void alone(void)
void alone(void) {
// RD:       {"parallel", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT: {"parallel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      { __POMP_Parallel_fork(__pomp_rd(0));
// CHECK:      {{^}}#pragma omp parallel{{$}}
#pragma omp parallel
  {
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp for schedule(static, 3) // why{{$}}
// CHECK:      {{^}}__POMP_For_exit(__pomp_rd(1)); }
#pragma omp for schedule(static, 3) // why
    for (int i = 0; i < 100; i++)
      a[i] = i;
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp for nowait{{$}}
// CHECK:      {{^}}__POMP_For_exit(__pomp_rd(2)); }
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      a[i] = i;
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp sections{{$}}
// CHECK:      {{^}}__POMP_Sections_exit(__pomp_rd(3)); }
#pragma omp sections
    {
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp section
      n = 1;
    }
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp sections nowait
    {
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp section
      n = 1;
    }
// RD-NEXT:       {"single", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"single", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp single{{$}}
// CHECK:      __POMP_Single_end(__pomp_rd(7)); } __POMP_Single_exit(__pomp_rd(7)); }
#pragma omp single
    n = 2;
// RD-NEXT:       {"single", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"single", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp single nowait
    n = 2;
// RD-NEXT:       {"scope", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"scope", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp scope
    { n = 3; }
// RD-NEXT:       {"scope", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"scope", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp scope nowait
    { n = 3; }
// A loop binds to the team here, and has a barrier; one that binds to the thread has none.
// RD-NEXT:       {"loop", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"loop", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp loop
    for (int i = 0; i < 100; i++)
      a[i] = i;
// RD-NEXT:       {"loop", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"loop", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp loop bind(thread)
    for (int i = 0; i < 100; i++)
      a[i] = i;
// Without implicit barriers there is no flag.
// RD-NEXT:       {"master", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"master", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp master
    n = 4;
// RD-NEXT:       {"critical", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"critical", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp critical
    n = 4;
// RD-NEXT:       {"taskgroup", {{.*}}, __POMP_RD_VERSION, __POMP_RD_WAITS, {{.*}}},
// EXPLICIT-NEXT: {"taskgroup", {{.*}}, __POMP_RD_VERSION, __POMP_RD_WAITS, {{.*}}},
#pragma omp taskgroup
    n = 5;
// CHECK:      { __POMP_Barrier_enter(__pomp_rd(16));
// CHECK:      {{^}}#pragma omp barrier
// CHECK:      __POMP_Barrier_exit(__pomp_rd(16)); }
// RD-NEXT:       {"barrier", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"barrier", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp barrier
  }
// CHECK:      {{^}}__POMP_Parallel_end(__pomp_rd(0)); } __POMP_Parallel_join(__pomp_rd(0)); }
}

// CHECK-LABEL: void kept(void)
void kept(void) {
// RD-NEXT:       {"parallel", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp parallel firstprivate(n)
  {
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp for lastprivate(last)
    for (int i = 0; i < 100; i++)
      last = i;
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp for reduction(task, + : sum)
    for (int i = 0; i < 100; i++)
      sum += i;
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp for order(concurrent)
    for (int i = 0; i < 100; i++)
      a[i] = i;
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp for ordered(1)
    for (int i = 1; i < 100; i++)
      a[i] = i;
// RD-NEXT:       {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"for", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp for
    for (int i = 0; i < 100; i++) {
// RD-NEXT:       {"cancel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"cancel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp cancel for
    }
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp sections
    {
// RD-NEXT:       {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"sections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// RD-NEXT:       {"cancellation point", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"cancellation point", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp cancellation point sections
    }
// RD-NEXT:       {"single", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"single", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
#pragma omp single copyprivate(n)
    n = 6;
  }
// RD-NEXT:       {"parallel", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallel", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
#pragma omp parallel
  {
// RD-NEXT:       {"cancel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"cancel", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
#pragma omp cancel parallel
  }
}

// In combined constructs, the region's barrier is the only one, so inner constructs have nowait, if they may.
// CHECK-LABEL: void combined(void)
void combined(void) {
// RD-NEXT:       {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallelfor", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp          for nowait{{$}}
// CHECK:      {{^}}__POMP_For_exit(__pomp_rd([[FIRST:[0-9]+]])); __POMP_Parallel_end(__pomp_rd([[FIRST]])); } __POMP_Parallel_join(__pomp_rd([[FIRST]])); }
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i] = i;
// RD-NEXT:       {"parallelsections", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallelsections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp          sections nowait{{$}}
// CHECK:      {{^}}__POMP_Sections_exit
#pragma omp parallel sections
  {
// RD-NEXT:       {"parallelsections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// EXPLICIT-NEXT: {"parallelsections", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
    n = 7;
  }
// RD-NEXT:       {"parallel for simd", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallel for simd", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// CHECK:      {{^}}#pragma omp          for simd order(concurrent) nowait{{$}}
#pragma omp parallel for simd order(concurrent)
  for (int i = 0; i < 100; i++)
    a[i] = i;
// RD-NEXT:       {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// CHECK:      {{^}}#pragma omp          for ordered(1) nowait{{$}}
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++)
    a[i] = i;
// RD-NEXT:       {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// EXPLICIT-NEXT: {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, {{.*}}},
// CHECK:      {{^}}#pragma omp          for lastprivate(last){{$}}
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < 100; i++)
    last = i;
// RD-NEXT:       {"parallel master", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallel master", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      __POMP_Master_end(__pomp_rds_1 + [[#]]); } __POMP_Parallel_end(
#pragma omp parallel master
  n = 8;
// RD-NEXT:       {"parallel loop", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN, {{.*}}},
// EXPLICIT-NEXT: {"parallel loop", {{.*}}, __POMP_RD_VERSION, 0, {{.*}}},
// CHECK:      {{^}}#pragma omp          for  private(n) nowait{{$}}
#pragma omp parallel loop bind(parallel) private(n)
  for (int i = 0; i < 100; i++)
    a[i] = i;
// RD-NEXT:       {"parallel master taskloop", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_JOIN | __POMP_RD_WAITS, {{.*}}},
// EXPLICIT-NEXT: {"parallel master taskloop", {{.*}}, __POMP_RD_VERSION, __POMP_RD_WAITS, {{.*}}},
#pragma omp parallel master taskloop
  for (int i = 0; i < 100; i++)
    a[i] = i;
// These stay in one piece: OMPT tells of the threads, of the barriers in the loop, and of the one at the end.
// RD-NEXT:       {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER | __POMP_RD_IMPLICIT_JOIN | __POMP_RD_WHOLE, {{.*}}},
// EXPLICIT-NEXT: {"parallelfor", {{.*}}, __POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER | __POMP_RD_IMPLICIT_JOIN | __POMP_RD_WHOLE, {{.*}}},
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < 100; i++) {
    sum += i;
#pragma omp scan inclusive(sum)
    a[i] += sum;
  }
}
