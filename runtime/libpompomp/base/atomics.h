/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* atomics.h - loads and stores that are not torn, and what is said to the compiler.
 * Not here: the order of stores, which is where it matters. */
#ifndef POMP_ATOMICS_H
#define POMP_ATOMICS_H

#define POMP_LIKELY(x) __builtin_expect(!!(x), 1)
#define POMP_LOAD(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define POMP_STORE(x, v) __atomic_store_n(&(x), v, __ATOMIC_RELAXED)
/* A thread that acquires a released value sees all stores before the release. Both cost nothing on x86-64, where
 * relaxed loads and stores have this order, too, so that no test there finds a missing one. */
#define POMP_ACQUIRE(x) __atomic_load_n(&(x), __ATOMIC_ACQUIRE)
#define POMP_RELEASE(x, v) __atomic_store_n(&(x), v, __ATOMIC_RELEASE)
/* The thread loads such values in the order of the code, whatever its own signal handlers store in between. */
#define POMP_IN_ORDER(x) (*(const volatile __typeof__(x) *)&(x))
/* For what one thread writes alone, so that an increment need not be one instruction. */
#define POMP_ADD(x, v) POMP_STORE(x, POMP_LOAD(x) + (v))

/* The compiler inlines the function even if it thinks it too large. */
#define POMP_INLINE static inline __attribute__((always_inline))

/* A declaration needs this, too, or else the compiler reaches the variable through a table of addresses. */
#define POMP_HIDDEN __attribute__((visibility("hidden")))

#endif
