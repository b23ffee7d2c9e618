/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* readme.h - README.txt, which says what an experiment's directory has in it.
 * Not here: the directory (experiment.h). */
#ifndef POMP_README_H
#define POMP_README_H

#include <stdbool.h>
#include <sys/types.h>

/* Writes it into the directory `at`, unless there is one already or there is no space: no measurement needs it. */
void pomp_readme_write(int at, mode_t mode, const char *program, const char *command, const char *host,
                       const char *settings);

/* Moves it from the directory `at` to the directory `to`, or removes it if there is one. */
void pomp_readme_move(int at, int to);

/* Removes it from the directory `at`. Both do nothing if it isn't what was written: the user may have changed it, or
 * put another in its place. */
void pomp_readme_remove(int at);

#endif
