/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical.c - what is asked of a critical path that has been found.
 * Not here: how it is found. */
#include "sums/critical.h"
#include "sums/analysis.h"

#include <stdlib.h>
#include <string.h>

void critical_free(struct critical_path *c) {
  if (!c)
    return;
  free(c->regions);
  free(c->paths);
  free(c->locations);
  free(c->segments);
  memset(c, 0, sizeof *c);
}

void critical_shares(const struct critical_path *c, uint32_t location, uint64_t *shares) {
  const uint64_t length = critical_part_length(c);
  memset(shares, 0, CRITICAL_PARTS * sizeof *shares);
  for (uint32_t i = 0; i < c->segment_count; i++) {
    const struct critical_segment *s = &c->segments[i];
    if (s->location != location)
      continue;
    for (uint64_t part = s->begin / length; part < CRITICAL_PARTS && part * length < s->end; part++) {
      uint64_t from = part * length > s->begin ? part * length : s->begin;
      uint64_t to = (part + 1) * length < s->end ? (part + 1) * length : s->end;
      shares[part] += to - from;
    }
  }
}

uint64_t critical_inside(const struct analysis *a, uint32_t construct) {
  const struct critical_path *c = a->critical;
  uint64_t time = 0;
  for (uint32_t i = 0; i < a->path_count; i++) {
    uint32_t at = i;
    while (c->paths[i].path && at != NO_PATH && POMP_KEY_CONSTRUCT(a->regions[a->paths[at].region].key) != construct)
      at = a->paths[at].parent;
    time += at == NO_PATH ? 0 : c->paths[i].path;
  }
  return time;
}
