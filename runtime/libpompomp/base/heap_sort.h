/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heap_sort.h - sorts an array in its place.
 * Not here: what is sorted, and by what. */
#ifndef POMP_HEAP_SORT_H
#define POMP_HEAP_SORT_H

#include <stddef.h>

/* Sorts as qsort does, which calls malloc: but the program may end by a signal, in malloc. */
void pomp_heap_sort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *));

#endif
