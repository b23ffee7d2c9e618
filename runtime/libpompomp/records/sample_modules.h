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

/* True if the address is in code that was known when it was looked last. In any context. */
bool pomp_sample_modules_have(uint64_t address);

/* True if it is, and a call may return there. In any context: memory is read through the kernel, once for each address.
 */
bool pomp_sample_modules_may_return_to(uint64_t address);

#endif
