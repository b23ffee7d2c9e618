/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_end.h - the end of a thread of the program.
 * Not here: the end of a team (team.h). */
#ifndef POMP_THREAD_END_H
#define POMP_THREAD_END_H

/* Ends what the calling thread, whose thread-local record is `tls`, has open, and gives its location back. It runs as
 * the destructor of a thread-specific value, possibly before destructors that still use OpenMP: those get a location
 * again. */
void pomp_thread_ends(void *tls);

#endif
