/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* signal_users.h - whether the program may take signals for itself later on.
 * Not here: whether it has (sampling.c). */
#ifndef POMP_SIGNAL_USERS_H
#define POMP_SIGNAL_USERS_H

#include <stdbool.h>

/* True if the program, or a library of its own, calls a function that sets a signal's handler, waits for signals,
 * reads them as a file, asks which are pending, or loads or finds code that may, or if that can't be known. Libraries
 * of the system and the OpenMP runtime count for none, as they take no signal that nobody else does. Objects that are
 * loaded at the same time may be missed. */
bool pomp_signals_may_be_taken(void);
/* The same, or one of them may make system calls by itself, or give handlers or contexts stacks of its own, so that
 * another signal may be noticed, or finds too little room. */
bool pomp_signals_may_be_met(void);

#endif
