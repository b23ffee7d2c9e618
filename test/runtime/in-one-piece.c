// A `parallel for` that can't be split has events of its fork and join alone. OMPT tells the rest: its threads work in the loop, and
// do not idle; the barriers within the loop of a reduction(inscan), and the one at the region's end, are waiting. Member i of n works
// for 1 + i ms in a plain loop; before the scan for 2 (1 + i) ms, and after it for 2 (n - i) ms.
// RUN: %fresh && %clocked %s -o a -lm
// DEFINE: %{outer} = "parallel for (fork-join)", "parallel for"
// DEFINE: %{of} = (lambda key, i, *inner: sum(s[key] for s in path(%{outer}, *inner)["locations"] if locations[s["location"]]["thread_num"] == i) / 10)
// DEFINE: %{ms} = (lambda *p: [%{of}(*p[:1], i, *p[1:]) / 1000000 for i in range(experiment["threads"])])
// DEFINE: %{loop} = "parallel for (loop)"
// DEFINE: %{visits} = '[%{of}("visits", i) for i in range(experiment["threads"])] == [%{of}("visits", i, %{loop}) for i in range(experiment["threads"])] == [1] * experiment["threads"]' \
// DEFINE:   'experiment["repaired"] == 0 and experiment["ignored"] == 0' 'experiment["idle_ns"] == 0'
// DEFINE: %{plain} = %{visits} '(lambda n: %{ms}("inclusive_ns") == [n] * n and %{ms}("exclusive_ns", %{loop}) == [1 + i for i in range(n)] and \
// DEFINE:   %{ms}("wait_ns", "barrier (implicit)") == [n - 1 - i for i in range(n)])(experiment["threads"])'
// DEFINE: %{scan} = %{visits} '(lambda n: %{ms}("inclusive_ns") == [4 * n] * n and %{ms}("exclusive_ns", %{loop}) == [2 * (n + 1)] * n and \
// DEFINE:   %{ms}("wait_ns", %{loop}, "barrier (implicit)") == [2 * (n - 1 - i) for i in range(n)] and \
// DEFINE:   %{ms}("wait_ns", "barrier (implicit)") == [2 * i for i in range(n)])(experiment["threads"])'
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=p1 ./a plain && %check p1 %{plain}
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=p2 ./a plain && %check p2 %{plain}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=p4 ./a plain && %check p4 %{plain}
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=s1 ./a scan && %check s1 %{scan}
// RUN: env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=s2 ./a scan && %check s2 %{scan}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=s4 ./a scan && %check s4 %{scan}
#include "regions.h"
#include "test_clock.h"
#include <string.h>

#define MEMBERS 64
REGION(loop, "parallelfor", 1);
REGION(scan, "parallelfor", 3);
static struct clock_meeting between, end;

static int plain(int count, size_t round) {
  POMP_Parallel_fork(&loop);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < count; i++) {
    clock_work((uint64_t)(1 + i) * CLOCK_MS);
    clock_meet(&end, round);
  }
  POMP_Parallel_join(&loop);
  return 0;
}

/* Each member has two iterations, for Clang 19 gets a scan of a single one wrong, and passes through them twice. */
static int scanned(int count, size_t round) {
  int sum = 0, found[2 * MEMBERS];
  POMP_Parallel_fork(&scan);
#pragma omp parallel for schedule(static) reduction(inscan, + : sum)
  for (int i = 0; i < 2 * count; i++) {
    clock_work((uint64_t)(1 + i / 2) * CLOCK_MS);
    sum += i;
    if (i % 2)
      clock_meet(&between, round);
#pragma omp scan inclusive(sum)
    clock_work((uint64_t)(count - i / 2) * CLOCK_MS);
    found[i] = sum;
    if (i % 2)
      clock_meet(&end, round);
  }
  POMP_Parallel_join(&scan);
  return found[2 * count - 1] != (2 * count - 1) * count;
}

int main(int argc, char **argv) {
  int count = omp_get_max_threads(), wrong = 0;
  clock_start();
  loop.flags = POMP_RD_WHOLE | POMP_RD_IMPLICIT_JOIN;
  scan.flags = loop.flags | POMP_RD_IMPLICIT_BARRIER;
  struct ompregdescr table[] = {loop, scan};
  POMP_Register_regions(table, 2, sizeof table[0]);
  for (size_t k = 0; k < 10; k++) {
    clock_fork();
    wrong |= argc > 1 && strcmp(argv[1], "scan") == 0 ? scanned(count, k) : plain(count, k);
  }
  return wrong != 0;
}
