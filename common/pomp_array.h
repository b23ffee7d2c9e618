/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_array.h - an array that grows by doubling.
 * Not here: limits on what is put into it, which are the caller's. Knows nothing but libc. */
#ifndef POMP_ARRAY_H
#define POMP_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define POMP_ARRAY_FIRST 16u

/* Makes room for `needed` elements of `size` bytes in the array that the pointer at `array` leads to, from malloc or
 * NULL; `*room` is how many it has room for. False: there is no memory, or no 32-bit number for so many; the array is
 * as before. Afterwards the pointer is not NULL, even if nothing is needed. */
static inline bool pomp_array_room(void *array, uint32_t *room, uint64_t needed, size_t size) {
  void *old;
  memcpy(&old, array, sizeof old);
  if (old && needed <= *room)
    return true;
  uint64_t more = *room ? *room * 2ull : POMP_ARRAY_FIRST;
  more = needed > more ? needed : more;
  void *grown = more < UINT32_MAX && more <= SIZE_MAX / size ? realloc(old, (size_t)more * size) : NULL;
  if (!grown)
    return false;
  memcpy(array, &grown, sizeof grown);
  *room = (uint32_t)more;
  return true;
}

/* Does the same for a variable `array`, which is a pointer to elements, and a variable `room`. The comparison is for
 * clang-tidy, which does not see that the pointer is set. */
#define POMP_ARRAY_ROOM(array, room, needed)                                                                           \
  (pomp_array_room((void *)&(array), &(room), (needed), sizeof *(array)) && (array) != NULL)

#endif /* POMP_ARRAY_H */
