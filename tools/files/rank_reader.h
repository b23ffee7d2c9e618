/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_reader.h - reads the processes of an experiment one after the other, each as an experiment of its own, without
 * the call paths of others in memory. Not here: the contents of such an experiment (rank_experiment.h). */
#ifndef FILES_RANK_READER_H
#define FILES_RANK_READER_H

#include "base/mapped_file.h"
#include "files/rank_experiment.h"
#include "files/rank_files.h"
#include "files/reread_files.h"

struct archive;

struct rank_reader {
  const struct experiment *whole; /* with call paths in memory, or without */
  struct mapped_file mapped;      /* the file of all; or, of one in an archive, what of it is in memory just now: */
  const struct archive *archive;
  unsigned char *bytes;
  uint64_t size;
  uint32_t member;
  int fd;
  const char *path;
  struct reread_files own; /* the ranks' own files, in place of the job's file or of some of its blocks */
  bool chooses;            /* of a rank's phases, only the wanted ones are kept */
};

/* Opens the file of a job all of whose ranks have ended, or have files of their own beside it, to read the ranks one at
 * a time. `frame` becomes an experiment without call paths (its member `taken` is set) that has all that the ranks
 * share, and their locations. False if it is no such file, or damaged: then it is to be read as usual; only damage in a
 * rank's own file gives a message. Only one file can be open in this way. */
bool rank_reader_open(struct rank_reader *p, const char *path, struct experiment *frame);
/* The same of the files of single ranks in a directory, of which there is none of all; see rank_files_open. */
enum rank_files_opened rank_reader_open_files(struct rank_reader *p, const char *directory, struct experiment *frame,
                                              rank_files_prepare *prepare, void *context);
/* Takes the ranks of an experiment whose call paths are in memory. */
void rank_reader_of(struct rank_reader *p, const struct experiment *whole);

/* True if other processes that open the same find the same, too: no file of a rank is being written. */
static inline bool rank_reader_is_steady(const struct rank_reader *p) { return reread_files_are_steady(&p->own); }

/* Makes an experiment of one process, or of what is wanted of it (phase_choice.h); experiment_of_rank_free is to be
 * called either way. False, without a message, if there is not enough memory, or if these blocks of the file are
 * damaged, or its own file has been changed. A process that was forked off may call it. */
bool rank_reader_read(const struct rank_reader *p, uint32_t process, struct experiment *rank);
void rank_reader_close(struct rank_reader *p);

#endif
