/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slow_lock.h - the one lock of all that happens rarely.
 * Not here: events of the usual kind, which take no lock (hot_path.h). */
#ifndef POMP_SLOW_LOCK_H
#define POMP_SLOW_LOCK_H

#include <stdbool.h>

/* Every slow path stands between these two. Begin takes the lock, keeps errno and holds off thread cancellation; it is
 * false, and nothing is to be done, if this thread is in a slow path already: an event in a signal handler. */
bool pomp_slow_begin(void);
void pomp_slow_end(void);

/* True if this thread is between the two. */
bool pomp_slow_is_own(void);

/* Makes the lock anew in a forked child, where the thread that held it may not exist. */
void pomp_slow_forked(void);

#endif
