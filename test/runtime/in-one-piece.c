// A `parallel for` that can't be split has events of its fork and join alone. OMPT tells the rest: its threads work in the loop, and
// do not idle; the barriers within the loop of a reduction(inscan), and the one at the region's end, are waiting. The program takes
// the times around its work. What a member does from its begin to the join is bounded from both sides on a busy machine, too.
// RUN: %fresh && %program %s -o a -lm
// DEFINE: %{outer} = "parallel for (fork-join)", "parallel for"
// DEFINE: %{of} = (lambda key, i, *inner: sum(s[key] for s in path(%{outer}, *inner)["locations"] if locations[s["location"]]["thread_num"] == i))
// DEFINE: %{loop} = "parallel for (loop)"
// DEFINE: %{members} = 'len(file("truth")) == experiment["threads"]' \
// DEFINE:   'all(%{of}("visits", i, %{loop}) == 10 and %{of}("visits", i) == 10 for i in range(len(file("truth"))))' \
// DEFINE:   'all(within(%{of}("inclusive_ns", i), t["all"]) for i, t in enumerate(file("truth")))' \
// DEFINE:   'all(%{of}("exclusive_ns", i, %{loop}) >= t["work"] * 0.999 for i, t in enumerate(file("truth")))' \
// DEFINE:   'all(within(%{of}("wait_ns", i, "barrier (implicit)"), t["end"]) for i, t in enumerate(file("truth")))' \
// DEFINE:   'experiment["repaired"] == 0 and experiment["ignored"] == 0'
// DEFINE: %{scans} = 'all(within(%{of}("wait_ns", i, %{loop}, "barrier (implicit)"), t["between"]) for i, t in enumerate(file("truth")))'
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=p1 ./a plain > truth && %check p1 %{members}
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=p2 ./a plain > truth && %check p2 %{members}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=p4 ./a plain > truth && %check p4 %{members}
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=s1 ./a scan > truth && %check s1 %{members}
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=s2 ./a scan > truth && %check s2 %{members} %{scans}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=s4 ./a scan > truth && %check s4 %{members} %{scans}
#include "regions.h"
#include <omp.h>
#include <stdio.h>
#include <string.h>

#define MEMBERS 64
REGION(loop, "parallelfor", 1);
REGION(scan, "parallelfor", 3);

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* The times of a member in this instance, and the sums over all. */
static struct member {
  long long begin, first_end, second_begin, end;
  long long all[2], work, end_wait[2], between[2];
} members[MEMBERS];

static void add(int count, long long forked, long long joined) {
  long long last = 0, last_first = 0;
  for (int i = 0; i < count; i++) {
    last = members[i].end > last ? members[i].end : last;
    last_first = members[i].first_end > last_first ? members[i].first_end : last_first;
  }
  for (int i = 0; i < count; i++) {
    struct member *m = &members[i];
    m->all[0] += last - m->begin;
    m->all[1] += joined - forked;
    m->work += m->first_end - m->begin + m->end - m->second_begin;
    m->end_wait[1] += joined - m->end;
    m->between[0] += (last_first - m->first_end) * 4 / 5; /* it may lose the processor before it comes to the barrier */
    m->between[1] += m->second_begin - m->first_end + joined - m->end;
  }
}

static int plain(int count) {
  POMP_Parallel_fork(&loop);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < count; i++) {
    members[i].begin = now();
    busy(1 + i);
    members[i].first_end = members[i].second_begin = members[i].end = now();
  }
  POMP_Parallel_join(&loop);
  return 0;
}

/* Each member has two iterations, for Clang 19 gets a scan of a single one wrong, and passes through them twice. */
static int scanned(int count) {
  int sum = 0, found[2 * MEMBERS];
  POMP_Parallel_fork(&scan);
#pragma omp parallel for schedule(static) reduction(inscan, + : sum)
  for (int i = 0; i < 2 * count; i++) {
    if (i % 2 == 0)
      members[i / 2].begin = now();
    busy(1 + i / 2);
    sum += i;
    members[i / 2].first_end = now();
#pragma omp scan inclusive(sum)
    if (i % 2 == 0)
      members[i / 2].second_begin = now();
    busy(1);
    found[i] = sum;
    members[i / 2].end = now();
  }
  POMP_Parallel_join(&scan);
  return found[2 * count - 1] != (2 * count - 1) * count;
}

int main(int argc, char **argv) {
  int count = omp_get_max_threads(), wrong = 0;
  loop.flags = POMP_RD_WHOLE | POMP_RD_IMPLICIT_JOIN;
  scan.flags = loop.flags | POMP_RD_IMPLICIT_BARRIER;
  struct ompregdescr table[] = {loop, scan};
  POMP_Register_regions(table, 2, sizeof table[0]);
  for (int k = 0; k < 10; k++) {
    long long forked = now();
    wrong |= argc > 1 && strcmp(argv[1], "scan") == 0 ? scanned(count) : plain(count);
    add(count, forked, now());
  }
  for (int i = 0; i < count; i++)
    printf("%s{\"all\": [%lld, %lld], \"work\": %lld, \"end\": [%lld, %lld], \"between\": [%lld, %lld]}%s",
           i ? ", " : "[", members[i].all[0], members[i].all[1], members[i].work, members[i].end_wait[0],
           members[i].end_wait[1], members[i].between[0], members[i].between[1], i + 1 < count ? "" : "]\n");
  return wrong != 0;
}
