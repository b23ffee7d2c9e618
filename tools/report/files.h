/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* files.h - what load.c and ranks.c share: single files.
 * Not here: what others may call (load.h). */
#ifndef REPORT_FILES_H
#define REPORT_FILES_H

#include "experiment.h"

/* Reads one file. False: the user has been told why not. Either way experiment_free is to be called. */
bool load_file(struct experiment *e, const char *path);

/* The rank file of the directory that was written last. False: there is none. */
bool ranks_find(const char *directory, char *path, size_t size);

/* Reads the files of all ranks in the directory, and makes them one. One that can't be read is left out, with a line on
 * stderr, and so is one that `prepare` does not want: it is called with each before they are joined, and the directory
 * that the rank's trace is in; NULL: all are wanted. False: there is none left, or no memory. */
typedef bool ranks_prepare(void *context, struct experiment *part, const char *directory);
bool ranks_load(struct experiment *e, const char *directory, ranks_prepare *prepare, void *context);

#endif
