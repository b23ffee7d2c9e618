/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_files.h - the files that processes of an experiment have of their own, each of which is read more than once.
 * Not here: which they are (ranks.h, parts.c). */
#ifndef FILES_OWN_FILES_H
#define FILES_OWN_FILES_H

#include "files/load_file.h"

struct own_files {
  struct file_again *at; /* by process; that of one that has none is empty */
  uint32_t count, room;
};

/* Makes room for so many. False: there is no memory. */
bool own_files_room(struct own_files *own, uint32_t count);
/* True if others who read them find the same as well. */
bool own_files_are_steady(const struct own_files *own);
void own_files_forget(struct own_files *own);

#endif
