/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* large.c - asks the kernel for large pages.
 * Not here: who needs them. */
#include "large.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#define SMALL_PAGE 4096u
#define LARGE_PAGE (2u << 20) /* arrays that are smaller gain nothing */

void *large_pages(void *array, size_t size) {
  if (!array || size < 2 * (size_t)LARGE_PAGE)
    return array;
  uintptr_t begin = (uintptr_t)array, skip = (SMALL_PAGE - begin % SMALL_PAGE) % SMALL_PAGE;
  int error = errno;
  madvise((char *)array + skip, (size - skip) / SMALL_PAGE * SMALL_PAGE, MADV_HUGEPAGE);
  errno = error;
  return array;
}

void *large_malloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes)) {
    errno = ENOMEM;
    return NULL;
  }
  return large_pages(malloc(bytes ? bytes : 1), bytes);
}

void *large_calloc(size_t count, size_t size) { return large_pages(calloc(count, size), count * size); }
