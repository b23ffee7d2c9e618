/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks_seen.h - what was seen of the ranks of a job while their files were found, for those who open sources.
 * Not here: the job (job_traces.h). */
#ifndef SUMS_RANKS_SEEN_H
#define SUMS_RANKS_SEEN_H

#include "files/experiment.h"
#include "files/trace_missing.h"

/* These are the ranks whose traces can be read. */
struct ranks_seen {
  struct trace_lacks *lacks;
  struct rank_seen {
    uint64_t metrics; /* a hash of their names */
    uint32_t rank;
  } *at; /* in the order of the ranks */
  uint32_t count, room;
  bool no_memory;
};

/* Notes a rank; ranks come in their order. */
void ranks_seen_add(struct ranks_seen *seen, const struct experiment *of_rank);
/* True if the metrics of the rank have the same numbers as in the whole: only those can be reported. */
bool ranks_seen_same_metrics(const struct ranks_seen *seen, const struct experiment *whole, uint32_t rank);

#endif
