// What POMP2 can't say is left alone, and the remark says so. A combined construct keeps the events of its parallel region.
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-api=pomp2 -fplugin-arg-pompinst-verbose -fplugin-arg-pompinst-emit=%t.emit -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: sed -n '/# 1 ".*said.c"/,$p' %t.emit | grep -v '^ *//' | FileCheck %s --check-prefix=TEXT --implicit-check-not='POMP_{{[A-Z]}}' --implicit-check-not='Ma{{sked|ster}}_' --implicit-check-not=Taskloop_ --implicit-check-not=Loop_
void f(int n, double *a) {
  // CHECK-DAG: said.c:[[@LINE+2]]:{{.*}} remark: pompinst: 'parallel master' instrumented
  // TEXT: __POMP2_Parallel_fork(__pomp_rd(0), 1, __pomp_max_threads(), &__pomp_old_0, __pomp_text(0));
#pragma omp parallel master
  {
    // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'taskloop' left alone: POMP2 has no event for it
#pragma omp taskloop
    for (int i = 0; i < n; i++)
      a[i] = i;
    // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'taskgroup' left alone: POMP2 has no event for it
#pragma omp taskgroup
    {
      // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'taskyield' left alone: POMP2 has no event for it
#pragma omp taskyield
    }
  }
#pragma omp parallel
  {
    // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'masked' left alone: POMP2 has no event for it
#pragma omp masked
    n++;
    // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'loop' left alone: POMP2 has no event for it
#pragma omp loop
    for (int i = 0; i < n; i++)
      a[i] = i;
  }
  double sum = 0;
  // CHECK-DAG: said.c:[[@LINE+1]]:{{.*}} remark: pompinst: 'parallel for' left alone: POMP2 has no event for it unless it is split in two:
#pragma omp parallel for reduction(inscan, + : sum)
  for (int i = 0; i < n; i++) {
    sum += a[i];
#pragma omp scan inclusive(sum)
    a[i] = sum;
  }
  // The name is a macro's, which would be read as one again in what is evaluated before the region.
  // CHECK-DAG: said.c:[[@LINE+2]]:{{.*}} remark: pompinst: 'parallel' left alone: 'n' would expand again in what is evaluated first
#define n (n + 0)
#pragma omp parallel num_threads(n)
  a[0]++;
#undef n
}
