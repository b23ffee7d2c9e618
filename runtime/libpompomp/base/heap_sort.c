/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* heap_sort.c - sorts an array by heapsort, which needs no memory beside it. */
#include "base/heap_sort.h"

static void exchange(char *a, char *b, size_t size) {
  for (size_t i = 0; i < size; i++) {
    char byte = a[i];
    a[i] = b[i];
    b[i] = byte;
  }
}

/* Moves the element `root` down, until none below it comes after it. */
static void sift(char *base, size_t root, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  for (size_t child; (child = 2 * root + 1) < count; root = child) {
    if (child + 1 < count && compare(base + child * size, base + (child + 1) * size) < 0)
      child++;
    if (compare(base + root * size, base + child * size) >= 0)
      return;
    exchange(base + root * size, base + child * size, size);
  }
}

void pomp_heap_sort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *)) {
  char *base = array;
  for (size_t i = count / 2; i-- > 0;)
    sift(base, i, count, size, compare);
  for (size_t left = count; left > 1; left--) {
    exchange(base, base + (left - 1) * size, size);
    sift(base, 0, left - 1, size, compare);
  }
}
