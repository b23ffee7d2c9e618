/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock_offset.c - computes how far two clocks are apart from the quickest round of messages, and adds such offsets up
 * along the tree.
 * Not here: messages. */
#include "job/clock_offset.h"

struct pomp_alignment pomp_offset_of(const struct pomp_round *rounds, int count) {
  const struct pomp_round *best = &rounds[0];
  for (int i = 1; i < count; i++)
    if (rounds[i].answered - rounds[i].sent < best->answered - best->sent)
      best = &rounds[i];
  uint64_t time = best->answered - best->sent, middle = best->sent + time / 2;
  return (struct pomp_alignment){middle, (int64_t)(best->there - middle), time / 2 + 1};
}

struct pomp_alignment pomp_offset_add(struct pomp_alignment to_parent, struct pomp_alignment to_root) {
  to_parent.offset += to_root.offset;
  to_parent.error += to_root.error;
  return to_parent;
}
