/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processes.h - what experiment.c and processes.c share.
 * Not here: what others may call (experiment.h). */
#ifndef READER_PROCESSES_H
#define READER_PROCESSES_H

#include "experiment.h"

/* Turns the times of all nodes from ticks of their processes' clocks into ns. */
void experiment_to_ns(struct experiment *e);

/* The experiment's own header, names and clock are those of its first process. */
void experiment_take_head(struct experiment *e);

/* For each location, ticks that the team under way below it has spent in tasks, until its process's end, or this tick,
 * if that comes first: when a team ends, the runtime leaves them out of what is open there. From malloc; NULL: no
 * memory. */
uint64_t *experiment_tasks_below(const struct experiment *e, uint64_t tick);

/* What the node's open visit, if it has one, has taken of `begin` to `end`, less those tasks. */
uint64_t experiment_open_time(const struct node *n, uint64_t begin, uint64_t end, const uint64_t *tasks_below);

#endif
