// The members of teams are compared instance by instance, and who took longest is known. The program adds up the same figures of what
// each member works in each instance, by the clock that it sets: they are equal, to the nanosecond.
// RUN: %fresh && %clocked %s -o a
// DEFINE: %{figures} = [[b["by"], b["instances"], b["visits_missing"], b["max_ns"], b["mean_ns"], b["imbalance"], \
// DEFINE:   {locations[l["location"]]["name"]: [l["instances"], l["cost_ns"]] for l in b["latest"]}] for t in file("truth") \
// DEFINE:   for b in [r["balance"] for r in regions if r["begin_line1"] == t["line"] and r["balance"]]]
// DEFINE: %{truth} = [["instances", t["instances"], t["missing"], t["max"], t["mean"], (t["max"] - t["mean"]) / t["max"], t["latest"]] \
// DEFINE:   for t in file("truth")]
// RUN: env OMP_NUM_THREADS=2 OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=two POMP_SUMMARY=0 ./a > truth && %check two '%{figures} == %{truth}'
// RUN: env OMP_NUM_THREADS=4 OMP_CANCELLATION=true POMP_EXPERIMENT_DIR=four POMP_SUMMARY=0 ./a > truth && %check four '%{figures} == %{truth}'
// Without OMPT teams are unknown, and the figure is one of sums, and says so.
// RUN: env OMP_NUM_THREADS=2 OMP_TOOL=disabled POMP_EXPERIMENT_DIR=none POMP_SUMMARY=0 ./a > truth
// RUN: %check none 'region("for", 1)["balance"]["by"] == "sums"' 'region("for", 1)["balance"]["instances"] is None' \
// RUN:   'region("for", 1)["balance"]["latest"] == []' 'region("for", 1)["balance"]["imbalance"] == 0' 'region("for", 2)["balance"]["imbalance"] == 18 / 48'
#include "regions.h"
#include "test_clock.h"
#include <stdio.h>

enum { IN_TURN, SAME, SIZES, NOWAIT, NESTED, SECTIONS, CANCELLED, MANY, DYNAMIC, COMBINED, ALONE, AHEAD, SWITCHED, CASES };
enum { INSTANCES = 300, FEW = 12, MOST = 130, MEMBERS = 4, KEPT = 64, SECTIONS_LINE = 50 };
static struct ompregdescr loops[CASES];
REGION(par, "parallel", 100);
REGION(inner, "parallel", 101);
REGION(like, "for", 1);
REGION(section, "sections", SECTIONS_LINE);

/* What each member works in each instance; nested teams have the number of the outer thread before that of the member. */
static struct part {
  uint64_t ns;
  int outer;
  bool is_there;
} parts[CASES][INSTANCES][MEMBERS];
static struct clock_meeting barrier, end;

static void works(int c, int i, uint64_t ns) {
  struct part *p = &parts[c][i][omp_get_thread_num()];
  *p = (struct part){p->ns + ns, omp_get_ancestor_thread_num(1), true};
  clock_work(ns);
}

static void meet(int c, int i) {
  clock_meet(&barrier, (size_t)(c * INSTANCES + i));
#pragma omp barrier
  clock_met();
}

static void share(int c, int i, uint64_t us, bool waits) {
  POMP_For_enter(&loops[c]);
  works(c, i, us * CLOCK_US);
  if (waits) {
    POMP_Barrier_enter(&loops[c]);
    meet(c, i);
    POMP_Barrier_exit(&loops[c]);
  }
  POMP_For_exit(&loops[c]);
}

