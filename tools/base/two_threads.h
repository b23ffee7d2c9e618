/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_threads.h - goes through a large array from two threads, each of which has a half of it.
 * Not here: what is done with the elements. */
#ifndef BASE_TWO_THREADS_H
#define BASE_TWO_THREADS_H

#include <stdint.h>

#define HALVES_MIN 50000u /* elements that are worth a thread */

/* Calls `work` for the elements from 0 to count - 1, half 0 of them and half 1 at the same time; for all of them at
 * once, as half 0, if they are few. So the division depends on their number alone. */
typedef void two_threads_work(void *context, int half, uint32_t from, uint32_t to);
void two_threads_halves(uint32_t count, two_threads_work *work, void *context);

/* Calls both functions at the same time, or one after the other if `worth` is not worth a thread. */
void two_threads_both(uint32_t worth, void (*one)(void *context), void (*other)(void *context), void *context);

#endif
