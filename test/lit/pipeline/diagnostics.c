// The user's errors and warnings come once, on the user's text, at the right line and column; none of ours does.
// RUN: not %clang -fopenmp -Wall -Wextra -pedantic -fno-caret-diagnostics -fsyntax-only %s 2> %t.plain
// RUN: not %clang -fopenmp -fplugin=%plugin -Wall -Wextra -pedantic -fno-caret-diagnostics -fsyntax-only %s 2> %t.inst
// RUN: diff %t.plain %t.inst
// RUN: %clang -DOK -fopenmp -Weverything -fno-caret-diagnostics -fsyntax-only %s 2> %t.plain
// RUN: %clang -DOK -fopenmp -fplugin=%plugin -Weverything -fno-caret-diagnostics -fsyntax-only %s 2> %t.inst
// RUN: diff %t.plain %t.inst && grep 'other.c:100:19: warning' %t.inst && grep 'other.c:111:47: warning' %t.inst
// RUN: %clang -DOK -fopenmp -fplugin=%plugin -Wall -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: not %clang -DOK -fopenmp -fplugin=%plugin -Wall -Werror -fsyntax-only %s

static int unused(void) { return 0; }
int f(int a, int *p);
int f(int a, int *p) {
  int u;
#pragma omp parallel for
  for (int i = 0; i < 10; i++) {
    int v;
    // CHECK: diagnostics.c:[[#@LINE+4]]:11: warning: using the result of an assignment as a condition without parentheses
    // CHECK-NEXT: {{^ *(22 [|])?}} if (a = 1) p[0]++; else p[1]--;{{$}}
    // CHECK-NEXT: {{^ *[|]? *~~\^~~}}
#pragma omp critical
    if (a = 1) p[0]++; else p[1]--;
  }
#ifndef OK
#pragma omp parallel
  { undeclared(a); }
#pragma omp parallel num_threads("x")
  ;
#pragma omp parallel for schedule(static, "y")
  for (int i = 0; i < 10; i++) p[i] = i
#endif
  switch (a) {
  case 1:
    a++;
  case 2:
#pragma omp parallel
    a++;
    break;
  }
  return a;
}
#line 100 "other.c"
int g(void) { int z;
#pragma omp parallel
  { int w; }
  return 1; }
/* A chunk that is told stays in its columns, and so does what follows it. */
int h(int n, unsigned u, const unsigned *p) { int k = 0, s = 0;
#pragma omp parallel reduction(+ : s)
  {
#pragma omp for schedule(dynamic, n < u ? n : *p) lastprivate(k) collapse(1)
    for (int i = 0; i < 10; i++) { k = i; s += k; }
#define HALF (n < u ? 4 : 5)
#pragma omp for schedule ( monotonic : static,HALF),ordered
    for (int i = 0; i < 10; i++)
      s += i < u;
  }
  return s + k; }
