/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* team_cpu.h - CPU time of teams' members from begin to end, and what the kernel did for them in that time.
 * Not here: the CPU time of whole threads (thread_time.h).
 *
 * Reading the CPU clock of a thread is a system call, ten times as long as reading the measurement clock, and getrusage
 * is another one. So teams are
 * chosen at random, with a probability that makes the readings take a hundredth of the time from fork to fork: all
 * where that time is long; else a part, in which teams that are long and teams that are short are as they are in all of
 * them. All members of a team are measured, or none. */
#ifndef POMP_TEAM_CPU_H
#define POMP_TEAM_CPU_H

#include "records/call_tree.h"
#include "state/thread.h"

/* Finds out what a reading costs, before the first event. */
void pomp_team_cpu_start(void);
/* Returns the ticks that 1000 readings take. */
uint64_t pomp_team_cpu_cost(void);

/* Tells whether the team that `parent` forks at `now` is to be measured. */
bool pomp_team_cpu_choose(struct pomp_thread *parent, uint64_t now);

/* Asks for the CPU time of the calling thread, if the team of `size` members that it forks is the largest one so far,
 * before new threads are made. Where
 * the kernel is asked for that, it looks which thread is to run: later, the thread would lose its processor for some
 * milliseconds to a thread that has just been made there, and that another processor would have taken. */
void pomp_team_cpu_ahead(struct pomp_thread *parent, uint32_t size);

/* The member's visit of its team, which is about to begin, is to be measured; and it began at `now`. */
void pomp_team_cpu_begin(struct pomp_thread *member);
void pomp_team_cpu_begun(struct pomp_thread *member, uint64_t now);
/* It ends at `now`. `waited` says that the waiting in the barrier at the team's end is over, too. */
void pomp_team_cpu_end(struct pomp_thread *member, struct pomp_path *team, uint64_t now, bool waited);
/* All members have ended, and `member` is number 0. */
void pomp_team_cpu_joined(struct pomp_thread *member);

#endif
