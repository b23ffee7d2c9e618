/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kept_rows.h - the rows of kept.h, and what is needed to make and to read them.
 * Not here: who makes them (kept_add.c), and who reads them (kept.c). */
#ifndef ANALYSIS_KEPT_ROWS_H
#define ANALYSIS_KEPT_ROWS_H

#include "group_vectors.h"
#include "kept.h"
#include "path_index.h"
#include "sampled.h"

#include <stddef.h>

/* This is at the begin of each row. */
struct kept_head {
  uint32_t location, of; /* `of` is the region or the call path */
};
/* So many bytes of totals follow, then messages, but only if any region has some, and metrics. */
enum { KEPT_TOTALS = offsetof(struct totals, messages) };

/* This is a row of the listing while its process is sorted. */
struct kept_listed {
  uint32_t rank, region; /* rank: in the order of the tree of teams */
  uint64_t exclusive;
  size_t at; /* where its bytes are */
};

struct kept {
  unsigned what;
  struct spill rows, vectors, found;
  struct group_vectors groups;
  uint32_t first_path, listing; /* lines */
  bool messages;
  unsigned char *row;                             /* one that is being made */
  struct path_index path_index;                   /* of the whole */
  uint32_t *path_of;                              /* by path of the process that is added */
  struct sampled_found elsewhere[SAMPLED_STATES]; /* what threads without a location were found in; it comes last */
  uint32_t elsewhere_count;
  struct share *shares; /* those of the region that was asked for last */
  uint32_t shares_of;
  /* These are of the process that is added. */
  struct kept_listed *listed;
  unsigned char *bytes;
  uint32_t *rank;
  uint32_t path_room, listed_room, bytes_room, rank_room, listed_count;
};

#endif
