/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_signal.h - chooses the signal that says that a sample is due, and shares it with who else may use it.
 * Not here: what sends it (base/sample_clock.h), what its handler does (sampling.c). */
#ifndef POMP_SAMPLE_SIGNAL_H
#define POMP_SAMPLE_SIGNAL_H

#include <signal.h>
#include <stdbool.h>

/* This signal is libc's own: it cancels threads by it. A program can neither handle nor wait for it by libc. */
#define POMP_SAMPLE_SIGNAL_OF_LIBC 32

/* True if the signal has no handler and is not ignored. */
bool pomp_sample_signal_is_free(int signal);

/* Installs the handler for a signal that the program does not use, and returns its number; 0: there is none. Under the
 * slow lock, as the two others below. */
int pomp_sample_signal_take(void (*handler)(int, siginfo_t *, void *));

/* False: who has the signal for other purposes now must not get ours. */
bool pomp_sample_signal_keep(void);

void pomp_sample_signal_give_back(void);

/* True: libc's own signal came from elsewhere, and is done with as it would have been without us. In the handler. */
bool pomp_sample_signal_is_others(int signal, const siginfo_t *info, void *context);

#endif
