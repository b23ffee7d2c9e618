// Expressions in clauses are evaluated as often as without the plugin, and before the fork in the same order. Evaluations by the
// threads of a team are counted, since their order is nobody's.
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %same --no-gcc "it evaluates them in another order, and chunks on each thread" %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>
#include <string.h>

static char before[400];
static int inside[26];

// Notes that the expression called `name` was evaluated, and is `value`.
static int at(char name, int value) {
  if (omp_get_level() == 0 && omp_get_num_teams() == 1) {
    before[strlen(before)] = name;
    return value;
  }
#pragma omp atomic
  inside[name - 'a']++;
  return value;
}

static void show(int line) {
  printf("%d: %s", line, before);
  for (int i = 0; i < 26; i++)
    if (inside[i])
      printf(" %c*%d", 'a' + i, inside[i]);
  printf("\n");
  memset(before, 0, sizeof before);
  memset(inside, 0, sizeof inside);
}

#define LOOP for (int i = 0; i < 8; i++)
static int a[16];

static void split(void) {
  long q = 0;
#pragma omp parallel for num_threads(at('n', 2)) if(at('i', 1)) schedule(static, at('c', 2))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel for schedule(dynamic, at('c', 2)) if(parallel : at('i', 0)) num_threads(at('n', 2))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel for simd if(at('i', 1)) schedule(static, at('c', 2)) num_threads(at('n', 2))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel for simd if(simd : at('s', 1)) schedule(static, at('c', 2)) if(parallel : at('i', 1)) num_threads(3)
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel for simd if(parallel : at('i', 1)) if(simd : at('s', 0)) safelen(4) num_threads(at('n', 3))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel for linear(q : at('l', 1)) num_threads(2)
  LOOP a[i] += q >= 0;
  show(__LINE__);
#pragma omp parallel for simd linear(q : at('l', 1)) num_threads(2)
  LOOP a[i] += q >= 0;
  show(__LINE__);
#pragma omp parallel for reduction(+ : a[at('l', 0) : at('u', 4)]) num_threads(at('n', 3))
  LOOP a[i % 4]++;
  show(__LINE__);
#pragma omp parallel sections reduction(+ : a[at('l', 0) : at('u', 4)]) num_threads(at('n', 2)) if(at('i', 1))
  {
    a[0]++;
#pragma omp section
    a[1]++;
  }
  show(__LINE__);
#pragma omp parallel masked filter(at('f', 1)) num_threads(at('n', 2)) if(at('i', 1))
  a[2]++;
  show(__LINE__);
#pragma omp parallel master reduction(+ : a[at('l', 0) : at('u', 4)]) num_threads(at('n', 2)) if(at('i', 1))
  a[2]++;
  show(__LINE__);
#pragma omp parallel loop num_threads(at('n', 2)) if(at('i', 1)) reduction(+ : a[at('l', 0) : at('u', 4)])
  LOOP a[i % 4]++;
  show(__LINE__);
#pragma omp parallel for collapse(2) num_threads(2)
  for (int i = at('x', 0); i < at('y', 4); i++)
    for (int j = at('z', 0); j < 4; j += at('w', 1))
      a[4 * i + j]++;
  show(__LINE__);
}

// The order shows in the values, too.
static void order(void) {
  int n = 2;
#pragma omp parallel for schedule(static, n++) num_threads(n++)
  LOOP a[i] += omp_get_num_threads();
  printf("%d %d\n", n, a[7]);
#pragma omp parallel for simd num_threads(n++) if(n++ > 4) schedule(static, n++)
  LOOP a[i] += n;
  printf("%d %d\n", n, a[7]);
  n = 1;
#pragma omp parallel master taskloop final(n++ > 1) num_tasks(n++) num_threads(n++) shared(a)
  LOOP a[i] += omp_in_final() + 10 * omp_get_num_threads();
  printf("%d %d\n", n, a[7]);
}

