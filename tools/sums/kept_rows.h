/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_rows.h - the rows of kept.h, as a process sends them, and as they are kept.
 * Not here: who makes them (kept_part.c), adds them (kept_add.c), and reads them (kept.c). */
#ifndef SUMS_KEPT_ROWS_H
#define SUMS_KEPT_ROWS_H

#include "sums/group_vectors.h"
#include "sums/kept.h"
#include "sums/merged_sums.h"
#include "sums/phase_places.h"
#include "sums/sampled.h"

#include <stddef.h>

/* This is at the begin of each row. A process numbers locations, regions and call paths as its analysis does; in what
 * is kept, locations are those of the whole, and the others are as they were found (struct merged). */
struct kept_head {
  uint32_t location, of; /* `of` is the region or the call path */
};
/* So many bytes of totals follow, then metrics. */
enum { KEPT_TOTALS = offsetof(struct totals, metric_count) };
static inline size_t kept_row_size(const struct experiment *e) {
  return sizeof(struct kept_head) + KEPT_TOTALS + e->metric_count * sizeof(struct metric_sum);
}

/* This is what a location has of a region for the vectors of groups, which regions of the whole have places in. */
struct kept_time {
  struct kept_head head;
  uint64_t exclusive, wait;
};

/* This is what a location was found in, as struct sampled_found has it; the state is the one with this number in
 * sampled_states. */
struct kept_found {
  struct kept_head head;
  uint32_t state;
  struct sampled_count samples;
};

/* A process sends how many there are of each kind, then the rows: those of regions, listed ones, of call paths, times,
 * and what was found; the last two by location. */
struct part_kept {
  uint64_t regions, listed, paths, times, found;
};

struct kept {
  unsigned what;
  struct spill rows;           /* of regions and of call paths, in lines */
  struct spill listed;         /* these have one line, as the next ones */
  struct spill times, vectors; /* the vectors are made of times */
  struct spill visits, cells;  /* of phases: the profile of each record of visits, and what profiles have */
  struct spill met, found;     /* what was found as it was sent, and in the order of the whole's call paths */
  struct sampled_found elsewhere[SAMPLED_STATES]; /* what threads without a location were found in; it comes last */
  uint32_t elsewhere_count;
  struct group_vectors groups;
  unsigned char *row;     /* one that is being added */
  uint32_t *regions;      /* by those that were found: numbers in the whole */
  uint32_t *region_lines; /* by region of the whole */
  uint32_t *path_lines;   /* by call path of the whole */
  struct share *shares;   /* those of the region that was asked for last */
  uint32_t shares_of;
};

/* Lines by what was found. */
static inline uint32_t line_of_region(uint32_t region) { return 2 * region; }
static inline uint32_t line_of_path(uint32_t path) { return 2 * path + 1; }

#endif
