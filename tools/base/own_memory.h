/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_memory.h - the memory that own_libc.c gives away.
 * Not here: what is called in place of libc (own_libc.h, which each file here includes first). */
#ifndef BASE_OWN_MEMORY_H
#define BASE_OWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is asked for between the two is mapped as it is needed, and all of it is given back at the end. */
void first_memory_begin(void) __attribute__((visibility("hidden")));
void first_memory_end(void) __attribute__((visibility("hidden")));
/* True if something could not be done since then, for lack of memory, that had no way to say so. */
bool first_was_short(void) __attribute__((visibility("hidden")));

#endif
