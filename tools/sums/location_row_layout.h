/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_row_layout.h - the rows of location_rows.h, as a process sends them, and as they are kept.
 * Not here: who makes them (location_rows_put.c), adds them (location_rows_add.c), and reads them (location_rows.c). */
#ifndef SUMS_LOCATION_ROW_LAYOUT_H
#define SUMS_LOCATION_ROW_LAYOUT_H

#include "sums/group_vectors.h"
#include "sums/job_sums_internal.h"
#include "sums/location_rows.h"
#include "sums/phase_places.h"
#include "sums/sampled.h"

#include <stddef.h>

/* This is at the begin of each row. A process numbers locations, regions and call paths as its analysis does; in what
 * is kept, locations are those of the whole, and the others are as they were found (struct job_sums). */
struct location_row_head {
  uint32_t location, of; /* `of` is the region or the call path */
};
/* So many bytes of totals follow, then metrics. */
enum { ROW_TOTALS = offsetof(struct totals, metric_count) };
static inline size_t location_row_size(const struct experiment *e) {
  return sizeof(struct location_row_head) + ROW_TOTALS + e->metric_count * sizeof(struct metric_sum);
}

/* This is what a location has of a region for the vectors of groups, which regions of the whole have places in. */
struct location_row_time {
  struct location_row_head head;
  uint64_t exclusive, wait;
};

/* This is what a location was found in, as struct sampled_found has it; the state is the one with this number in
 * sampled_states. */
struct location_row_found {
  struct location_row_head head;
  uint32_t state;
  struct sampled_count samples;
};

/* A process sends how many there are of each kind, then the rows: those of regions, listed ones, of call paths, times,
 * and what was found; the last two by location. */
struct location_row_counts {
  uint64_t regions, listed, paths, times, found;
};

struct location_rows {
  unsigned what;
  struct row_file rows;                 /* of regions and of call paths, in lines */
  struct row_file listed;               /* this and the next files have one line */
  struct row_file times, vectors;       /* the vectors are made of times */
  struct row_file visits, cells;        /* of phases: the profile of each record of visits, and the cells of profiles */
  struct row_file found_as_sent, found; /* samples as they were sent, and in the order of the whole's call paths */
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
