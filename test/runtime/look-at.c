// What the compiler noted in a construct is shown if there is time behind it: in a finding about the construct, or below all findings if a
// thread spends a twentieth of the wall time in the construct itself; not if it is less, if the kind is none that is known, or if it says nothing.
// The first argument is how many percent of the time the noted loop has, the second one how much longer the first thread works there.
// RUN: %fresh && %clocked %s -o a && sh -c 'POMP_SUMMARY=0; export POMP_SUMMARY; for run in "50 0" "6 0" "4 0" "50 50"; do \
// RUN:   POMP_EXPERIMENT_DIR=$(echo $run | tr " " -) ./a $run || exit 1; done'
// RUN: %pomp_report --diagnose 50-0 | FileCheck --check-prefix=HALF %s
// RUN: %pomp_report --diagnose 6-0 | FileCheck --check-prefix=LITTLE %s
// RUN: %pomp_report --diagnose 4-0 | FileCheck --check-prefix=LESS --implicit-check-not="Look at" %s
// RUN: %pomp_report --diagnose 50-50 | FileCheck --check-prefix=FOUND %s
// RUN: %pomp_report 50-0 | FileCheck --check-prefix=SCREEN %s && %pomp_report 50-50 | FileCheck --check-prefix=BESIDE %s
// RUN: %pomp_report --diagnose --json 50-0 | FileCheck --check-prefix=JSON %s
// RUN: %pomp_report --diagnose --json 50-50 | FileCheck --check-prefix=QUOTED %s
// RUN: %pomp_report --diagnose --json 4-0 | grep -F '"look_at": []'
// RUN: %pomp_report --markdown 50-0 | FileCheck --check-prefix=COMMENT %s
// RUN: %pomp_report --markdown 50-50 | FileCheck --check-prefix=ITEM %s
// RUN: %pomp_report --markdown 4-0 > less.md && not grep "Look at" less.md
// HALF: nothing that costs a hundredth of the wall time was found
// HALF-NEXT: {{^}}  Look at test.c:31 (for in main, 0.100 s): each thread writes an element of its own of 'counts',
// HALF-NEXT: {{^}}  and the elements share cache lines, which go from processor to processor; give each thread a local
// HALF-NEXT: {{^}}  variable, and combine them after the loop (reduction); or pad the elements to 64 bytes.
// HALF-NEXT: {{^}}  Look at test.c:32 (for in main, 0.100 s): rand() is called in each iteration
// HALF-NOT: Look at
// HALF: One run can't tell
// LITTLE: Look at test.c:31 (for in main, 0.012 s)
// LESS: nothing that costs a hundredth of the wall time was found
// FOUND: 1. uneven work: for in main, test.c:31
// FOUND: {{^}}    evidence:
// FOUND-NEXT: {{^}}    Look at test.c:31 (for in main, 0.150 s): each thread writes
// SCREEN: Findings: nothing that costs a hundredth of the wall time was found.
// SCREEN-NEXT: {{^}}Look at test.c:31 (for in main, 0.100 s): each thread writes an element of its
// On the first screen it stands beside findings as well.
// BESIDE: 1. {{.*}} uneven work: for in main, test.c:31
// BESIDE: {{^}}Look at test.c:31 (for in main, 0.150 s): each thread writes an element of its
// JSON: "look_at": [
// JSON-NEXT: {
// JSON-NEXT: "kind": "thread_stride",
// JSON-NEXT: "region": "for",
// JSON-NEXT: "function": "main",
// JSON-NEXT: "file": "test.c",
// JSON-NEXT: "line": 31,
// JSON-NEXT: "text": "each thread writes an element of its own of 'counts', and the elements share cache lines, which go from processor to processor",
// JSON-NEXT: "cure": "give each thread a local variable
// JSON-NEXT: "time_s": 0.1{{0*1?}},
// JSON-NEXT: "finding": null
// JSON: "kind": "shared_random",
// JSON-NOT: "kind"
// QUOTED: "look_at": [
// QUOTED: "time_s": 0.1{{[45][0-9]*}},
// QUOTED-NEXT: "finding": 0
// COMMENT: ### {{.*}}: nothing that costs a hundredth of the wall time was found
// COMMENT: {{^}}* Look at test.c:31 (for in main, 0.100 s): each thread writes an element of its own of 'counts', {{.*}}pad the elements to 64 bytes.{{$}}
// COMMENT-NEXT: {{^}}* Look at test.c:32 (for in main, 0.100 s): rand() is called in each iteration
// COMMENT-NOT: Look at
// ITEM: {{^}}1. **{{.*}}uneven work
// ITEM-NEXT: {{^   [^ ]}}
// ITEM-NEXT: {{^}}   * Look at test.c:31 (for in main, 0.150 s): each thread writes
#include "clocked-barrier.h"
#include <stdlib.h>

REGION(par, "parallel", 30);
REGION(loop, "for", 31);
REGION(other, "for", 35);
static struct clock_meeting ends[2];

static void share(struct ompregdescr *d, int instance, struct clock_meeting *end, unsigned us) {
  POMP_For_enter(d);
  clock_work(us * CLOCK_US);
  clocked_barrier(d, end, (size_t)instance);
  POMP_For_exit(d);
}

int main(int argc, char **argv) {
  const unsigned part = argc > 1 ? (unsigned)atoi(argv[1]) : 50, longer = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
  loop.clauses = "schedule(static)";
  loop.notes = "thread_stride 31 counts; shared_random 32 rand(); of_a_later_version 33 x; thread_stride; locking x y; ; ";
  par.clauses = other.clauses = "";
  other.notes = "";
  clock_start();
  for (int i = 0; i < 2; i++) { /* the first team's barrier may be missing */
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      share(&loop, i, &ends[0], i ? part * (omp_get_thread_num() ? 2000 : 20 * (100 + longer)) : 0);
      share(&other, i, &ends[1], i ? 2000 * (100 - part) : 0);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  return 0;
}
