// Each member of each team is a location, named by its path; the same member is the same location however often its team is
// forked and whichever thread serves it.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: rm -rf %t && mkdir -p %t && cd %t && %clang -fopenmp -O1 %s -o plain -pthread && %pomp_clang -O1 %s -o a -pthread
// RUN: ./plain > expected && env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a > out && diff out expected
// There must be three levels, sizes 1 to 4, and nothing beyond what was forked.
// RUN: %{check} e 'experiment["nesting"] == "ompt"' 'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0' \
// RUN:   'len([l for l in locations if l["level"] == 3 and l["name"].startswith("0→")]) == 3 * 2 * 2' \
// RUN:   '{l["name"] for l in locations if l["level"] == 3 and l["name"].startswith("0→")} == {f"0→{i}→{j}→{k}" for i in range(3) for j in range(2) for k in range(2)}' \
// RUN:   '{l["name"] for l in locations if l["level"] == 1 and l["name"].startswith("0→")} == {f"0→{i}" for i in range(6)}' \
// RUN:   'all(l["level"] == l["name"].count("→") for l in locations)' \
// RUN:   'all(locations[l["parent"]]["name"] + "→" + str(l["thread_num"]) == l["name"] for l in locations if l["kind"] == "member")' \
// RUN:   'all(l["os_thread"] > 0 and l["served"] >= 1 for l in locations)' \
// A team size is the largest that the member's team had.
// RUN:   '{l["name"]: l["team_size"] for l in locations if l["level"] in (1, 2) and l["name"] in ("0→0", "0→5", "0→0→1", "0→2→1")} == {"0→0": 6, "0→5": 6, "0→0→1": 2, "0→2→1": 2}' \
// The three levels come 10 times; call paths cross them.
// RUN:   'path("three()", ("parallel (fork-join)", 43), ("parallel", 43), ("parallel (fork-join)", 45), ("parallel", 45), ("parallel (fork-join)", 47), ("parallel", 47), "critical(count)")["visits"] == 10 * 12' \
// RUN:   '[s["visits"] for s in path("three()", ("parallel (fork-join)", 43), ("parallel", 43), ("parallel (fork-join)", 45), ("parallel", 45), ("parallel (fork-join)", 47), ("parallel", 47))["locations"]] == [10] * 12' \
// omp_set_max_active_levels serializes: teams of one are at level 2.
// RUN:   'visits("parallel", 60) == 3 * 20' \
// Sizes are 1 to 6 in turn, 100 times.
// RUN:   'visits("parallel", 70) == 100 * (1 + 2 + 3 + 4 + 5 + 6)' 'sorted(s["visits"] for s in region("parallel", 70)["locations"]) == [100, 200, 300, 400, 500, 600]' \
// The program has threads of its own, three at a time, each with teams of two.
// RUN:   'visits("parallel", 77) == 4 * 3 * 5 * 2' \
// RUN:   'sorted(l["name"] for l in locations if l["kind"] == "initial")[0] == "0" and 2 <= len([l for l in locations if l["kind"] == "initial"]) <= 4' \
// RUN:   'sum(s["visits"] for s in region("parallel", 77)["locations"] if locations[s["location"]]["thread_num"] == 1) == 60'
// The report says what it assumes of idle time here.
// RUN: %pomp_report --all e > report && grep -x "  Teams that one fork made in several sizes count with their mean size." report
// RUN: grep -x "  Idle time in nested teams counts for the fork of the outermost team." report
// With fewer threads than wanted the teams are smaller, and all else holds.
// RUN: env OMP_THREAD_LIMIT=3 POMP_EXPERIMENT_DIR=f POMP_SUMMARY=0 ./a > out
// RUN: %{check} f 'experiment["repaired"] == experiment["ignored"] == experiment["unfinished"] == 0' \
// RUN:   'visits("parallel (fork-join)", 43) == 10 and 10 <= visits("parallel", 43) <= 30' \
// RUN:   'max(l["team_size"] for l in locations if l["name"].startswith("0→")) <= 3'
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

static int count;

#line 40
static void three(void) {
  omp_set_max_active_levels(3);
  for (int round = 0; round < 10; round++) {
#pragma omp parallel num_threads(3)
    {
#pragma omp parallel num_threads(2)
      {
#pragma omp parallel num_threads(2)
        {
#pragma omp critical(count)
          count++;
        }
      }
    }
  }
}
static void serialized(void) {
  omp_set_max_active_levels(1);
#pragma omp parallel num_threads(3)
  for (int i = 0; i < 20; i++) {
#pragma omp parallel num_threads(2)
    {
#pragma omp atomic
      count += omp_get_num_threads();
    }
  }
}
static void sizes(void) {
  for (int round = 0; round < 100; round++)
    for (int n = 1; n <= 6; n++) {
#pragma omp parallel num_threads(n)
#pragma omp atomic
      count++;
    }
}
static void *foreign(void *unused) {
  for (int i = 0; i < 5; i++) {
#line 77
#pragma omp parallel num_threads(2)
#pragma omp atomic
    count++;
  }
  return unused;
}

int main(void) {
  three();
  serialized();
  sizes();
  for (int round = 0; round < 4; round++) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++)
      pthread_create(&threads[i], NULL, foreign, NULL);
    for (int i = 0; i < 3; i++)
      pthread_join(threads[i], NULL);
  }
  printf("%d\n", count);
  return 0;
}
