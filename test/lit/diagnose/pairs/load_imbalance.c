// One member has more to do in each instance of a loop: always the same one, or one after the other; or a section takes longer than
// the others. The fixed program deals the same work out evenly. In mode `most`, one member's iterations have nearly all of the work,
// and still no member has none.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %pomp_clang -O1 -g %pair_flags %s -o bad && %pomp_clang -O1 -g -DFIXED %pair_flags %s -o fixed
// RUN: %pair ./bad ./fixed 2 same
// RUN: %pair ./bad ./fixed 4 in-turn
// RUN: %pair ./bad ./fixed 2 most
// RUN: %pair ./bad ./fixed 4 most
// RUN: env POMP_EXPERIMENT_DIR=most POMP_SUMMARY=0 OMP_NUM_THREADS=4 ./bad most && %pomp_report --diagnose most > text && not grep "nothing to do" text
// RUN: %pair ./bad ./fixed 2 dynamic
// RUN: %pair ./bad ./fixed 2 sections
// RUN: %pair ./bad ./fixed 4 sections
#include "pair.h"
#include <omp.h>
#include <string.h>

enum { MOST = 64, ROUNDS = 40 };

static uint64_t others = 2000;

/* The work of a part in a round, in microseconds. */
static uint64_t part(int i, int last, int parts) {
#ifdef FIXED
  (void)i, (void)last;
  return others + (6000 - others) / (unsigned)parts;
#else
  (void)parts;
  return i == last ? 6000 : others;
#endif
}

static void by_static(int size, int last) {
#line 100
#pragma omp for schedule(static) nowait
  for (int i = 0; i < size; i++)
    work(part(i, last, size));
}

/* The last iteration is the longest one; each thread has two. */
static void by_dynamic(int size) {
#line 200
#pragma omp for schedule(dynamic, 1) nowait
  for (int i = 0; i < 2 * size; i++) {
    TOGETHER(size);
    work(part(i, 2 * size - 1, 2 * size));
  }
}

static void by_sections(void) {
#line 300
#pragma omp sections nowait
  {
#pragma omp section
    work(part(0, 0, 4));
#pragma omp section
    work(part(1, 0, 4));
#pragma omp section
    work(part(2, 0, 4));
#pragma omp section
    work(part(3, 0, 4));
  }
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "same";
  int is_most = strcmp(mode, "most") == 0, is_same = is_most || strcmp(mode, "same") == 0;
  int is_sections = strcmp(mode, "sections") == 0;
  int is_dynamic = strcmp(mode, "dynamic") == 0, size = omp_get_max_threads();
  uint64_t took[MOST], severity = 0;
  if (is_most)
    others = 8;
  pair_begin();
  for (int round = 0; round < ROUNDS; round++) {
#pragma omp parallel
    {
      uint64_t begin = now();
      if (is_sections)
        by_sections();
      else if (is_dynamic)
        by_dynamic(size);
      else
        by_static(size, is_same ? size - 1 : round % size);
      took[omp_get_thread_num()] = now() - begin;
      MEET();
    }
    severity += pair_late(took, size);
  }
  pair_advice("load_imbalance", is_sections ? 300 : is_dynamic ? 200 : 100, severity,
              is_sections  ? "the longest section"
              : is_dynamic ? "clauses are schedule(dynamic, 1) nowait"
              : is_same    ? "so its part has more to do: deal the iterations out"
                           : "schedule(static) nowait. Now one member works longest and now another");
  return 0;
}
