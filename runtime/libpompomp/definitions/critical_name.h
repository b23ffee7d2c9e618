/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_name.h - the name of a critical construct that was not instrumented.
 * Not here: the construct (surface/told_locks.c). */
#ifndef POMP_CRITICAL_NAME_H
#define POMP_CRITICAL_NAME_H

#include <stdint.h>

/* Returns the name of the critical construct whose lock OMPT calls `wait`, and whose call returns to `code`; "" if it
 * has none. It stays as long as the program. A name that can't be found out is one for each lock, as names tell
 * locks apart. Under the slow lock. */
const char *pomp_critical_name(const void *code, uint64_t wait);

#endif