/* Each is what one member does. */
static void in_turn(int me, int size) {
  for (int i = 0; i < FEW; i++)
    share(IN_TURN, i, i % size == me ? 2400 : 360, true);
}
static void same(int me, int size) {
  for (int i = 0; i < FEW; i++)
    share(SAME, i, me == size - 1 ? 2400 : 600, true);
}
static void without_waiting(int me, int size) {
  for (int i = 0; i < FEW; i++)
    share(NOWAIT, i, (i + me) % size == 0 ? 1800 : 600, false);
}
static void many(int me, int size) {
  for (int i = 0; i < MOST; i++)
    share(MANY, i, i % size == me ? 180 : 60, true);
}
/* There is no end to how far members run ahead. Of what is 64 instances behind nobody knows any more. */
static void ahead(int me, int size) {
  static int done;
  if (me == 0)
    clock_turn(&done, size - 1);
  for (int i = 0; i < INSTANCES; i++)
    share(AHEAD, i, me ? 24 + (uint64_t)me * 12 : 240, false);
  if (me)
    clock_next(&done);
}
/* The next one goes to the member that comes first: no two sums are the same. */
static void dynamic(int me, int size) {
  (void)me;
  for (int i = 0; i < FEW; i++) {
    POMP_For_enter(&loops[DYNAMIC]);
    works(DYNAMIC, i, 0);
#pragma omp for schedule(dynamic) nowait
    for (int k = 0; k < 3 * size; k++)
      works(DYNAMIC, i, 600 * CLOCK_US + (12u << k));
    POMP_Barrier_enter(&loops[DYNAMIC]);
    meet(DYNAMIC, i);
    POMP_Barrier_exit(&loops[DYNAMIC]);
    POMP_For_exit(&loops[DYNAMIC]);
  }
}
static void sections(int me, int size) {
  (void)me, (void)size;
  for (int i = 0; i < FEW; i++) {
    POMP_Sections_enter(&section);
    works(SECTIONS, i, 0);
#pragma omp sections nowait
    {
#pragma omp section
      works(SECTIONS, i, (i % 2 ? 2400 : 600) * CLOCK_US);
#pragma omp section
      works(SECTIONS, i, (i % 2 ? 600 : 2400) * CLOCK_US);
    }
    POMP_Barrier_enter(&section);
    meet(SECTIONS, i);
    POMP_Barrier_exit(&section);
    POMP_Sections_exit(&section);
  }
}
/* One member cancels the loop when it is done; the others see that when they have done their first part, or a later one. */
static void cancelled(int me, int size) {
  for (int i = 0; i < FEW; i++) {
    POMP_For_enter(&loops[CANCELLED]);
#pragma omp for schedule(static, 1)
    for (int k = 0; k < 4 * size; k++) {
      works(CANCELLED, i, (me == i % size ? 360 : 1200 + 12 * (uint64_t)me) * CLOCK_US);
#pragma omp cancel for if (me == i % size)
    }
    POMP_For_exit(&loops[CANCELLED]);
  }
}
/* What comes after the measurement was off for a moment, on one thread or on all, is given up. */
static void switched(int me, int size) {
  for (int i = 0; i < 10; i++)
    share(SWITCHED, i, i % size == me ? 1200 : 240, true);
  if (me == 0)
    POMP_Off();
  meet(SWITCHED, 10);
  for (int i = 11; i < 14; i++)
    share(SWITCHED, i, 120, true); /* the next one of this number is counted in the next team */
  if (me == 0)
    POMP_On();
  meet(SWITCHED, 14);
  for (int i = 15; i < 18; i++)
    share(SWITCHED, i, 120, true);
}

static void team(struct ompregdescr *d, int size, void (*body)(int, int)) {
  static size_t n;
  clock_fork();
  POMP_Parallel_fork(d);
#pragma omp parallel num_threads(size)
  {
    POMP_Parallel_begin(d);
    body(omp_get_thread_num(), omp_get_num_threads());
    POMP_Parallel_end(d);
    clock_meet(&end, n);
  }
  clock_met();
  n++;
  POMP_Parallel_join(d);
}

/* The work is divided among the members of larger and larger teams; the first one gets more. */
static int instance;
static void divided(int me, int size) { share(SIZES, instance, (me ? 2400 : 4800) / (uint64_t)size, true); }

