/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_possible.h - which numbers a run can produce. A reader of files refuses others, so that sums need no checks.
 * Not here: references from one part of a file to another, and what is said of a file that is refused. */
#ifndef POMP_POSSIBLE_H
#define POMP_POSSIBLE_H

#include "pomp_format.h"

#include <stdbool.h>

#define POMP_MAX_VISITS (1ull << 48) /* messages, too */
#define POMP_MAX_BYTES (1ull << 60)
#define POMP_MAX_THREADS (1u << 22)
#define POMP_MAX_SECONDS (20ull * 366 * 24 * 3600)
#define POMP_MAX_CPU_TIME (1ull << 62) /* of all threads that a location had; ns or ticks */

/* The clock runs, and has 10 kHz to 100 GHz. */
static inline bool pomp_clock_is_possible(const struct pomp_sync *from, const struct pomp_sync *to) {
  uint64_t ticks = to->tick - from->tick, ns = to->ns - from->ns;
  return to->tick > from->tick && to->ns > from->ns && ns / 1000000000u <= POMP_MAX_SECONDS && ticks / 100 <= ns &&
         ns / 100000 <= ticks;
}

static inline bool pomp_messages_are_possible(uint64_t sent, uint64_t sent_bytes, uint64_t received,
                                              uint64_t received_bytes) {
  return sent <= POMP_MAX_VISITS && received <= POMP_MAX_VISITS && sent_bytes <= POMP_MAX_BYTES &&
         received_bytes <= POMP_MAX_BYTES;
}

/* `most` is what one member of teams can have spent in all of its instances. The fields of a running program's record
 * need not be of the same moment. */
static inline bool pomp_instances_are_possible(uint64_t instances, uint64_t visits, uint64_t max, uint64_t mean,
                                               uint64_t most) {
  return instances <= POMP_MAX_VISITS && visits <= POMP_MAX_VISITS && max <= most && mean <= most;
}

/* Checks the arrivals at a barrier. Those that were noted count for others, so that the sums of their times may be
 * longer than the run. */
static inline bool pomp_arrivals_are_possible(uint64_t instances, uint64_t visits, uint64_t pairs) {
  return instances <= POMP_MAX_VISITS && visits <= POMP_MAX_VISITS && pairs <= instances;
}

/* Checks the times of a call path, as its node has them; `most`: what one visit can have taken. The wait of
 * tasks, of lock routines and of waits for a condition is divided by the visits, as many tasks may queue, and many
 * locks be held, at the same time. */
static inline bool pomp_times_are_possible(const struct pomp_node *n, uint64_t most) {
  uint32_t role = POMP_KEY_ROLE(n->key);
  bool many = role == POMP_ROLE_TASK || role == POMP_ROLE_LOCK || role == POMP_ROLE_CONDITION;
  uint64_t wait = many && n->visits ? n->wait / n->visits : n->wait;
  return n->inclusive <= most && wait <= most && n->max <= most && (n->min <= most || n->min == UINT64_MAX);
}

/* Checks CPU times of a call path, in the units of what each may be at most. The kernel counts CPU time by a clock that
 * is not kept right, as CLOCK_MONOTONIC is, by up to 1/1000: in a run of days they differ by seconds. */
static inline bool pomp_cpu_time_is_possible(uint64_t count, uint64_t time, uint64_t most, uint64_t cpu,
                                             uint64_t most_cpu) {
  return count <= POMP_MAX_VISITS && time <= most && cpu <= most_cpu + most_cpu / 1000;
}

/* Checks what the kernel is said to have done, for a member of teams or for a process. All of these are sums over
 * threads, and numbers that a run can reach. */
static inline bool pomp_kernel_time_is_possible(const struct pomp_kernel_time *t) {
  return t->visits <= POMP_MAX_VISITS && t->user <= POMP_MAX_CPU_TIME && t->system <= POMP_MAX_CPU_TIME &&
         t->faults <= POMP_MAX_VISITS && t->major_faults <= POMP_MAX_VISITS && t->sleeps <= POMP_MAX_VISITS &&
         t->preempted <= POMP_MAX_VISITS;
}
/* The time in which a thread had no processor may lie before the first visit of its call path. */
static inline bool pomp_off_time_is_possible(const struct pomp_off_time *t) {
  return t->pushed_off <= POMP_MAX_CPU_TIME && t->asleep <= POMP_MAX_CPU_TIME && t->pushes <= POMP_MAX_VISITS &&
         t->sleeps <= POMP_MAX_VISITS;
}
static inline bool pomp_thread_kernel_is_possible(const struct pomp_thread_kernel *t) {
  return t->user <= POMP_MAX_CPU_TIME && t->system <= POMP_MAX_CPU_TIME && t->faults <= POMP_MAX_VISITS &&
         t->major_faults <= POMP_MAX_VISITS && t->switches <= POMP_MAX_VISITS;
}
static inline bool pomp_kernel_use_is_possible(const struct pomp_header *h) {
  return h->user <= POMP_MAX_CPU_TIME && h->system <= POMP_MAX_CPU_TIME && h->faults <= POMP_MAX_VISITS &&
         h->major_faults <= POMP_MAX_VISITS && h->sleeps <= POMP_MAX_VISITS && h->own_pages <= POMP_MAX_VISITS &&
         h->resident <= POMP_MAX_BYTES && h->reads <= POMP_MAX_VISITS && h->writes <= POMP_MAX_VISITS;
}

#endif /* POMP_POSSIBLE_H */
