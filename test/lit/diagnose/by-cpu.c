// Where the machine was busy, findings are judged by samples of CPU time, if there are any: Inputs/by-cpu.py writes such into the experiment, and says of each
// case what is found with them and without. By the clock that the test sets, each member loses its processor in turn, so that the wall clock
// tells of both that they were late.
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 -g %pair_flags %s -o a
// RUN: %python %S/Inputs/by-cpu.py %pomp_report ./a
#include "pair.h"
#include <stdbool.h>
#include <string.h>

enum { ROUNDS = 20 };
static bool busy;

/* The member has no processor for 20 ms, each time that it is its turn. */
static void lose_processor(int round, int me) {
  if (busy && round % 2 == me)
    work(20000);
}

/* Member 0 works 12 ms each time, and the other one 4 ms. */
static void same(int round, int me) {
  lose_processor(round, me);
#line 100
#pragma omp for schedule(static, 12) nowait
  for (int i = 0; i < 16; i++)
    work(1000);
}

/* The members work 12 ms and 4 ms in turn. */
static void turns(int round, int me) {
  lose_processor(round, me);
#line 200
#pragma omp for schedule(static) nowait
  for (int i = 0; i < 2; i++)
    work(i == round % 2 ? 12000 : 4000);
}

/* What member 1 has less to do before the loop, it has more to do in it: nobody waits. */
static void dealt(int round, int me) {
  work(me ? 4000 : 12000);
  lose_processor(round, me);
#line 300
#pragma omp for schedule(static) nowait
  for (int i = 0; i < 2; i++)
    work(i ? 12000 : 4000);
}

#line 500
int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  busy = argc > 2;
  void (*loop)(int, int) = strcmp(mode, "same") == 0 ? same : strcmp(mode, "turns") == 0 ? turns : dealt;
  pair_start();
  bool both = strcmp(mode, "both") == 0;
  if (both || strcmp(mode, "serial") == 0)
    work(busy ? 300000 : 100000);
  pair_first_team();
  for (int round = 0; round < ROUNDS; round++) {
    if (both && round)
      work(busy ? 9000 : 3000);
#line 600
#pragma omp parallel
    {
      loop(round, omp_get_thread_num());
      MEET();
    }
  }
  if (busy)
    __pomp_ready = 500 * CLOCK_MS;
  work(1);
#pragma omp parallel
  MEET();
  return 0;
}
