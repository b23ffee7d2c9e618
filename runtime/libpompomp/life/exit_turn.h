/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* exit_turn.h - has one thread end the process where several call exit at once.
 * Not here: what is done at the end (measurement.c).
 *
 * exit of glibc before 2.41 lets each thread that calls it take the next handler. A thread that finds no handler any
 * more ends the process, although another one may still be in the last of them, which runs the destructors of all
 * libraries. Then the table is cut off or missing, and what libomp keeps in /dev/shm stays behind. So the thread that
 * comes second finds one more handler, ours, and waits in it while the first one is at work. It waits in vain if the
 * first thread waits for it, so that all waits have a bound. */
#ifndef POMP_EXIT_TURN_H
#define POMP_EXIT_TURN_H

/* Registers the handlers by which exits are known, when the measurement begins. `ends` ends it: it is called in
 * quick_exit, which runs no destructors, and by a thread that has waited in vain for another one to come to ours. */
void pomp_exit_turn_start(void (*ends)(void));

/* The calling thread begins to end the measurement, because the process ends, or it has done so. */
void pomp_exit_turn_begin(void);
void pomp_exit_turn_end(void);

#endif
