/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* large.h - memory for arrays that have an element for each call path of each location, of which there may be millions.
 * Not here: what is in them. All of it is from malloc, and free gives it back. */
#ifndef READER_LARGE_H
#define READER_LARGE_H

#include <stddef.h>

/* Asks the kernel to put large pages behind the array: to provide them one small page at a time takes as long as to
 * fill them. Whether it does changes nothing else. NULL is left as it is. */
void *large_pages(void *array, size_t size);

/* These are malloc and calloc with large pages. */
void *large_malloc(size_t count, size_t size);
void *large_calloc(size_t count, size_t size);

#endif
