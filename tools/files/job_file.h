/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_file.h - reads the file of all ranks of a job, and the own files of those ranks that it does not have all of.
 * Not here: the ranks' own files where there is none of all ranks (rank_files.h). */
#ifndef FILES_JOB_FILE_H
#define FILES_JOB_FILE_H

#include "files/experiment.h"

/* Reads an experiment's file. If it is a job's, written in MPI_Finalize, the ranks may have gone on: as long as a rank
 * has not added the rest, its own file beside it tells all. False if it can't be done; the reason has been printed.
 * Either way experiment_free is to be called. The call paths may go to the taker; see struct experiment_way. */
bool job_file_load(struct experiment *e, const char *path, const struct node_taker *taker);

#endif
