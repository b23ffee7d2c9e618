// A descriptor has its directive's clauses as they are written, macros expanded, white space made even, and what is certain of
// them; the constants are those of num_threads, of the chunk, and of the iterations.
// RUN: %emit %s -Wno-trigraphs && %check
// RUN: %same --both %s -- -Wall -Wextra -pedantic -Werror -Wno-trigraphs -Wno-sign-compare
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define CHUNK 4
#define SCHEDULE(kind) schedule(kind, CHUNK)
#define NEGATIVE - 1
#define LIST s,n , t
#define DIRECTIVE(text) _Pragma(#text)
enum { N = 100 };
static int a[N];

// CHECK:      {"parallelfor", {{.*}}VERSION, 0, "schedule(static, 4) num_threads(2*2) private(t) reduction(+: s) if(parallel: n>10\?1 : 0)", __POMP_RD_HAS_IF | __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK | __POMP_RD_HAS_NUM_THREADS, 4, 4, 100},
static int clauses_of_a_combined_directive(int n) {
  int s = 0, t = 0;
#pragma omp parallel for schedule ( static,4 )num_threads( 2*2 ) , private(t) /* no clause */ reduction( +:s ) \
    if (parallel   : n>10?1 : 0)
  for (int i = 0; i < N; i++) {
    t = a[i];
    s += t;
  }
  return s + t;
}

// CHECK-NEXT: {"parallel", {{.*}}, "", __POMP_RD_IN_LOOP, 0, 0, 0},
// CHECK-NEXT: {"for", {{.*}}, "schedule(dynamic, 4) nowait firstprivate(s, n, t) collapse(2)", __POMP_RD_HAS_NOWAIT | __POMP_RD_SCHEDULE_DYNAMIC | __POMP_RD_HAS_CHUNK, 0, 4, 50},
// CHECK-NEXT: {"for", {{.*}}, "schedule(nonmonotonic: guided, n + 1)", __POMP_RD_SCHEDULE_GUIDED | __POMP_RD_HAS_CHUNK, 0, 0, 0},
// CHECK-NEXT: {"for", {{.*}}, "schedule(runtime)", __POMP_RD_SCHEDULE_RUNTIME, 0, 0, 5},
// CHECK-NEXT: {"for", {{.*}}, "schedule(auto) order(concurrent)", __POMP_RD_SCHEDULE_AUTO, 0, 0, 0},
// CHECK-NEXT: {"for", {{.*}}, "ordered(1)", __POMP_RD_HAS_ORDERED, 0, 0, 49},
// CHECK-NEXT: {"ordered", {{.*}}, "depend(sink: i-1)", 0, 0, 0, 0},
// CHECK-NEXT: {"ordered", {{.*}}, "depend(source)", 0, 0, 0, 0},
static void loops(int n) {
  int s = 0, t = 0;
  for (int r = 0; r < 2; r++) {
#pragma omp parallel
    {
#pragma omp for SCHEDULE(dynamic) nowait firstprivate(LIST) collapse(2)
      for (int i = 0; i < 10; i++)
        for (int j = 0; j < 5; j++)
          a[10 * i + j] += i + 0 * (s + n + t);
#pragma omp for schedule(nonmonotonic : guided, n + 1)
      for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp for schedule(runtime)
      for (int i = 10; i > 0; i -= 2)
        a[i] += i;
#pragma omp for schedule(auto) order( concurrent )
      for (int i = 0; i < n; i++)
        a[i] += i;
#pragma omp for ordered(1)
      for (int i = 1; i < 50; i++) {
#pragma omp ordered depend(sink:i-1)
        a[i] += a[i - 1];
#pragma omp ordered depend(source)
      }
    }
  }
}

// A section directive has no clauses. A lock's name is no clause; what a cancel names is where clauses do.
// CHECK-NEXT: {"parallel", {{.*}}, "proc_bind(close) default(none) shared(a, n)", 0, 0, 0, 0},
// CHECK-NEXT: {"sections", {{.*}}, "firstprivate(n)", 0, 0, 0, 0},
// CHECK-NEXT: {"sections", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"sections", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"critical", "lock", {{.*}}, "hint({{.*}})", 0, 0, 0, 0},
// CHECK-NEXT: {"atomic", {{.*}}, "capture seq_cst", 0, 0, 0, 0},
// CHECK-NEXT: {"for", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"cancel", {{.*}}, "for if(n > 1000)", __POMP_RD_HAS_IF, 0, 0, 0},
// CHECK-NEXT: {"cancellation point", {{.*}}, "for", 0, 0, 0, 0},
// CHECK-NEXT: {"barrier", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"masked", {{.*}}, "filter(1)", 0, 0, 0, 0},
static void others(int n) {
#pragma omp parallel proc_bind(close) default ( none ) shared( a,n )
  {
#pragma omp sections firstprivate(n)
    {
      a[0] = n;
#pragma omp section
      a[1] = n;
    }
#pragma omp critical(lock) hint(omp_sync_hint_contended)
    a[2]++;
    int old;
#pragma omp atomic capture seq_cst
    old = a[3]++;
    (void)old;
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp cancel for if(n > 1000)
#pragma omp cancellation point for
    }
#pragma omp barrier
#pragma omp masked filter( 1 )
    a[4] = n;
  }
}

