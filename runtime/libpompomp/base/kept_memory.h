/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_memory.h - memory for small things that stay as long as the program.
 * Not here: files in memory (growing_map.h), memory that is given back (pomp_system.h). */
#ifndef POMP_KEPT_MEMORY_H
#define POMP_KEPT_MEMORY_H

#include <stddef.h>

/* NULL: there is none, or it is more than 16 KiB. It is the kernel's own, and counts for no limit of the experiment.
 * Under the slow lock. */
void *pomp_kept_memory(size_t size);

#endif
