/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_experiment.h - makes an experiment of one process, as a rank of a job, out of the experiment of all.
 * Not here: what ranks add up to (tools/sums), how a rank is read without the rest of the file (rank_reader.h). */
#ifndef FILES_RANK_EXPERIMENT_H
#define FILES_RANK_EXPERIMENT_H

#include "files/experiment.h"

/* Makes an experiment of one process: its locations, call paths and all that belongs to these, numbered from 0 on, as
 * if the whole had that process alone. Times are as in the whole. Constructs and metrics, and so the keys of regions,
 * are those of the whole, as are texts and the contents of stacks: it has to live longer than the rank. False if there
 * is not enough memory. Either way experiment_of_rank_free is to be called. */
bool experiment_of_rank(struct experiment *rank, const struct experiment *whole, uint32_t process);
void experiment_of_rank_free(struct experiment *rank);

/* Makes the same of the experiment of a process that has a file of its own, whose constructs and metrics get the
 * numbers of the whole, which need not have call paths. `own` belongs to the rank, whether it can be done or not, and
 * `rank` is empty before. False also if it is not that process as the whole has it. */
bool experiment_of_rank_file(struct experiment *rank, const struct experiment *whole, uint32_t process,
                             struct experiment *own);

/* Who reads processes one by one from a job's file puts what each has had by region, and adds it up in the order of the
 * processes: then it is known whether the ranks have added up something else when they wrote the file. */
struct pomp_bytes;
void experiment_put_counted(const struct experiment *rank, struct pomp_bytes *to);
void experiment_add_counted(struct experiment *frame, struct pomp_bytes *from);
bool experiment_counts_differ(const struct experiment *frame);

#endif
