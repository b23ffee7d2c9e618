/* processes.h - what experiment.c and processes.c share.
 * Not here: what others may call (experiment.h). */
#ifndef REPORT_PROCESSES_H
#define REPORT_PROCESSES_H

#include "experiment.h"

/* Turns the times of all nodes from ticks of their processes' clocks into ns. */
void experiment_to_ns(struct experiment *e);

/* The experiment's own header, names and clock are those of its first process. */
void experiment_take_head(struct experiment *e);

/* What is open at the end, or at this tick, if that comes first, has counted up to then: leaves out of it the tasks
 * that teams below it have executed, as the runtime does when a team ends. False: no memory. */
bool experiment_leave_out_tasks(struct experiment *e, uint64_t tick);

#endif
