/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processes.h - what read_experiment.c and processes.c share.
 * Not here: what others may call (experiment.h). */
#ifndef FILES_PROCESSES_H
#define FILES_PROCESSES_H

#include "files/experiment.h"

/* Turns the times of all nodes from ticks of their processes' clocks into ns. */
void experiment_to_ns(struct experiment *e);

/* Makes the samples refer to the nodes where these are now: the rows of their origins are where they were before. False
 * if there is no memory. */
bool nodes_follow(struct experiment *e);

/* Puts parents before their children, if they are not so already, as in the file that all ranks write together, so that
 * the result is the same. The call paths are in the order of their rows before. False if there is no memory. */
bool experiment_order(struct experiment *e);

/* The experiment's own header, names and clock are those of its first process. */
void experiment_take_head(struct experiment *e);

/* Returns, for each location, the ticks that the team below it has spent in tasks, until its process's end, or until
 * this tick if that comes first: when the team ends, the runtime leaves them out of what is open there. The array is
 * from malloc; NULL if there is no memory. */
uint64_t *experiment_tasks_below(const struct experiment *e, uint64_t tick);

/* True if the times of a node, without an open visit, are none that took longer than `most`. */
bool experiment_times_are_possible(const struct experiment *e, const struct node *n, uint64_t most);
/* True if a run can have so many messages and bytes. */
bool experiment_messages_are_possible(const struct messages *m);

/* Gives a node the time of its open visit, which may be 0. False if there is no memory. */
bool experiment_close_visit(struct experiment *e, struct node *n, uint64_t open, bool blocked);

/* Opens the visits of barriers at the ends of teams in which members wait for others, and adds those that were over and
 * whose members have not noticed. False if there is no memory. */
bool experiment_take_arrivals(struct experiment *e);
/* Counts the latter in the histograms, when these are known. */
void experiment_count_arrivals(struct experiment *e);

/* Returns, for each node, whether it is an open visit that waits for its block to begin: that of a critical or ordered
 * construct. The array is from malloc; NULL if there is no memory. */
bool *experiment_blocked(const struct experiment *e);

/* Returns how much of the time from `begin` to `end` the node's open visit, if it has one, has taken, less those
 * tasks. */
uint64_t experiment_open_time(const struct node *n, uint64_t begin, uint64_t end, const uint64_t *tasks_below);

#endif
