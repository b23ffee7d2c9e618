/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* core_file.h - reads from a core file the dead process's registers by thread, its memory and its code. Not here: the
 * stacks (live_stacks.c). Nothing in the file is trusted. */
#ifndef SUMS_CORE_FILE_H
#define SUMS_CORE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct core_file;
struct stopped;

/* Opens a core file of a process of 64 bits. NULL, with a message. */
struct core_file *core_file_open(const char *path);
void core_file_close(struct core_file *c); /* NULL: nothing happens */

/* Returns the number of the process. */
uint32_t core_file_process(const struct core_file *c);

/* This is code that was in memory. */
struct core_file_code {
  uint64_t low, high, offset; /* `offset`: in the file */
  uint64_t first; /* where the file begins in memory, if its own headers have to say that this is code: gcore
                   * leaves out what can be read from files. Else 0 */
  const char *path;
  bool changed; /* the file is not what it was: `path` is "" */
};

/* Gives the i-th part of memory that has code of a file, or may have. False behind the last one. */
bool core_file_code(const struct core_file *c, uint32_t *i, struct core_file_code *code);

/* Copies a thread's registers and what lies on its stack. The result is 0, or an errno. */
int core_file_copy(const struct core_file *c, uint32_t thread, struct stopped *s);

#endif
