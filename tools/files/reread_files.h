/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reread_files.h - the files that processes of an experiment have of their own, each of which is read more than once.
 * Not here: which they are (rank_files.h, rank_reader.c). */
#ifndef FILES_REREAD_FILES_H
#define FILES_REREAD_FILES_H

#include "files/load_file.h"

struct reread_files {
  struct file_again *at; /* by process; empty for a process without a file of its own */
  uint32_t count, room;
};

/* Makes room for `count` files. False: there is no memory. */
bool reread_files_room(struct reread_files *own, uint32_t count);
/* True if other readers find the same contents. */
bool reread_files_are_steady(const struct reread_files *own);
void reread_files_forget(struct reread_files *own);

#endif
