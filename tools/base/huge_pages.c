/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* huge_pages.c - asks the kernel for large pages.
 * Not here: who needs them. */
#include "base/huge_pages.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#define LARGE_PAGE (2u << 20)
#define OVERHEAD 32u /* what malloc puts around a large array, which it maps */

/* Returns how much to ask for. What is mapped is a number of large pages then, and the kernel lets it begin at one. An
 * array that is small gains nothing. */
static size_t room_for(size_t bytes) {
  if (bytes < LARGE_PAGE || bytes > SIZE_MAX - 2 * (size_t)LARGE_PAGE)
    return bytes;
  return (bytes + OVERHEAD + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE - OVERHEAD;
}

/* Asks the kernel for large pages; whether it has them changes nothing else. NULL is left as it is. */
static void *advise(void *array, size_t bytes) {
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), begin = (uintptr_t)array / page * page;
  const size_t size = ((uintptr_t)array - begin + bytes + page - 1) / page * page;
  int error = errno;
  if (array && bytes >= LARGE_PAGE)
    madvise((char *)array - ((uintptr_t)array - begin), size, MADV_HUGEPAGE);
  errno = error;
  return array;
}

void *huge_pages_malloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  bytes = room_for(bytes);
  return advise(malloc(bytes ? bytes : 1), bytes);
}

void *huge_pages_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  bytes = room_for(bytes);
  return advise(calloc(bytes ? bytes : 1, 1), bytes);
}
