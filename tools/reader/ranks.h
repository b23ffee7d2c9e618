/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks.h - the files of single ranks, rank-N.pomp or rank-N/profile.pomp, of a job that runs, that has traces, or that
 * did not end as it should. Not here: how several experiments become one (processes.c), single files (load_file.h). */
#ifndef READER_RANKS_H
#define READER_RANKS_H

#include "experiment.h"

/* Finds the rank file of the directory that was written last. False if there is none. */
bool ranks_find(const char *directory, char *path, size_t size);

/* Reads the files of all ranks in the directory, and makes one experiment of them. A file that can't be read is left
 * out, with a line on stderr, and so is one that `prepare` does not want. `prepare` is called for each before they
 * are joined, with the directory that the rank's trace is in; if it is NULL, all are wanted. False if none is left,
 * or if there is no memory. */
typedef bool ranks_prepare(void *context, struct experiment *part, const char *directory);
bool ranks_load(struct experiment *e, const char *directory, ranks_prepare *prepare, void *context);

#endif