// CHECK-NEXT: {"parallel", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"single", {{.*}}, "nowait", __POMP_RD_HAS_NOWAIT, 0, 0, 0},
// CHECK-NEXT: {"task", {{.*}}, "depend(in: a[0:n], s) depend(inout: t) if(n>3) final(n<1) priority(3) untied", __POMP_RD_HAS_IF | __POMP_RD_HAS_FINAL | __POMP_RD_HAS_UNTIED, 0, 0, 0},
// CHECK-NEXT: {"taskloop", {{.*}}, "grainsize(strict: 10)", __POMP_RD_HAS_GRAINSIZE, 0, 10, 100},
// CHECK-NEXT: {"taskloop", {{.*}}, "num_tasks(n) nogroup", __POMP_RD_HAS_NUM_TASKS, 0, 0, 0},
// CHECK-NEXT: {"taskwait", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"target", {{.*}}, "map(tofrom: a[0:100], s) map(to: n)", 0, 0, 0, 0},
static void tasks(int n) {
  int s = 0, t = 0;
#pragma omp parallel
#pragma omp single nowait
  {
#pragma omp task depend(in:a[0:n],s) depend(inout : t)if(n>3) final(n<1) priority(3) untied
    a[5]++;
#pragma omp taskloop grainsize(strict: 10)
    for (int i = 0; i < N; i++)
      a[i]++;
#pragma omp taskloop num_tasks(n) nogroup
    for (int i = 6; i < n; i++)
      a[i]++;
#pragma omp taskwait
  }
#pragma omp target map(tofrom:a[0:100],s)map(to : n)
  a[7] += s + n;
}

// Whatever is in a text, it is that in the program: quotes, a backslash, what could be a trigraph, what is no UTF-8.
// CHECK-NEXT: {"parallel", {{.*}}, "if(strcmp(\"\\\"a\?\?=\\\\b\\377\303\274\", \"x\"))", __POMP_RD_HAS_IF, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "num_threads(n - - 1)", __POMP_RD_HAS_NUM_THREADS, 0, 0, 0},
// CHECK-NEXT: {"parallelfor", {{.*}}, "schedule(static, 1)", __POMP_RD_SCHEDULE_STATIC | __POMP_RD_HAS_CHUNK, 0, 1, 7},
static void spellings(int n) {
#pragma omp parallel if(strcmp("\"a??=\\b\377ü", "x") )
  (void)a;
#pragma omp parallel num_threads(n -NEGATIVE)
  (void)a;
  DIRECTIVE(omp parallel for schedule(static,1))
  for (int i = 0; i < 7; i++)
    a[i]++;
}

// A loop makes a region one that could be moved out of it; not if a construct is in between, nor a directive's own loop.
// CHECK:      {"parallel", {{.*}}, "if(n)", __POMP_RD_HAS_IF | __POMP_RD_IN_LOOP, 0, 0, 0},
// CHECK-NEXT: {"parallelfor", {{.*}}, "", __POMP_RD_IN_LOOP, 0, 0, 0},
// CHECK-NEXT: };
// CHECK-NEXT: static struct __ompregdescr __pomp_rds_1[{{[0-9]+}}] = {
// CHECK-NEXT: {"parallel", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "", __POMP_RD_IN_LOOP, 0, 0, 0},
// CHECK-NEXT: {"master", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "", 0, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "", __POMP_RD_IN_LOOP, 0, 0, 0},
static void parallel_in_loops(int n) {
  int s = 0;
  while (n-- > 98) {
    if (n)
#pragma omp parallel if(n)
      (void)0;
    do {
#pragma omp parallel for
      for (int i = 0; i < n; i++) {
#pragma omp parallel
        (void)0;
      }
    } while (s < 0);
#pragma omp parallel
    for (int i = 0; i < 2; i++) {
#pragma omp master
      {
#pragma omp parallel
        (void)0;
      }
#pragma omp parallel
      (void)0;
    }
  }
}

// CHECK-NEXT: {"parallel", {{.*}}, "firstprivate(a, large)", __POMP_RD_COPIES, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "copyin(own) firstprivate(a)", __POMP_RD_COPIES, 0, 0, 0},
// CHECK-NEXT: {"parallel", {{.*}}, "firstprivate(a)", 0, 0, 0, 0},
static char own[4096];
#pragma omp threadprivate(own)
static void copies(void) {
  char large[5000] = "";
#pragma omp parallel firstprivate(a, large)
  large[0]++;
#pragma omp parallel copyin(own) firstprivate(a)
  own[0]++;
#pragma omp parallel firstprivate(a)
  a[0]++;
}

int main(void) {
  copies();
  int s = clauses_of_a_combined_directive(N);
  loops(N);
  others(N);
  tasks(N);
  spellings(2);
  parallel_in_loops(N);
  for (int i = 0; i < N; i++)
    s += a[i] * (i > 9);
  printf("%d\n", s);
  return 0;
}
