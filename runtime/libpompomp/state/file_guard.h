/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* file_guard.h - keeps the program alive when somebody cuts off a file that the library has mapped.
 * Not here: what becomes of the measurement then (measurement.c).
 *
 * A store to a page of a mapped file behind the file's end is a SIGBUS, and anybody who may write to an experiment can
 * move its end: `: > profile.pomp` does. The guard is a handler for SIGBUS that puts anonymous pages in the place of
 * the mapping; every other SIGBUS goes where it would have gone without us. What it can't do: a thread that blocks
 * SIGBUS is killed by the kernel without a handler being asked, and a handler that the program installs later is the
 * first to be asked until pomp_guard_keep is called again. A program that asks for its own handler of SIGBUS sees ours.
 */
#ifndef POMP_FILE_GUARD_H
#define POMP_FILE_GUARD_H

#include <signal.h>
#include <stdbool.h>

struct pomp_map;

enum pomp_guarded { POMP_GUARDED_PROFILE, POMP_GUARDED_TRACE, POMP_GUARDED_COUNT };

/* From now on, the file's mapping is guarded, while it grows as well; it stays until the process ends. `lost` is called
 * once, in the signal handler of whichever thread finds the file cut off. Once for each file, under the slow lock. */
void pomp_guard_file(enum pomp_guarded which, const struct pomp_map *map, void (*lost)(void));

/* The file has been cut off: its mapping holds nothing but zeros and what was stored since. Any thread. */
bool pomp_guard_is_lost(enum pomp_guarded which);

/* Installs the handler, or installs it again if the program has put its own in its place, which is then asked after
 * ours. Does nothing while no file is guarded, or if the program ignores SIGBUS: programs that it starts inherit that.
 * One system call or two; under the slow lock. */
void pomp_guard_keep(void);

/* From now on the handler is also kept for a timer of the library's, whose SIGBUS `expired` handles: it returns true if
 * the signal came from the timer. NULL: the timer needs the handler no more, and it is kept only while a file is
 * guarded. Under the slow lock. */
void pomp_guard_timer(bool (*expired)(const siginfo_t *info, void *context));
/* True if the handler was installed when the guard was kept last. */
bool pomp_guard_stands(void);

/* From now on the handler is not installed, whatever else is called. Before anything else is. */
void pomp_guard_forgo(void);

/* Gives SIGBUS back to the program, while a library looks whether there is a handler; and takes it again. Under the
 * slow lock. */
void pomp_guard_leave(void);
void pomp_guard_return(void);

#endif
