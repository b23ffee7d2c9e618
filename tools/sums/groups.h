/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* groups.h - locations that behave alike, as groups.
 * Not here: the figures that decide (analysis.h), how groups are shown (tools/show).
 *
 * What a location does is a vector: for each region its exclusive time without waiting, and its waiting. Two of them
 * are as far apart as the Bray-Curtis dissimilarity says: the sum of all differences by the sum of all times, 0 to 1.
 * Locations of different kinds or levels are never in one group. Of the others, groups are joined whose centres are the
 * nearest, until all centres are further apart than `distance` (agglomerative clustering by centroids).
 *
 * Where threads were ready and had no processor (analysis_is_crowded), how long something took says little of how much
 * it was, and waiting says who had a processor. Then vectors have work alone, each as parts of its own sum; so they
 * tell what a location did, and not how much. A location with less than a thousandth of the mean work of its kind is
 * one that did nothing. One with less than GROUPS_LEAST_NS of work begins no group, but goes into the nearest one. */
#ifndef SUMS_GROUPS_H
#define SUMS_GROUPS_H

#include "sums/group_vectors.h"

/* At the first distance, of two locations that never wait one works 1.67 times as long as the other; if the other waits
 * for it, 1.33 times. At the second distance, the two have half of their work in different regions. */
#define GROUPS_DISTANCE_TIMES 0.25
#define GROUPS_DISTANCE_PARTS 0.5
#define GROUPS_LEAST_NS 50000000u /* ns: longer than a thread waits for its next time slice, mostly */

/* These are the means of a group's locations in a region, in ns. */
struct group_time {
  double work, wait;
};

struct group {
  uint32_t first, count;          /* its members: so many of groups.members */
  uint32_t least, most;           /* the member with the least time in regions without waiting, and with the most */
  double radius;                  /* the distance of the member that is furthest from the centre */
  const struct group_time *times; /* by groups.regions; at groups.region_count what all other regions have */
};

struct groups {
  const struct analysis *analysis;
  struct group *groups; /* in the order of their first members */
  uint32_t count;
  uint32_t *members;  /* locations, by group, then in the order of the tree of teams */
  uint32_t *group_of; /* by location */
  uint32_t *regions;  /* which regions count by themselves, in ascending order */
  uint32_t region_count;
  struct group_time *times;
  uint64_t *busy; /* by location: its time in regions, without waiting */
  bool by_parts;  /* vectors are parts of their own sums, as threads had no processors */
  double distance;
};

/* Finds the groups of all locations. False if there is not enough memory. Either way groups_free is to be called. */
bool groups_find(struct groups *g, const struct analysis *a);
void groups_free(struct groups *g);

/* Returns the number in groups.regions of the region that tells a group best from the others: where its mean time, work
 * or waiting, differs most from that of all other locations of its kind. groups.region_count: the regions that count
 * together. */
uint32_t groups_decided_by(const struct groups *g, uint32_t group);

/* Writes locations, which are in the order of the tree of teams, as ranges: `0→0..0→3, 0→6`. What does not fit is
 * reported as a number of locations. */
void locations_name(const struct analysis *a, const uint32_t *locations, uint32_t count, const char *arrow, char *text,
                    size_t size);

/* Writes the members of a group in the same way. */
void groups_name(const struct groups *g, uint32_t group, const char *arrow, char *text, size_t size);

#endif
