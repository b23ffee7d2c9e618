/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* death_mark.h - has the kernel write to the mapped file at the moment when the process dies, whatever it dies of.
 * Not here: who reads that (tools/files/last_moment.c).
 *
 * When a thread ends, the kernel walks the list of its robust futexes, which libc has registered, and marks those that
 * the thread still holds. One of them is ours. Its word is in a page of the file that is mapped once more for that,
 * and nothing else is stored through this mapping: so the kernel's store is its first one, at which the file system
 * notes the time as that of the last write. What links the list is in a private page behind it: nobody who writes to
 * the file leads the kernel astray. The program's robust mutexes stay before ours in the list, so that they are marked
 * whatever becomes of the file.
 *
 * A forked child begins with an empty list, so its end marks nothing; exec marks, as the measured program is over. */
#ifndef POMP_DEATH_MARK_H
#define POMP_DEATH_MARK_H

/* Makes the mark's page in the file. Without room for it there is none. Under the slow lock, as all functions here. */
void pomp_death_mark_start(void);

/* Gives the mark to this thread, if no thread has it and that is possible now. The end of the thread must be passed to
 * pomp_death_mark_leave. */
void pomp_death_mark_keep(void);

/* Takes the mark from this thread, if it has it: it ends, or the measurement does, and the process goes on. */
void pomp_death_mark_leave(void);

#endif
