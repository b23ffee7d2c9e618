/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_files.h - the files of single ranks, rank-N.pomp or rank-N/profile.pomp, of a job that runs, that has traces, or
 * that did not end as it should. Not here: how several experiments become one (processes.c), single files
 * (load_file.h). */
#ifndef FILES_RANK_FILES_H
#define FILES_RANK_FILES_H

#include "files/reread_files.h"

/* Finds the rank file of the directory that was written last. False if there is none. */
bool rank_files_find(const char *directory, char *path, size_t size);

/* True if there are files of ranks that go with no trace: the job runs, or some rank has not ended as it should. */
bool rank_files_are_there(const char *directory);

/* Reads the files of all ranks in the directory, and makes one experiment of them. A file that can't be read is left
 * out, with a line on stderr, and so is one that `prepare` does not want. `prepare` is called for each before they
 * are joined, with the directory that the rank's trace is in; if it is NULL, all are wanted. False if none is left,
 * or if there is no memory. */
typedef bool rank_files_prepare(void *context, struct experiment *rank, const char *directory);
bool rank_files_load(struct experiment *e, const char *directory, rank_files_prepare *prepare, void *context);

/* Does the same, of one file after the other, so that the call paths of no more than one rank are in memory: `frame`
 * becomes an experiment without any (experiment_parse_frame), and `own` has what is needed to read each rank again.
 * `prepare` is called once for each, and must not change what is read. */
enum rank_files_opened {
  RANK_FILES_OPENED,
  RANK_FILES_TOGETHER, /* they can't be read so: they are to be read all at once, and may say again what was said */
  RANK_FILES_NONE      /* there is none; the reason has been printed */
};
enum rank_files_opened rank_files_open(struct reread_files *own, struct experiment *frame, const char *directory,
                                       rank_files_prepare *prepare, void *context);

/* Finds the file that the rank has of its own, in the directory of the job's file. False if there is none. */
bool rank_files_find_own(const char *job, uint32_t rank, char *path, size_t size);

#endif
