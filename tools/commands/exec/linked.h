/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* linked.h - the libraries that are there when a program starts, found as ld.so finds them.
 * Not here: what is in a file (elf_file.h); what a program loads later. */
#ifndef COMMANDS_EXEC_LINKED_H
#define COMMANDS_EXEC_LINKED_H

#include "commands/exec/elf_file.h"

#include <limits.h>

enum { LINKED_MAX = 1024 };

struct linked_file {
  struct elf_file elf;
  char *path;
  size_t by; /* the place of the file that needs it */
};

struct linked {
  struct linked_file files[LINKED_MAX]; /* the program is the first */
  size_t count;
};

/* Finds what the program needs, and what that needs. False: there is no memory. */
bool linked_find(struct linked *l, const char *program);
void linked_free(struct linked *l);

/* Finds a library by its name, as ld.so would for a program that says nothing of where it is. */
bool linked_library(const char *name, char path[PATH_MAX]);

#endif
