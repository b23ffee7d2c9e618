/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_modules.h - which code is in memory while threads are sampled, and whether a word may be an address of it.
 * Not here: how an address is found on a stack (sample_stacks.h). */
#ifndef POMP_SAMPLE_MODULES_H
#define POMP_SAMPLE_MODULES_H

#include <stdbool.h>
#include <stdint.h>

/* Looks what code is in memory now, and puts what is new into the file. Under the slow lock. */
void pomp_sample_modules_read(void);

/* Returns how many modules are in the file. */
uint32_t pomp_sample_modules_count(void);

/* Returns the number of the module that the address is in, counted from 1 in the order of the file, as far as was known
 * when it was looked last; 0: none. In any context. */
uint32_t pomp_sample_modules_at(uint64_t address);

/* The same, but 0 also if no call may return there. In any context: memory is read through the kernel, once for each
 * address. */
uint32_t pomp_sample_modules_return_to(uint64_t address);

#endif
