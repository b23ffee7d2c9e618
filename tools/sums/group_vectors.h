/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* group_vectors.h - what a location does, as a vector, from which groups are made: for each of the regions that count
 * by themselves its exclusive time without waiting, and its waiting; the same for all other regions together; and the
 * sum of all times without waiting that are in regions. All are in ns, and exact.
 * Not here: how far vectors are apart (groups.c). */
#ifndef SUMS_GROUP_VECTORS_H
#define SUMS_GROUP_VECTORS_H

#include "sums/analysis.h"

/* So many regions count by themselves, those with most time; the others count together. */
#define GROUPS_REGIONS 48u
enum { GROUP_VECTOR_MOST = 2 * (GROUPS_REGIONS + 1) + 1 };

struct group_vectors {
  uint32_t *regions, region_count; /* those that count by themselves, in ascending order */
  uint32_t *place;                 /* by region: the number of its pair of times */
  uint32_t size;                   /* the numbers of a vector */
};

/* Chooses the regions. False: not enough memory. Either way group_vectors_free is to be called. */
bool group_vectors_choose(struct group_vectors *v, const struct analysis *a);
void group_vectors_free(struct group_vectors *v);

/* Adds what locations have of a region to their vectors, which are 0 at first, and by location. */
void group_vectors_add(const struct group_vectors *v, uint32_t region, const struct share *shares, uint32_t count,
                       uint64_t *vectors);

#endif
