/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_file.h - reads one file of an experiment.
 * Not here: which files belong to an experiment (load.h, rank_files.h). */
#ifndef FILES_LOAD_FILE_H
#define FILES_LOAD_FILE_H

#include "files/experiment.h"

#include <sys/stat.h>

/* True: a file that is whole is copied as others are, and not mapped, as there can be no handler of SIGBUS in a program
 * of somebody else. */
extern bool load_file_copies;

/* True if next to nothing of the file's first bytes was ever written. */
bool load_file_is_empty(int fd, uint64_t used);

/* Reads one file. False if it can't be done; the reason has been printed. Either way experiment_free is to be called.
 */
bool load_file(struct experiment *e, const char *path);

/* The same; `change` is called for the copy of the file before it is read. True: the copy has all of the experiment, so
 * that its call paths may go to the taker, unless that is NULL (struct experiment_way). */
typedef bool load_change(void *context, unsigned char *bytes, uint64_t size);
bool load_file_changed(struct experiment *e, const char *path, load_change *change, void *context,
                       const struct node_taker *taker);

/* This is a file that is read more than once, and what it was like when it was read first. */
struct file_again {
  char *path;
  struct stat about;
  uint64_t used;
  unsigned char *bytes; /* a copy, as the file may change; NULL: the file does not change */
  bool is_steady;       /* other readers find the same contents */
};

/* Is load_file for a process's own file; load_file_again reads the file once more, with the same result, as `before`
 * says how the process ended. The second is false, without a message, if the file has changed in between, or there is
 * no memory. Either way experiment_free is to be called, and load_file_forget. */
bool load_file_first(struct experiment *e, const char *path, struct file_again *again);
bool load_file_again(struct experiment *e, const struct file_again *again, const struct process *before);
void load_file_forget(struct file_again *again);

#endif
