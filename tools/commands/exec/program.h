/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* program.h - which file a command line starts: by PATH, through a script's first line, and behind commands that start
 * others.
 * Not here: what is in the file (elf_file.h). */
#ifndef COMMANDS_EXEC_PROGRAM_H
#define COMMANDS_EXEC_PROGRAM_H

#include <limits.h>
#include <stdbool.h>

/* Finds what execvp would start. False: there is no such file, and errno is what execvp would say. */
bool program_find(const char *name, char path[PATH_MAX]);

/* Follows the first lines of scripts to the program that reads them. */
void program_behind_script(char path[PATH_MAX]);

/* True if the file starts with privileges that its user has not: then it takes no library from the environment. */
bool program_is_privileged(const char *path);

/* True of interpreters, whose programs load libraries while they run. */
bool program_loads_later(const char *path);

/* True of shells and launchers: what is put before them is for the programs that they start. */
bool program_starts_others(const char *path);

#endif
