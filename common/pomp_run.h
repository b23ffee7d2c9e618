/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_run.h - how the totals of a run follow from a process's header and the sums over its call paths, and how the
 * times of call paths add up: the formulas of the table at the end of a run, and of the report. Pure functions. Not
 * here: the sums (runtime/libpompomp/life/summary.c, tools/sums), how they are shown. */
#ifndef POMP_RUN_H
#define POMP_RUN_H

#include "pomp_format.h"
#include "pomp_names.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns the most threads that the process had at the same time; older files have only the number of its locations. */
static inline uint32_t pomp_run_threads(const struct pomp_header *h, uint32_t locations) {
  return h->threads ? h->threads : locations;
}

/* Returns the ticks from the loading of the runtime to the end of the measurement. */
static inline uint64_t pomp_run_wall(const struct pomp_header *h, uint64_t end_tick) {
  return end_tick - h->sync[0].tick;
}

/* Returns the time of all threads by the wall clock, whether they were on a processor or not; in ticks or ns, as the
 * others; at most UINT64_MAX. `lives`: the lifetimes of the program's first thread and of the threads that it started
 * itself, added up. A thread that the OpenMP runtime has started counts for the whole run: it stands for a processor
 * that could have worked before, too. If all lived from the begin to the end, this is threads × wall. Older files don't
 * tell the threads apart. */
static inline uint64_t pomp_run_allocation(const struct pomp_header *h, uint32_t locations, uint64_t wall,
                                           uint64_t lives) {
  uint64_t product, sum;
  uint32_t whole = h->workers ? h->workers - 1 : pomp_run_threads(h, locations);
  bool beyond = __builtin_mul_overflow(wall, whole, &product);
  beyond |= __builtin_add_overflow(product, h->workers ? lives : 0, &sum);
  return beyond ? UINT64_MAX : sum;
}

/* These follow the number of threads in a head: where helpers (POMP_LOCATION_HELPER) have executed tasks, which are in
 * the time of all threads, too; and where the time of all threads is not threads × wall. */
static const char pomp_run_helped[] __attribute__((unused)) = " and hidden helpers";
static const char pomp_run_come_and_go[] __attribute__((unused)) = ", not all of them all the time";

/* Returns the part of it that threads spent neither in regions nor, if they are the program's own, outside of them. */
static inline uint64_t pomp_run_idle(uint64_t allocation, uint64_t busy) {
  return allocation > busy ? allocation - busy : 0;
}

/* Estimates what the measurement itself took. `pair_cost`: of 1000 pairs of enter and exit; `pairs`: what all call
 * paths have cost (pomp_cost.h); `cpu_cost`: of 1000 readings of a thread's CPU time; `visits`: those for which it was
 * read at the begin and at the end. */
static inline double pomp_run_measuring(double pair_cost, double pairs, double cpu_cost, double visits) {
  return pair_cost / 1000 * pairs + cpu_cost / 1000 * 2 * visits;
}

/* It tells how far the estimate goes: what the visits of all regions add up to. */
struct pomp_run_doubts {
  uint64_t visits, contended; /* contended: that waited for a lock which another thread held */
  uint64_t sharing;           /* visits of regions in which more than one visit of a thousand was contended */
  uint64_t switches;          /* how often a thread that was ready to run gave its processor to another one */
};
static inline void pomp_run_doubts_add(struct pomp_run_doubts *d, uint64_t visits, uint64_t contended) {
  d->visits += visits;
  d->contended += contended;
  d->sharing += contended > visits / 1000 ? visits : 0;
}

/* False if more than one visit of a hundred waited for a lock that another thread held. There the events of a lock's
 * holder make all its waiters wait longer, and change which threads wait: the estimate does not have this cost. */
static inline bool pomp_run_measuring_is_judged(const struct pomp_run_doubts *d) {
  return d->contended <= d->visits / 100;
}

/* True if threads took turns on a processor once in twenty visits or more, as threads do that wait for tasks and are
 * more than the processors. After each turn the events take longer, as the caches and what the processor predicts are
 * another thread's; how much longer differs between processors by a factor of five, and is not in the estimate. */
static inline bool pomp_run_took_turns(const struct pomp_run_doubts *d) { return d->switches > d->visits / 20; }

/* True if that, or if one visit of twenty or more was in a lock that threads share. What is known of the lock's holders
 * moves from processor to processor with it, while it is held; how often that happens is not known, nor is it in the
 * estimate. Less than a hundredth of `allocation` stays small all the same. */
