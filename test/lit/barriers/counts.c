// There are as many barriers as in the plain program, kind by kind, with barriers=ompt; with explicit ones, each that has events
// is an explicit one, but for two at the ends of teams of one thread, which have their events alone. No construct has a barrier of its own that its descriptor
// does not announce, nor announces one that does not come.
// RUN: %clang -shared -fPIC -Wall -Wextra -Werror -I%include %S/Inputs/count-barriers.c -o %t.so
// RUN: %clang -fopenmp %s -o %t.plain %t.so -lm
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-barriers=ompt %s -o %t.ompt %t.so -lm
// RUN: %clang -fopenmp -fplugin=%plugin %s -o %t.explicit %t.so -lm
// RUN: env OMP_NUM_THREADS=4 %t.plain > %t.plain.4
// RUN: env OMP_NUM_THREADS=4 %t.ompt | grep -v events | diff %t.plain.4 -
// RUN: FileCheck %s --check-prefixes=PLAIN,%if can-loop %{SHARED%} %else %{UNSHARED%} --match-full-lines --implicit-check-not={{.}} --input-file=%t.plain.4
// RUN: env OMP_NUM_THREADS=1 %t.plain > %t.plain.1
// RUN: env OMP_NUM_THREADS=1 %t.ompt | grep -v events | diff %t.plain.1 -
// RUN: env OMP_NUM_THREADS=4 %t.explicit | FileCheck %s --check-prefix=%if can-loop %{EXPLICIT%} %else %{FEWER%} --match-full-lines --implicit-check-not={{.}}
//
// Clang 16 makes fewer, of `loop`, `parallel loop` and `parallel masked`. Barriers of kind implementation are those that libomp
// needs for reductions, and for copyprivate.
//          PLAIN: explicit 4
//     PLAIN-NEXT: implementation 12
//     PLAIN-NEXT: taskgroup 5
//    SHARED-NEXT: workshare 46
//    SHARED-NEXT: parallel 48
//  UNSHARED-NEXT: workshare 42
//  UNSHARED-NEXT: parallel 40
//       EXPLICIT: explicit 58
//  EXPLICIT-NEXT: implementation 8
//  EXPLICIT-NEXT: taskgroup 5
//  EXPLICIT-NEXT: workshare 24
//  EXPLICIT-NEXT: parallel 48
//  EXPLICIT-NEXT: events 60
//          FEWER: explicit 50
//     FEWER-NEXT: implementation 8
//     FEWER-NEXT: taskgroup 5
//     FEWER-NEXT: workshare 20
//     FEWER-NEXT: parallel 40
//     FEWER-NEXT: events 52
static int a[100], n, s, last;

int main(void) {
#pragma omp parallel firstprivate(n)
  {
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for nowait
    for (int i = 0; i < 100; i++)
      a[i]++;
#pragma omp for schedule(dynamic, 7) reduction(+ : s)
    for (int i = 0; i < 100; i++)
      s += a[i];
#pragma omp for lastprivate(last)
    for (int i = 0; i < 100; i++)
      last = i;
#pragma omp for order(concurrent)
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp for
    for (int i = 0; i < 100; i++) {
#pragma omp cancellation point for
      a[i] = i;
    }
#pragma omp loop
    for (int i = 0; i < 100; i++)
      a[i] = i;
#pragma omp sections
    {
      s++;
#pragma omp section
      n++;
    }
#pragma omp sections nowait
    { n++; }
#pragma omp single
    s++;
#pragma omp single nowait
    s++;
#pragma omp single copyprivate(n)
    n = 1;
#pragma omp barrier
#pragma omp master
    s++;
#pragma omp taskloop
    for (int i = 0; i < 10; i++)
      a[i]++;
// This one is inside of another construct, with a team of its own.
#pragma omp single
#pragma omp parallel num_threads(1)
#pragma omp for
    for (int i = 0; i < 100; i++)
      a[i]++;
  }
#pragma omp parallel
  {
#pragma omp cancel parallel
  }
#pragma omp parallel if (n < 0)
#pragma omp single
  s++;
#pragma omp parallel for
  for (int i = 0; i < 100; i++)
    a[i]++;
#pragma omp parallel for reduction(+ : s) schedule(guided)
  for (int i = 0; i < 100; i++)
    s += a[i];
#pragma omp parallel loop reduction(+ : s)
  for (int i = 0; i < 100; i++)
    s += a[i];
#pragma omp parallel for simd order(concurrent)
  for (int i = 0; i < 100; i++)
    a[i]++;
#pragma omp parallel for ordered(1)
  for (int i = 1; i < 100; i++) {
#pragma omp ordered depend(sink : i - 1)
    a[i] += a[i - 1] % 7;
#pragma omp ordered depend(source)
  }
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < 100; i++) {
    s += i;
#pragma omp scan inclusive(s)
    a[i] = s % 100;
  }
#pragma omp parallel sections
  {
#pragma omp section
    s++;
#pragma omp section
    n++;
  }
#pragma omp parallel master
  s++;
#pragma omp parallel masked reduction(+ : s)
  s++;
#pragma omp parallel master taskloop
  for (int i = 0; i < 10; i++)
    a[i]++;
  return 0;
}
