/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* debug_info.h - functions and lines of the addresses of a program or shared object, by elfutils' libdw.
 * Not here: which addresses (call_sites.c). */
#ifndef FILES_DEBUG_INFO_H
#define FILES_DEBUG_INFO_H

#include "files/call_sites.h"

#include <stdbool.h>
#include <stdint.h>

/* It is a file that is open. */
struct debug_file;

/* Opens a file; the descriptor is taken in any case. NULL: it is no ELF file, or there is no memory. */
struct debug_file *debug_open(const char *path, int fd);

/* Writes the file's build-id in hexadecimal digits, "" if it has none. */
void debug_build_id(struct debug_file *f, char *text, size_t size);

/* Finds the code at an address of the file: fills in what is known, the call and the levels that it is inlined into.
 * False: no memory. */
bool debug_find(struct debug_file *f, uint64_t address, struct call_site *site);

#define DEBUG_LEVELS 16u
#define DEBUG_NO_MEMORY UINT32_MAX

/* Finds the levels of the code at an address of the file, the innermost one first; the text is from malloc. Returns how
 * many there are: 0 if not even a symbol is known, DEBUG_NO_MEMORY if there is none. `made`: the last one is a function
 * that a compiler made of a construct, with the name of the user's. */
uint32_t debug_levels(struct debug_file *f, uint64_t address, struct call_level levels[DEBUG_LEVELS],
                      enum call_known *known, bool *made);
void debug_free_levels(struct call_level *levels, uint32_t count);

/* Calls `take` with the folder that the compiler of each unit ran in, and closes the file. False: `take` says so. */
bool debug_folders(struct debug_file *f, bool (*take)(void *context, const char *folder), void *context);

#endif
