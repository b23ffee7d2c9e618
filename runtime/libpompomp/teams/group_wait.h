/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_wait.h - the wait at the end of a taskloop, of which OMPT alone tells, and that of `ordered` without a block.
 * Not here: the end of a taskgroup, which has an event (api.c). */
#ifndef POMP_GROUP_WAIT_H
#define POMP_GROUP_WAIT_H

#include "pomp_roles.h"
#include "state/thread.h"

/* Opens a part of the construct whose part is open. Returns its call path; NULL: there is no memory. */
struct pomp_path *pomp_part_begin(struct pomp_thread *t, enum pomp_role role);
/* Ends what is open. */
void pomp_part_end(struct pomp_thread *t);

/* The calling thread begins or ends to wait for the tasks of a group. If the group is a taskloop that is measured, the
 * wait is a region inside of it. */
void pomp_group_wait_begin(void);
void pomp_group_wait_end(void);

/* The calling thread begins, and ends, to combine its copy of what a reduction clause has with those of other members:
 * from the end of its iterations to the construct's barrier or end, and in the barrier. */
void pomp_reduction_begin(bool after_work);
void pomp_reduction_end(void);

/* The visit of `p`, a child of what is open, has waited for earlier iterations, unless its `time` was so short that it
 * was the construct's own cost. */
void pomp_wait_for_iterations(struct pomp_thread *t, struct pomp_path *p, uint64_t time);

#endif