/* As `parallel for` is instrumented: the loop and the team begin and end together. */
static void combined(int me, int size) {
  POMP_For_enter(&loops[COMBINED]);
  works(COMBINED, instance, (instance % size == me ? 2400 : 1200) * CLOCK_US);
  POMP_For_exit(&loops[COMBINED]);
  POMP_Barrier_enter(&loops[COMBINED]);
  meet(COMBINED, instance);
  POMP_Barrier_exit(&loops[COMBINED]);
}

/* The members of the outer team fork one after the other. */
static void within(int me, int size) {
  (void)size;
  for (int k = 0; k < 2; k++)
    share(NESTED, instance * 2 + k, me == k ? 2400 : 600, true);
}
static void nested(int me, int size) {
  static int turn;
  (void)size;
  clock_turn(&turn, me);
  for (int i = 0; i < 5; i++) {
    instance = me * 5 + i;
    team(&inner, 2, within);
  }
  clock_fork(); /* the next one begins now */
  clock_next(&turn);
}

/* Prints the sums over the instances from `from` on. Each stands for so many `times`, whose parts are added up. */
static void print(int c, int from, int to, unsigned times, int missing) {
  uint64_t max = 0, mean = 0;
  struct {
    uint64_t instances, cost;
  } latest[MEMBERS + 1][MEMBERS] = {{{0, 0}}};
  for (int i = from; i < to; i++) {
    uint64_t longest = 0, sum = 0, size = 0;
    int outer = 0, member = 0;
    for (int k = 0; k < MEMBERS; k++) {
      const struct part *p = &parts[c][i][k];
      sum += p->ns;
      size += p->is_there;
      if (p->is_there && p->ns >= longest) {
        longest = p->ns;
        outer = c == NESTED ? p->outer : MEMBERS;
        member = k;
      }
    }
    max += longest;
    mean += sum / size;
    latest[outer][member].instances += times;
    latest[outer][member].cost += longest - sum / size;
  }
  printf("%s{\"line\": %d, \"instances\": %u, \"missing\": %d, \"max\": %ju, \"mean\": %ju, \"latest\": {", c ? ",\n" : "[",
         c == SECTIONS ? SECTIONS_LINE : c + 1, times * (unsigned)(to - from), missing, max, mean);
  const char *comma = "";
  for (int o = 0; o <= MEMBERS; o++)
    for (int k = 0; k < MEMBERS; k++)
      if (latest[o][k].instances) {
        printf(c == ALONE ? "%s\"0" : o < MEMBERS ? "%s\"0→%d→%d" : "%s\"0→%3$d", comma, o, k);
        printf("\": [%ju, %ju]", latest[o][k].instances, latest[o][k].cost);
        comma = ", ";
      }
  printf("}}");
}

int main(void) {
  int threads = omp_get_max_threads();
  regions_fill(loops, CASES, &like, "for", 1);
  loops[CANCELLED].flags |= POMP_RD_IMPLICIT_BARRIER;
  struct ompregdescr *table = &loops[CANCELLED];
  POMP_Register_regions(table, 1, sizeof *table);
  omp_set_max_active_levels(2);
  clock_start();
  for (int i = 0; i < 5; i++)
    share(ALONE, i, 1200, false);
  static void (*const bodies[])(int, int) = {in_turn, same, without_waiting, nested, sections, cancelled, many, dynamic, ahead, switched, switched};
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++)
    team(&par, threads, bodies[i]);
  for (instance = 0; instance < FEW; instance++)
    team(&par, 1 + instance % threads, divided);
  for (instance = 0; instance < FEW; instance++)
    team(&loops[COMBINED], threads, combined);
  const int counts[CASES] = {FEW, FEW, FEW, FEW, 2 * 5 * threads, FEW, FEW, MOST, FEW, FEW, 5, INSTANCES, 10};
  for (int c = 0; c < CASES; c++)
    if (c == AHEAD)
      print(c, INSTANCES - KEPT, INSTANCES, 1, (INSTANCES - KEPT) * threads);
    else
      print(c, 0, counts[c], c == SWITCHED ? 2 : 1, c == SWITCHED ? 2 * 3 * threads : 0);
  puts("]");
  return 0;
}
