/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_place.h - finds the folders of an installation as they are seen from the running program, so that the whole can
 * be moved.
 *
 * The names of files in these folders are the callers' business. */
#ifndef POMP_PLACE_H
#define POMP_PLACE_H

#include <stdbool.h>

enum { POMP_PLACE_MAX = 4096 }; /* as PATH_MAX is on Linux */

/* Writes into `path` the folder that a program needs which was installed as `from_bin`, a path like "../lib/pomp" that
 * begins at the folder of programs. `file` is in that folder. If it is not, then the program is that of a build tree,
 * where all such folders are the one that `built` names. Returns false, with errno, if the system does not tell where
 * the program is. */
bool pomp_place(char path[POMP_PLACE_MAX], const char *from_bin, const char *built, const char *file);

#endif
