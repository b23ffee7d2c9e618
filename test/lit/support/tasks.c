// task comes in its forms: undeferred, final, detached, untied, mergeable, with dependences and iterators; so do taskloops, and
// taskwait with dependences.
// What Clang 16 makes of this program is aborted, without the plugin, too.
// REQUIRES: clang-from-19
// RUN: %same --no-gcc "Clang 19 never runs the body of masked taskloop" --regions 34 %s -- -Wall -Wextra -Werror
#include <omp.h>
#include <stdio.h>

static int chain(int n) {
  int a = 0, b = 0;
  if (n < 2)
    return n;
#pragma omp task shared(a) final(n < 4) mergeable
  a = chain(n - 1);
#pragma omp task shared(b) if(n > 3)
  b = chain(n - 2);
#pragma omp taskwait
  return a + b;
}

int main(void) {
  int s = 0, x = 0, a[16] = {0};
  omp_event_handle_t event = (omp_event_handle_t)0;
#pragma omp parallel
#pragma omp single
  {
    s = chain(8);
#pragma omp task untied
  {
    chain(3);
  }
#pragma omp taskwait
#pragma omp task if(0)
    a[0]++;
#pragma omp task detach(event)
    omp_fulfill_event(event);
#pragma omp task depend(out : x) priority(2)
    x = 1;
#pragma omp task depend(inout : x) affinity(x)
    x = 2 * x + 1;
#pragma omp task depend(mutexinoutset : x)
    x++;
#pragma omp taskwait depend(in : x)
#pragma omp task depend(iterator(int k = 0 : 4), out : a[k]) shared(a)
    a[1]++;
#pragma omp task depend(in : a[2]) if(0)
    a[2] = a[1];
#pragma omp taskwait
#pragma omp taskgroup task_reduction(+ : s)
    {
#pragma omp task in_reduction(+ : s)
      s += 5;
#pragma omp taskloop in_reduction(+ : s)
      for (int i = 0; i < 4; i++)
        s += i;
    }
#pragma omp taskloop grainsize(2) shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
#pragma omp taskloop simd num_tasks(4) shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
#pragma omp taskloop nogroup collapse(2) untied shared(a)
    for (int i = 0; i < 4; i++)
      for (int j = 0; j < 4; j++)
        a[4 * i + j]++;
#pragma omp taskwait
  }
#pragma omp parallel
  {
#pragma omp master taskloop shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
#pragma omp barrier
#pragma omp master taskloop simd shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
// Clang 19 generates no code for these two: their loops are never run, with or without the plugin.
#pragma omp masked taskloop shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
#pragma omp masked taskloop simd shared(a)
    for (int i = 0; i < 16; i++)
      a[i]++;
#pragma omp barrier
#pragma omp single
    {
#pragma omp task shared(s)
      {
#pragma omp atomic
        s++;
#pragma omp taskyield
      }
    }
  }
  for (int i = 0; i < 16; i++)
    s += a[i];
  printf("%d %d\n", s, x);
  return 0;
}
