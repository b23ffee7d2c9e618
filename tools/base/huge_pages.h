/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* huge_pages.h - memory for arrays that have an element for each call path of each location, of which there may be
 * millions. Not here: what is in them. All of it is from malloc, and free gives it back. */
#ifndef BASE_HUGE_PAGES_H
#define BASE_HUGE_PAGES_H

#include <stddef.h>

/* These are malloc and calloc. They ask the kernel to put large pages behind a large array: to provide it one small
 * page at a time takes as long as to fill it. */
void *huge_pages_malloc(size_t count, size_t size);
void *huge_pages_calloc(size_t count, size_t size);

#endif
