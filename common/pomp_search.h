/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_search.h - finds an element of an array that is sorted by a number in its elements.
 * Not here: arrays that are sorted by something else; elements that are found by a hash (pomp_index.h). */
#ifndef POMP_SEARCH_H
#define POMP_SEARCH_H

#include <stddef.h>
#include <stdint.h>

/* Returns the index of the first of `count` elements whose number is `least` or more; `count` if there is none. The
 * first element's number is at `first`, and those of the others follow it `size` bytes apart. */
static inline uint32_t pomp_search(const uint64_t *first, size_t size, uint32_t count, uint64_t least) {
  uint32_t low = 0, high = count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (*(const uint64_t *)(const void *)((const char *)first + middle * size) < least)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

#endif /* POMP_SEARCH_H */
