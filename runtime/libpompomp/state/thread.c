/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread.c - the thread-local record.
 * Not here: who fills it. */
#include "state/thread.h"

_Thread_local struct pomp_tls pomp_tls;
