/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_experiment.h - one process of an experiment, as an experiment of its own.
 * Not here: what parts add up to (tools/sums), parts that are read without the rest of their file. */
#ifndef FILES_RANK_EXPERIMENT_H
#define FILES_RANK_EXPERIMENT_H

#include "files/experiment.h"

/* Makes an experiment of one process: its locations, call paths and all that belongs to these, numbered from 0 on, as
 * if the whole had that process alone. Times are as in the whole. Constructs and metrics, and so the keys of regions,
 * are those of the whole, as are texts and the contents of stacks: it has to live longer than the part. False if there
 * is not enough memory. Either way experiment_of_rank_free is to be called. */
bool experiment_of_rank(struct experiment *part, const struct experiment *whole, uint32_t process);
void experiment_of_rank_free(struct experiment *part);

/* Makes the same of the experiment of a process that has a file of its own, whose constructs and metrics get the
 * numbers of the whole, which need not have call paths. `own` belongs to the part, whether it can be done or not, and
 * `part` is empty before. False also if it is not that process as the whole has it. */
bool experiment_of_rank_file(struct experiment *part, const struct experiment *whole, uint32_t process,
                             struct experiment *own);

/* Who reads processes one by one from a job's file puts what each has had by region, and adds it up in the order of the
 * processes: then it is known whether the ranks have added up something else when they wrote the file. */
struct pomp_bytes;
void experiment_put_counted(const struct experiment *part, struct pomp_bytes *to);
void experiment_add_counted(struct experiment *frame, struct pomp_bytes *from);
bool experiment_counts_differ(const struct experiment *frame);

#endif