static void tasks(void) {
#pragma omp parallel master taskloop grainsize(at('g', 2)) num_threads(at('n', 2)) if(at('i', 1)) priority(at('p', 1)) \
    final(at('f', 0))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel master taskloop if(taskloop : at('t', 1)) if(parallel : at('i', 1)) num_tasks(at('m', 2)) \
    num_threads(at('n', 2))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel master taskloop simd num_tasks(strict : at('m', 2)) if(simd : at('s', 1)) num_threads(at('n', 2))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp parallel num_threads(2)
  {
#pragma omp master taskloop grainsize(at('g', 2)) priority(at('p', 1)) final(at('f', 0)) if(at('i', 1))
    LOOP a[i]++;
#pragma omp barrier
#pragma omp single
#pragma omp taskloop simd num_tasks(at('m', 2)) if(taskloop : at('t', 1))
    LOOP a[i]++;
#pragma omp single
    {
#pragma omp task depend(inout : a[at('l', 0) : at('u', 4)]) priority(at('p', 1)) final(at('f', 0)) if(at('i', 1))
      a[0]++;
#pragma omp task depend(iterator(int k = at('b', 0) : at('e', 4)), in : a[k]) depend(in : a[at('x', 5)])
      a[6]++;
#pragma omp taskwait depend(in : a[at('w', 0)])
    }
#pragma omp single
#pragma omp taskgroup task_reduction(+ : a[at('y', 0) : at('z', 4)])
#pragma omp task in_reduction(+ : a[at('y', 0) : at('z', 4)])
    a[1]++;
  }
  show(__LINE__);
}

static void worksharing(int argument) {
#pragma omp parallel num_threads(2)
  {
#pragma omp for schedule(dynamic, at('c', 2)) reduction(+ : a[at('l', 0) : at('u', 4)])
    LOOP a[i % 4]++;
#pragma omp for simd schedule(static, at('d', 2)) if(at('i', 1))
    LOOP a[i]++;
    // A loop without iterations evaluates no chunk.
#pragma omp for schedule(dynamic, at('e', 2)) nowait
    for (int i = 0; i < (argument > 100 ? 8 : 0); i++)
      a[i]++;
#pragma omp for schedule(static, at('g', 2))
    for (int i = 0; i < argument; i++)
      a[i + 8]++;
#pragma omp for
    LOOP {
#pragma omp cancel for if(at('k', 0))
    }
#pragma omp masked filter(at('f', 1))
    a[3]++;
#pragma omp atomic hint(0)
    a[at('x', 4)]++;
#pragma omp critical
    a[at('y', 5)]++;
  }
  show(__LINE__);
}

static void teams(void) {
#pragma omp teams num_teams(at('m', 2)) thread_limit(at('t', 2))
#pragma omp distribute parallel for dist_schedule(static, at('d', 2)) num_threads(at('n', 2)) schedule(static, at('c', 1)) \
    if(at('i', 1))
  LOOP a[i]++;
  show(__LINE__);
#pragma omp teams distribute parallel for simd num_teams(at('m', 2)) thread_limit(at('t', 2)) dist_schedule(static, at('d', 2)) \
    num_threads(at('n', 2)) schedule(static, at('c', 1))
  LOOP a[i]++;
  show(__LINE__);
}

static void targets(void) {
  int *p = a;
#pragma omp target if(at('i', 0)) device(at('d', 0)) map(tofrom : p[at('l', 0) : at('u', 4)])
  p[0]++;
  show(__LINE__);
#pragma omp target teams distribute parallel for if(target : at('i', 0)) num_teams(at('m', 2)) thread_limit(at('t', 2)) \
    map(tofrom : p[at('l', 0) : at('u', 8)]) num_threads(at('n', 2)) schedule(static, at('c', 1))
  LOOP p[i]++;
  show(__LINE__);
#pragma omp target data if(at('i', 0)) device(at('d', 0)) map(tofrom : p[at('l', 0) : at('u', 4)])
  a[0]++;
  show(__LINE__);
#pragma omp target enter data if(at('i', 0)) map(to : p[at('l', 0) : at('u', 4)])
#pragma omp target update if(at('i', 0)) to(p[at('l', 0) : at('u', 4)])
#pragma omp target exit data if(at('i', 0)) map(from : p[at('l', 0) : at('u', 4)])
  show(__LINE__);
}

int main(int argc, char **argv) {
  (void)argv;
  split();
  order();
  tasks();
  worksharing(argc);
  teams();
  targets();
  // It does not print a[0] to a[3]: plain Clang 19 loses an update of a reduction's array section once in some hundred regions.
  for (int i = 4; i < 16; i++)
    printf(" %d", a[i]);
  printf("\n");
  return 0;
}