static inline bool pomp_run_measuring_is_least(const struct pomp_run_doubts *d, double measuring, double allocation) {
  return (pomp_run_took_turns(d) || d->sharing > d->visits / 20) && measuring > allocation / 100;
}

/* Returns what is to be said behind the estimate, by what the functions above say of it. */
static inline const char *pomp_run_measuring_doubt(const struct pomp_run_doubts *d, double measuring,
                                                   double allocation) {
  if (!pomp_run_measuring_is_judged(d))
    return " (not judged for contended locks)";
  if (!pomp_run_measuring_is_least(d, measuring, allocation))
    return "";
  return pomp_run_took_turns(d) ? " (at least, as threads took turns)" : " (at least, as threads share locks)";
}

/* True if threads were ready and had no processor for so long that waiting and imbalance, which are measured by the
 * wall clock, can't be mistaken for the program's own: for more than a twentieth of the time in which they had
 * something to do.
 */
static inline bool pomp_run_is_crowded(double ready, double busy) { return ready > 0.05 * busy; }

/* True if the kernel took so much of the threads' time on processors that it is worth a word: a tenth of that time, and
 * more than each program's start takes. Times are in seconds. */
static inline bool pomp_run_is_in_kernel(double user, double system, double allocation) {
  return system > 0.02 && system > 0.1 * (user + system) && system > 0.02 * allocation;
}

/* Counts the constructs whose waiting in implicit barriers is missing, as only OMPT could have reported it and there
 * was none, or none any more. A thread that is alone never waits. */
static inline uint32_t pomp_run_missing_barriers(const struct pomp_header *h, uint32_t locations) {
  return (h->nesting == POMP_NESTING_UNKNOWN || h->ompt_end) && locations > 1 ? h->left_barriers : 0;
}

/* This says that OMPT was ended before the program's last teams. The arguments are what the line begins with, when that
 * was, in seconds, and the second text if barriers are missing, or "". */
#define POMP_RUN_OMPT_ENDED                                                                                            \
  "%sthe OpenMP runtime ended OMPT after %.2f s (omp_pause_resource does so), and teams began after that: which "      \
  "thread "                                                                                                            \
  "is which member is not known from then on%s\n"
#define POMP_RUN_BARRIERS_MISSING                                                                                      \
  ", and the waiting in implicit barriers is missing: compile with --pomp-barriers=explicit to measure it where "      \
  "OpenMP allows"

/* This says that children made by fork are not in the experiment. The arguments are what the line begins with, how
 * many, and "" or "es". */
#define POMP_RUN_FORKED                                                                                                \
  "%s%llu forked process%s had regions, which are not in the experiment: what is started by exec is measured (in "     \
  "Python: the start method \"spawn\")\n"

/* Returns the time that a visit has taken up to the end which is still open, having begun at `start`; 0: there is none.
 * The time of tasks that a team below has executed is left out: nobody will do that at the visit's end. */
static inline uint64_t pomp_run_open(uint64_t start, uint64_t begin, uint64_t end, uint64_t tasks_below) {
  uint64_t open = start && start < end ? end - (start > begin ? start : begin) : 0;
  return open - (tasks_below < open ? tasks_below : open);
}

/* True if a call path below an open visit shows that this visit does not wait for its block to begin: something is open
 * there, or the block has had as many visits as its construct, so that the block of this visit is over. */
static inline bool pomp_run_has_begun(uint32_t role, uint64_t visits, uint64_t part_start, uint32_t part_role,
                                      uint64_t part_visits) {
  return part_start || (pomp_role_block(role) == part_role && part_role != POMP_ROLE_NONE && part_visits >= visits);
}

/* True if a call path's time is a part of its parent's. It is not if it is a task's, or that of a team's member that is
 * another thread than the one that forked. */
static inline bool pomp_run_is_part(uint32_t role, bool same_location, bool of_first_member) {
  return !pomp_role_is(role, POMP_IS_APART) && (same_location || of_first_member);
}

/* Returns a call path's time with that of its parts. What is given may be less: a reader of a running experiment sees
 * the end of a part first, and a signal handler that leaves an exit by siglongjmp takes that visit's time with it. */
static inline uint64_t pomp_run_inclusive(uint64_t reported, uint64_t parts) {
  return reported > parts ? reported : parts;
}

/* Returns the time of a root, which tasks have no part in. */
static inline uint64_t pomp_run_root(uint64_t reported, uint64_t tasks) {
  return reported > tasks ? reported - tasks : 0;
}

#endif /* POMP_RUN_H */
