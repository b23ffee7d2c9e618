/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - which visits of a phase are alike: the call paths, the factor, what is too short to count, and what
 * happens if there would be too many clusters. */
#include "records/phase_clusters.h"
#include "unit.h"

enum { PLACES = 4 };
static uint64_t numbers[8][PLACES];
static struct pomp_phase_times first[8];

/* A visit with three call paths that take so long; 0: it does not have that. */
static struct pomp_phase_times visit(int i, uint64_t a, uint64_t b, uint64_t c) {
  uint64_t *at = numbers[i];
  at[1] = a ? a + 1 : 0;
  at[2] = b ? b + 1 : 0;
  at[3] = c ? c + 1 : 0;
  return (struct pomp_phase_times){at, PLACES, a + b + c};
}

static void alike(void) {
  const struct pomp_phase_clusters c = {.factor = POMP_PHASE_FACTOR};
  const struct pomp_phase_times one = visit(0, 100000, 50000, 0), longer = visit(1, 124000, 50000, 0),
                                too_long = visit(2, 127000, 50000, 0), other_path = visit(3, 100000, 50000, 1),
                                shorter_path = visit(4, 100000, 41000, 0), too_short_path = visit(5, 100000, 39000, 0);
  CHECK(pomp_phase_alike(&c, &one, &one) && pomp_phase_alike(&c, &one, &longer) && pomp_phase_alike(&c, &longer, &one));
  CHECK(!pomp_phase_alike(&c, &one, &too_long) && !pomp_phase_alike(&c, &too_long, &one));
  CHECK(!pomp_phase_alike(&c, &one, &other_path));
  CHECK(pomp_phase_alike(&c, &one, &shorter_path) && !pomp_phase_alike(&c, &one, &too_short_path));
  /* What is less than 1/128 of the visit counts as that. */
  const struct pomp_phase_times little = visit(6, 128000, 10, 0), more = visit(7, 128000, 1200, 0);
  CHECK(pomp_phase_alike(&c, &little, &more));
  /* A visit that was taken before there was a call path has not had it. */
  struct pomp_phase_times old = one;
  old.count = 3;
  CHECK(pomp_phase_alike(&c, &old, &one) && !pomp_phase_alike(&c, &old, &other_path));
}

static void clusters(void) {
  struct pomp_phase_clusters c = {.first = first, .most = 3, .factor = POMP_PHASE_FACTOR};
  uint32_t to = 9, from = 9;
  struct pomp_phase_times now = visit(4, 1000, 0, 0);
  CHECK(pomp_phase_find(&c, &now) == POMP_PHASE_NO_CLUSTER && pomp_phase_unused(&c) == 0);
  first[0] = visit(0, 1000, 0, 0);
  first[1] = visit(1, 2000, 0, 0);
  first[2] = visit(2, 1000, 1000, 0);
  CHECK(pomp_phase_unused(&c) == POMP_PHASE_NO_CLUSTER && !pomp_phase_find_pair(&c, &to, &from));
  now = visit(4, 2100, 0, 0);
  CHECK(pomp_phase_find(&c, &now) == 1 && c.last == 1);
  /* The factor grows until the first two are alike; the third has another call path. */
  for (int i = 0; i < 4; i++) {
    CHECK(pomp_phase_find_pair(&c, &to, &from) == (c.factor >= 128));
    CHECK(pomp_phase_loosen(&c));
  }
  CHECK(pomp_phase_find_pair(&c, &to, &from) && to == 0 && from == 1);
  first[1].at = NULL;
  CHECK(pomp_phase_unused(&c) == 1);
  while (!c.any_paths)
    CHECK(!pomp_phase_find_pair(&c, &to, &from) && pomp_phase_loosen(&c));
  while (!pomp_phase_find_pair(&c, &to, &from))
    CHECK(pomp_phase_loosen(&c));
  CHECK(to == 0 && from == 2);
  while (pomp_phase_loosen(&c))
    ;
  CHECK(c.factor >= POMP_PHASE_FACTOR_MAX);
}

int main(void) {
  alike();
  clusters();
  return 0;
}
