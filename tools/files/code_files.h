/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_files.h - the ELF files of the programs that were measured: each is opened once, and only if it is the one that
 * ran. Not here: what is in them (debug_info.h). */
#ifndef FILES_CODE_FILES_H
#define FILES_CODE_FILES_H

#include "files/call_sites.h"

/* It is a file of code of some experiment. */
struct code_file {
  const char *path, *build;
  enum call_known known;   /* CALL_LINE: `file` may tell more; CALL_ADDRESS: there is no file */
  struct debug_file *file; /* open as long as the program runs */
};

/* Finds the file by what the experiment says of it, as `module` and `build` of struct construct: a number for
 * code_file_at. False: no memory. */
bool code_file_find(const char *path, const char *build, uint32_t *number);
const struct code_file *code_file_at(uint32_t number); /* until code_file_find is called again */

/* Calls `take` with each folder that, by debug information, a compiler ran in which made code of the file. False:
 * `take` says so, or there is no memory. */
bool code_file_folders(const char *path, bool (*take)(void *context, const char *folder), void *context);

#endif
