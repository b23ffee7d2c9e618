/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sequence.c - which barrier the members of a team come to after a construct, as the lines of the source tell it.
 * Not here: what is waited there (barrier_findings.c, team_serial.c). */
#include "find.h"

#include <string.h>

static const struct region *region_of(const struct analysis *a, uint32_t path) {
  return &a->regions[a->paths[path].region];
}

uint32_t sequence_own_barrier(const struct analysis *a, uint32_t path) {
  const struct region *r = region_of(a, path);
  for (uint32_t i = a->paths[path].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct region *part = region_of(a, i);
    if (part->role == POMP_ROLE_BARRIER && part->construct == r->construct)
      return i;
  }
  return NO_PATH;
}

/* Returns the barrier of a construct at this path, which the whole team comes to; NO_PATH if it has none. */
static uint32_t barrier_at(const struct analysis *a, uint32_t path) {
  uint32_t role = region_of(a, path)->role;
  if (role == POMP_ROLE_BARRIER)
    return path;
  return pomp_role_is(role, POMP_IS_WORKSHARING) ? sequence_own_barrier(a, path) : NO_PATH;
}

uint32_t sequence_next_barrier(const struct analysis *a, uint32_t path) {
  const struct construct *c = region_of(a, path)->construct;
  uint32_t parent = a->paths[path].parent, next = NO_PATH;
  int line = 0;
  for (uint32_t i = c ? a->paths[parent].first_child : NO_PATH; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct construct *other = region_of(a, i)->construct;
    if (!other || other == c || other->begin_line1 < c->end_line1 || strcmp(other->file, c->file) != 0)
      continue;
    uint32_t barrier = barrier_at(a, i);
    if (barrier == NO_PATH || (next != NO_PATH && other->begin_line1 >= line))
      continue;
    next = barrier;
    line = other->begin_line1;
  }
  return next == NO_PATH && region_of(a, parent)->role == POMP_ROLE_TEAM ? sequence_own_barrier(a, parent) : next;
}

uint32_t sequence_barrier_before(const struct analysis *a, uint32_t path) {
  const struct construct *c = region_of(a, path)->construct;
  uint32_t parent = a->paths[path].parent, nearest = NO_PATH;
  int line = 0;
  for (uint32_t i = c ? a->paths[parent].first_child : NO_PATH; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct construct *other = region_of(a, i)->construct;
    if (!other || strcmp(other->file, c->file) != 0)
      return NO_PATH; /* nothing tells where it is */
    if (other->begin_line1 < c->begin_line1 && other->end_lineN <= c->begin_line1 && other->end_lineN >= line) {
      nearest = i;
      line = other->end_lineN;
    }
  }
  return nearest != NO_PATH && barrier_at(a, nearest) != NO_PATH ? nearest : NO_PATH;
}
