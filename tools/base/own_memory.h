/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own_memory.h - the memory that own_libc.c gives away.
 * Not here: what is called in place of libc (own_libc.h, which each file here includes first). */
#ifndef BASE_OWN_MEMORY_H
#define BASE_OWN_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* From now on, memory is from there. NULL: there is none. */
void first_memory(void *memory, size_t size) __attribute__((visibility("hidden")));
/* True if something could not be done since then, for lack of memory, that had no way to say so. */
bool first_was_short(void) __attribute__((visibility("hidden")));

#endif
