/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_levels.h - the functions and lines of addresses in files of code. Each is looked for once, and stays until the
 * program ends: the processes of a job have the same files. Not here: debug information (tools/files/debug_info.h),
 * whose functions they are (code_places.h). A build without libdw has none of this. */
#ifndef SUMS_CODE_LEVELS_H
#define SUMS_CODE_LEVELS_H

#include "files/call_sites.h"

struct code_levels {
  uint32_t count;        /* 0: not even a symbol is known */
  enum call_known known; /* CALL_NO_LINE: the innermost one's line is that of other code before it */
  bool made; /* the last one is a function that a compiler made of a construct, with the name of the user's */
  const struct call_level *at; /* the innermost one first; until the next call */
};

/* Finds those of an address of a file, which is a number of code_files.h. False: no memory. */
bool code_levels_find(uint32_t file, uint64_t address, struct code_levels *levels);

#endif
