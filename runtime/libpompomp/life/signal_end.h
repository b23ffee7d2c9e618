/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* signal_end.h - ends the measurement in order where SIGINT or SIGTERM ends the program.
 * Not here: what the end of a measurement consists of (measurement.c).
 *
 * A program that has no handler for one of these signals, and does not ignore it, gets ours when its measurement
 * begins. It ends the measurement, and then lets the signal do what it would have done. That takes POMP_SIGNAL_SECONDS
 * at most; the same signal once more ends the program at once. A handler that the program installs takes the place of
 * ours. */
#ifndef POMP_SIGNAL_END_H
#define POMP_SIGNAL_END_H

#define POMP_SIGNAL_SECONDS 3

/* Installs the handlers, of which each calls `end` in the process that has installed it, once, on a stack of its own.
 * Under the slow lock. */
void pomp_signal_end_take(void (*end)(void));

/* Gives the signals back, whose handlers are ours still. Any thread; a signal handler, too. */
void pomp_signal_end_leave(void);

#endif
