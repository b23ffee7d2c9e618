/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_file.h - reads one file of an experiment.
 * Not here: which files belong to an experiment (load.h, ranks.h). */
#ifndef READER_LOAD_FILE_H
#define READER_LOAD_FILE_H

#include "experiment.h"

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

#endif
