/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* merge.h - the files of all ranks become one.
 * Not here: when (job.c), what is printed of it (job_summary.c). */
#ifndef POMP_MPI_MERGE_H
#define POMP_MPI_MERGE_H

#include "job/rank_file.h"
#include "job/rank_tree.h"

/* These are the definitions of a job, as one rank knows them. */
struct pomp_merge {
  struct pomp_definitions all; /* those of the rank and of the ranks below it: rank 0 has all */
  /* These are the numbers of the rank's definitions in the job's file: constructs count from 1, strings are where they
   * are / 8. */
  struct pomp_renumbering own;
  uint64_t definition_bytes; /* how much room they take in the file; rank 0 knows */
};

/* Unifies the definitions up the tree, and tells each rank the numbers down the tree. `all` holds the rank's own.
 * Collective. False, on every rank, if it can't be done on any. */
bool pomp_merge_definitions(const struct pomp_tree *t, struct pomp_merge *m);
void pomp_merge_free(struct pomp_merge *m);

/* This is the result of all ranks together, in two words as in MPI_2INT. */
struct pomp_outcome {
  int error; /* 0, or the lowest error of any rank: a negative errno */
  int rank;  /* the first rank with this error, in MPI_COMM_WORLD */
};

/* Compares the ranks' errors. All ranks get the same result. Collective. */
struct pomp_outcome pomp_merge_agree(const struct pomp_tree *t, int error);

/* This is where in the job's file a rank's part is, and its record. */
struct pomp_place {
  uint64_t part, record;
  bool first;              /* the first rank with a part: its header becomes the file's header */
  uint32_t first_location; /* the number of the rank's first location */
};

/* Writes the job's file, all ranks together: first under another name, and when it is whole under its own. The ranks
 * go on, and so the file says that they run. `converts`: the rank's trace is to be converted when it is complete. `own`
 * is the error of this rank alone; `sums` becomes what its call paths have in all, and is to be freed. Collective. */
struct pomp_outcome pomp_merge_write(const struct pomp_tree *t, const struct pomp_merge *m,
                                     const struct pomp_rank_file *f, const char *directory, bool converts,
                                     struct pomp_place *place, struct pomp_rank_sums *sums, int *own);

/* Writes a rank's part of the job's file at its place, and then its record, which says the same of the process's state
 * as the rank's file. The sums are as in pomp_rank_file_write. 0 or a negative errno. */
int pomp_merge_write_part(int fd, const struct pomp_rank_file *f, const struct pomp_renumbering *numbers,
                          const struct pomp_place *place, uint32_t flags, struct pomp_rank_sums *now,
                          const struct pomp_rank_sums *before);

#endif
