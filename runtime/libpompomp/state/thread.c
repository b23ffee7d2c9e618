/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread.c - the thread-local record, and whether teams are known.
 * Not here: who fills it. */
#include "state/thread.h"
#include "pomp_format.h"

uint32_t pomp_nesting = POMP_NESTING_UNKNOWN;
const uint64_t pomp_switch_none;
_Thread_local struct pomp_tls pomp_tls = {.switch_head = &pomp_switch_none};
