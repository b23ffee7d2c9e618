// What members of the last team wait at its end is there to the nanosecond however the program ends, and while it goes on:
// a worker is told of the end only when it is used again. The clock is the program's, and so is the truth.
// AddressSanitizer refuses to join the first thread.
// UNSUPPORTED: sanitized
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{waits} = sorted(l["wait_ns"] for l in region("barrier (implicit)", 1)["locations"]) == [0, 700000, 800000, 900000]
// DEFINE: %{whole} = '%{waits}' 'visits("barrier (implicit)", 1) == visits("parallel", 1) == 4' \
// DEFINE:   '[region("parallel", 1)[k + "_visit_ns"] for k in ("min", "mean", "max")] == [1000000] * 3' \
// DEFINE:   '[region("barrier (implicit)", 1)[k + "_visit_ns"] for k in ("min", "mean", "max")] == [0, 600000, 900000]' \
// DEFINE:   'sum(b["visits"] for b in region("barrier (implicit)", 1)["histogram"]) == 4'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=end ./a end && %check end %{whole} 'experiment["state"] == "complete"'
// RUN: not --crash env POMP_EXPERIMENT_DIR=abort ./a abort && %check abort %{whole} 'experiment["state"] == "killed"'
// RUN: not --crash env POMP_EXPERIMENT_DIR=kill ./a kill && %check kill %{whole}
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=live ./a look "%pomp_report --json live > live.json"
// RUN: %check live %{whole} '[r["locations"] for r in file("live.json")["regions"] if r["name"] == "barrier (implicit)"] == [region("barrier (implicit)")["locations"]]'
// A trace has the same, and so has what is made of it.
// RUN: not --crash env POMP_TRACE=1 POMP_EXPERIMENT_DIR=traced ./a abort && %check traced %{whole}
// RUN: %pomp_report --json traced > json && %pomp_report --from-trace --json traced | cmp - json
// RUN: %pomp_convert traced --to perfetto -o - | FileCheck %s
// CHECK-COUNT-3: "ph":"E","pid":2,{{.*}},"ts":1000.000,"name":"barrier (implicit)"
// Other teams come behind it, of which those members are none.
// RUN: not --crash env POMP_EXPERIMENT_DIR=smaller ./a abort smaller && %check smaller %{whole}
// RUN: not --crash env POMP_EXPERIMENT_DIR=alone ./a abort alone && %check alone %{whole}
// A visit that is not over counts as unfinished: the member that the others wait for dies inside.
// RUN: not --crash env POMP_EXPERIMENT_DIR=inside ./a inside
// RUN: %check inside 'sorted(l["wait_ns"] for l in region("barrier (implicit)", 1)["locations"]) == [700000, 800000, 900000]' \
// RUN:   'region("barrier (implicit)", 1)["unfinished"] == 3' \
// RUN:   '[region("parallel", 1)[k] for k in ("visits", "unfinished", "min_visit_ns", "mean_visit_ns")] == [4, 4, None, None]'
// The first thread leaves by pthread_exit, and another one goes on with a team of its own: the same is there, and so is what came later.
// DEFINE: %{both} = %{whole} 'visits("barrier (implicit)", 2) == visits("parallel", 2) == 2' \
// DEFINE:   'sorted(l["wait_ns"] for l in region("barrier (implicit)", 2)["locations"]) == [0, 900000]'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=left ./a left && %check left %{both} 'experiment["state"] == "complete"' \
// RUN:   'experiment["repaired"] == experiment["unfinished"] == 0'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=left-traced POMP_TRACE=1 ./a left && %check left-traced %{both}
// RUN: not --crash env POMP_EXPERIMENT_DIR=left-abort ./a left abort && %check left-abort %{both} 'experiment["state"] == "killed"'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=left-live ./a left "%pomp_report --json left-live > left-live.json"
// RUN: %check left-live %{both} 'file("left-live.json")["experiment"]["state"] == "running"' \
// RUN:   '[r["locations"] for r in file("left-live.json")["regions"] if r["name"] == "barrier (implicit)"] == [r["locations"] for r in regions if r["name"] == "barrier (implicit)"]'
#include "regions.h"
#include "test_clock.h"
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

REGION(whole, "parallel", 1);
REGION(others, "parallel", 2);
REGION(open, "region", 3);

/* Member 0 is done after a ms, the others after 0.1, 0.2 and 0.3 ms. */
static void team(struct ompregdescr *d, int size, bool dies) {
  static struct clock_meeting end;
  static size_t instance;
  static int arrived;
  size_t n = instance++;
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(size)
  {
    int me = omp_get_thread_num();
    POMP_Parallel_begin(d);
    clock_work(me ? (uint64_t)me * 100 * CLOCK_US : CLOCK_MS);
    if (dies && me == 0) {
      clock_turn(&arrived, size - 1);
      POMP_Begin(&open); /* until now it is known to have lived */
      abort();
    }
    POMP_Parallel_end(d);
    clock_meet(&end, n);
    if (dies)
      clock_next(&arrived);
  }
  POMP_Parallel_join(d);
}

static pthread_t first;
static void *go_on(void *how) {
  const char *more = how;
  pthread_join(first, NULL);
  team(&others, 2, false);
  clock_work(CLOCK_MS);
  if (strcmp(more, "abort") == 0)
    abort();
  exit(*more && system(more) != 0); /* NOLINT(cert-env33-c) */
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "", *more = argc > 2 ? argv[2] : "";
  clock_start();
  whole.flags = others.flags = POMP_RD_IMPLICIT_JOIN;
  team(&whole, 4, strcmp(how, "inside") == 0);
  clock_work(5 * CLOCK_MS);
  for (int i = 0; i < 10 && (strcmp(more, "smaller") == 0 || strcmp(more, "alone") == 0); i++)
    team(&others, *more == 's' ? 2 : 1, false);
  if (strcmp(how, "left") == 0) {
    static char its[256];
    pthread_t other;
    first = pthread_self();
    strncpy(its, more, sizeof its - 1);
    pthread_create(&other, NULL, go_on, its);
    pthread_exit(NULL);
  }
  if (strcmp(how, "abort") == 0)
    abort();
  if (strcmp(how, "kill") == 0)
    raise(SIGKILL);
  return strcmp(how, "look") == 0 ? system(more) != 0 : 0; /* NOLINT(cert-env33-c) */
}
