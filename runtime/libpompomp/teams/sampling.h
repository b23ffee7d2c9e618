/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampling.h - chooses the threads that are sampled, and sends each the signal that its next sample is due. Not here:
 * the counting of samples (records/samples.h), the setting (state/sample_setting.h). */
#ifndef POMP_SAMPLING_H
#define POMP_SAMPLING_H

#include "base/atomics.h"
#include "pomp_format.h"

#include <stdbool.h>
#include <stdint.h>

/* Returns the state of the calling thread as the OpenMP runtime numbers it (ompt_get_state), in any context. NULL: no
 * runtime tells. */
typedef int pomp_sampling_state(uint64_t *waits_for);
extern pomp_sampling_state *pomp_sampling_state_now POMP_HIDDEN;

/* Is called when the library is loaded, for what the program does before its first event. */
void pomp_sampling_load(void);

/* The measurement has begun: samples the program's first thread from now on, and each that is told of here, if
 * POMP_SAMPLE says so. `no_signals`: the library is to have no handler. Under the slow lock, as all functions here but
 * the last. */
void pomp_sampling_start(bool no_signals);

/* Samples each thread every `period` ns of its CPU time from now on, or at a multiple of what a sample of this run
 * counts for, if that is longer already; 0: none is sampled until this is called again. */
enum pomp_answer pomp_sampling_turn(uint64_t period, bool no_signals);
/* Returns every how many ns a thread is sampled now; 0: none is. */
uint64_t pomp_sampling_period(void);

/* The calling thread is measured from now on. */
void pomp_sampling_thread_begin(void);
/* The calling thread ends. */
void pomp_sampling_thread_end(void);

/* Looks whether the signal is the library's still; if the program has taken it, no thread is sampled any more. */
void pomp_sampling_keep(void);

/* No thread is sampled any more. */
void pomp_sampling_stop(void);

/* Is called in a forked child, before it is claimed: closes what it has of its parent's. */
void pomp_sampling_forked(void);

#endif
