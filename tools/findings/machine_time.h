/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* machine_time.h - what of the threads' time is the machine's, which had no processor for them, as far as the kernel
 * tells where that was; else all of it is 0. In ns.
 * Not here: findings (finding.h), differences of runs (busy_machine.h). */
#ifndef FINDINGS_MACHINE_TIME_H
#define FINDINGS_MACHINE_TIME_H

#include "sums/analysis.h"

/* Returns for how long a node's threads had no processor while they did not wait. */
double machine_at_work(const struct analysis *a, uint32_t node);

/* Returns for how long other threads of the process waited for such threads, at most. */
double machine_waited(const struct analysis *a);

#endif
