// Members that have the same to do differ a little: once, in turn, or by the speeds of their processors, such a difference is no finding but a
// remark, which takes no place on the first screen from a note of the compiler or from the next step. What repeats, or is large, is a finding, which says how often it was.
// RUN: rm -rf %t && mkdir -p %t && cd %t && cp %s a.c && %pomp_clang -O1 -g %pair_flags -I%S/Inputs a.c -o a
// RUN: sh -c 'for mode in once large same speed turn dynamic short; do POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=$mode OMP_NUM_THREADS=2 ./a $mode && %pomp_report --diagnose $mode > $mode.txt || exit 1; done'
// RUN: FileCheck %s --check-prefix=ONCE < once.txt && %pomp_report once | FileCheck %s --check-prefix=SCREEN && FileCheck %s --check-prefix=LARGE < large.txt
// RUN: FileCheck %s --check-prefix=SAME < same.txt && FileCheck %s --check-prefix=SPEED < speed.txt && FileCheck %s --check-prefix=TURN < turn.txt && FileCheck %s --check-prefix=DYNAMIC < dynamic.txt && FileCheck %s --check-prefix=SHORT < short.txt
// ONCE: 1. uneven work: parallel for (loop) in main, {{.*}}a.c:100; not judged: 3 % longer, once: too little to judge
// SCREEN: Findings: none that is more than chance
// SCREEN-NEXT: Look at a.c:103 (parallel{{ ?}}for in main, 0.011 s)
// SCREEN: pomp-scale 1,2 -- ./a
// LARGE: 1. uneven work: {{.*}}; fixing it saves 0.005 s at most (25.0 %)
// LARGE-NEXT: {{.*}} It ran once, and 0->1 worked
// SAME: 1. uneven work: {{.*}}; fixing it saves 0.020 s at most
// SAME-NEXT: {{.*}} 0->1 is the last one in 100 % of
// SPEED: 1. uneven work: {{.*}}; not judged: 3 % longer, by which the speeds of processors differ: too little to judge
// TURN: 1. uneven work: {{.*}}; not judged: 3 % longer, 20 times, and not always the same member: too little to judge
// SHORT: uneven work: {{.*}}a.c:300; not judged: 0.25 us each time, by which members begin apart: too little to judge
// DYNAMIC: The loop's clauses are schedule(dynamic, 1).
// DYNAMIC-NOT: chunk
// DYNAMIC: evidence
#include "pair.h"
#include <string.h>

static long counts[64];

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "";
  const int is_once = strcmp(mode, "once") == 0, is_large = strcmp(mode, "large") == 0, in_turn = strcmp(mode, "turn") == 0;
  const long more = is_large ? 10000 : strcmp(mode, "same") == 0 ? 2000 : 600;
  pair_begin();
  for (int i = 0; i < (is_once || is_large ? 1 : 20) && strcmp(mode, "dynamic") && strcmp(mode, "short"); i++)
#line 100
#pragma omp parallel for
    for (int k = 0; k < 2; k++) {
      for (int j = 0; j < 300; j++)
        counts[omp_get_thread_num()]++;
      work(10000 + (k != (in_turn && i % 2) ? more : 0));
      MEET();
    }
  for (int i = 0; i < 20 && !strcmp(mode, "dynamic"); i++)
#line 200
#pragma omp parallel for schedule(dynamic, 1)
    for (int k = 0; k < 2; k++) {
      TOGETHER(2);
      work(k == i % 2 ? 9000 : 3000);
      MEET();
    }
  for (int i = 0; i < 1000 && !strcmp(mode, "short"); i++)
#line 300
#pragma omp parallel for
    for (int k = 0; k < 2; k++) {
      cost(20000 + 500 * (unsigned)k);
      MEET();
    }
  return 0;
}
