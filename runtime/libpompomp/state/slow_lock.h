/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* slow_lock.h - the one lock of all that happens rarely.
 * Not here: events of the usual kind, which take no lock (hot_path.h). */
#ifndef POMP_SLOW_LOCK_H
#define POMP_SLOW_LOCK_H

#include <stdbool.h>

/* Every slow path is between these two. Begin takes the lock, keeps errno and holds off signals and thread
 * cancellation; it is false, and nothing is to be done, if this thread is in a slow path already, which happens for an
 * event in a signal handler, or if a slow path was given up. */
bool pomp_slow_begin(void);
void pomp_slow_end(void);

/* The same for a signal handler that ends the program: it waits for a second at most. */
bool pomp_slow_begin_in_time(void);

/* While slow paths are watched, they hold off SIGINT and SIGTERM for little more than POMP_SLOW_SECONDS: who wants to
 * end the program must be able to, whatever the slow path waits for. If one of these signals has been pending for
 * that long, it is let in, and the slow path is given up: until it has come to its end, if it ever does, others are not
 * begun. The watch uses SIGBUS (file_guard.h). Under the slow lock; it begins or ends at once. */
#define POMP_SLOW_SECONDS 1
void pomp_slow_watch(bool on);

/* The same for a handler that has interrupted the program anywhere: it waits for no longer than it takes to look a few
 * times whether the lock is free. */
bool pomp_slow_begin_at_once(void);

/* True if this thread is between begin and end. */
bool pomp_slow_is_own(void);

/* Makes the lock anew in a forked child, where the thread that held it may not exist. */
void pomp_slow_forked(void);

#endif
