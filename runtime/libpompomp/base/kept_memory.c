/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_memory.c - cuts pieces off what the kernel gives.
 * Not here: the sums that need it. */
#include "base/kept_memory.h"
#include "pomp_system.h"

#define PIECE (16u << 10)

void *pomp_kept_memory(size_t size) {
  static char *piece;
  static size_t left;
  size = (size + 15) / 16 * 16;
  if (size > PIECE)
    return NULL;
  if (size > left) {
    piece = pomp_sys_memory(PIECE);
    left = piece ? PIECE : 0;
  }
  if (size > left)
    return NULL;
  left -= size;
  piece += size;
  return piece - size;
}
