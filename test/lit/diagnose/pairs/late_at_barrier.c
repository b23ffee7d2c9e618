// Members come late to a barrier that the program wrote, or to a construct that ends with one: always the same one, or all of them in turn, so that their sums over
// the run are equal. The fixed program gives all members the same to do each time.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 same
// RUN: %pair ./bad ./fixed 4 same
// RUN: %pair ./bad ./fixed 2 turn
// RUN: %pair ./bad ./fixed 4 turn
// RUN: %pair ./bad ./fixed 4 single
// RUN: %pair ./bad ./fixed 4 loop
// RUN: %pair ./bad ./fixed 2 loop-turn
// RUN: %pair ./bad ./fixed 4 loop-turn
// RUN: %pair ./bad ./fixed 4 sections-turn
// RUN: %pair ./bad ./fixed 4 single-turn
// RUN: %pair ./bad ./fixed 4 many
// RUN: %python %S/../Inputs/pair.py --traced %pomp_report ./bad ./fixed 4 turn
// RUN: %python %S/../Inputs/pair.py --traced %pomp_report ./bad ./fixed 4 loop-turn
#include "pair.h"
#include <string.h>

enum { ROUNDS = 25, SHORT = 1200, LONG = 6000 };

static int size, is_same;

/* What the member works in the round, or an equal part of what all of them do. */
static void phase(int round) {
  int late = is_same ? size - 1 : round % size;
#ifdef FIXED
  (void)late;
  work((uint64_t)(LONG + (size - 1) * SHORT) / (uint64_t)size);
#else
  work(omp_get_thread_num() == late ? LONG : SHORT);
#endif
}

static void barriers(int rounds) {
#pragma omp parallel
  for (int round = 0; round < rounds; round++) {
#line 100
    phase(round);
    MEET();
#pragma omp barrier
    work(500);
  }
}

/* All wait at the end of the single. */
static void singles(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#line 200
    phase(round);
    MEET();
#pragma omp single
    (void)round;
  }
}

/* All wait at the end of the loop, which is even. */
static void loops(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#line 300
    phase(round);
    MEET();
#pragma omp for schedule(static)
    for (int i = 0; i < size; i++)
      work(500);
  }
}

/* All wait at the end of the sections, which have nothing to do. */
static void by_sections(void) {
#pragma omp parallel
  for (int round = 0; round < ROUNDS; round++) {
#line 400
    phase(round);
    MEET();
#pragma omp sections
    {
#pragma omp section
      (void)round;
#pragma omp section
      (void)round;
    }
  }
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  const bool single = strncmp(mode, "single", 6) == 0, loop = strncmp(mode, "loop", 4) == 0;
  const bool sections = strncmp(mode, "sections", 8) == 0;
  int rounds = strcmp(mode, "many") == 0 ? 5000 : ROUNDS;
  pair_begin();
  size = omp_get_max_threads();
  is_same = !strstr(mode, "turn");
  if (single)
    singles();
  else if (loop)
    loops();
  else if (sections)
    by_sections();
  else
    barriers(rounds);
  pair_advice("late_at_barrier", single ? 202 : loop ? 302 : sections ? 402 : 102,
              (uint64_t)rounds * (LONG - SHORT) * CLOCK_US * (uint64_t)(size - 1),
              is_same  ? "divide the work among the members"
              : loop   ? "or the iterations of the loop itself, so that who comes late gets fewer of them"
              : single ? "let the construct have a nowait clause"
                       : "Now one member comes last and now another");
  return 0;
}
