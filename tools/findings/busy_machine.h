/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* busy_machine.h - what of a change may be the machine's doing: threads of one side were ready to run, and had no
 * processor, for longer than those of the other one. Pure. Not here: where the kernel is asked
 * (runtime/libpompomp/base/processors.c), what is made of a condition (fail_condition.c). */
#ifndef FINDINGS_BUSY_MACHINE_H
#define FINDINGS_BUSY_MACHINE_H

#include "findings/comparison.h"

/* True if the kernel has said for each run of both sides how long threads were ready. */
bool busy_is_known(const struct comparison *c);

/* True if it is known of all runs what threads had a processor for in a row, and that is no waiting: then RUN_WORKED is
 * what the program takes, whatever else the machine did. */
bool busy_is_by_work(const struct comparison *c, const struct compared *row);

/* Returns for how long the threads of each side were ready, if that is in all times of both; else 0. So much of a
 * difference may be chance, unless several runs tell how much is. */
double busy_on_both(const struct comparison *c);

/* Returns how much of a change of the whole run, or of a row, that may be at most, in ns: for so much longer the
 * threads of the side that has more were ready, and others may have waited for them. 0: nothing of it, or it is not
 * known. */
double busy_in_total(const struct comparison *c, enum run_total total);
double busy_in_row(const struct comparison *c, const struct compared *row, enum run_figure figure);

/* True if that is half of the change of the wall time or more, or if both of two runs lacked processors for longer than
 * the change, which is more than a hundredth. The second function is about wall times for which threads were ready so
 * long; less than 0: it is not known. */
bool busy_explains_wall(const struct comparison *c);
bool busy_explains(double wall_a, double ready_a, double wall_b, double ready_b);

/* Returns by how much less the figure would be on `side`, at most, if its threads had been ready for no longer than
 * those of the other side; in ns. 0: they were not, or it is not known, or for so little of their time that this is
 * usual. Of a row it is its part of the time. */
double busy_hides_total(const struct comparison *c, enum side side, enum run_total total);
double busy_hides_row(const struct comparison *c, enum side side, const struct compared *row, enum run_figure figure);

#endif
