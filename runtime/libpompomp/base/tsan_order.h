/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* tsan_order.h - tells ThreadSanitizer of orders that libomp guarantees and it can't see, as libomp is built without
 * it.
 * Not here: orders of our own, which ThreadSanitizer knows, as they are atomics and locks. */
#ifndef POMP_TSAN_ORDER_H
#define POMP_TSAN_ORDER_H

#if defined(__SANITIZE_THREAD__)
#define POMP_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define POMP_TSAN 1
#endif
#endif

#ifdef POMP_TSAN
void __tsan_acquire(void *address);
void __tsan_release(void *address);
/* What happens before the first is seen after the second, if both have the same address. */
#define POMP_ORDER_BEFORE(address) __tsan_release(address)
#define POMP_ORDER_AFTER(address) __tsan_acquire(address)
#else
#define POMP_ORDER_BEFORE(address) ((void)(address))
#define POMP_ORDER_AFTER(address) ((void)(address))
#endif

#endif
