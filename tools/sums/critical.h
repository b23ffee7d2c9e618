/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical.h - the critical path of a run: what made it as long as it was, as views and findings need it.
 * Not here: how it is found, from traces (tools/findings) or from the profile (critical_profile.c). docs/report.md
 * defines each figure. */
#ifndef SUMS_CRITICAL_H
#define SUMS_CRITICAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* This is what the path has of a region or of a call path, in ns. */
struct critical_time {
  uint64_t path;       /* for so long it was there itself */
  uint64_t all;        /* and so long all threads were */
  uint64_t waited;     /* so long others waited for a thread on the path that was there */
  uint64_t waited_off; /* and so long for one that was there, but not on the path when they went on */
};

/* From `begin` to `end` the path was on the thread that has this location first. */
struct critical_segment {
  uint64_t begin, end;
  uint32_t location;
};

/* Why a thread had to wait, at the end of which the path comes from another thread. */
enum critical_kind {
  CRITICAL_FORK,       /* a member of a team begins */
  CRITICAL_BARRIER,    /* the last one has come */
  CRITICAL_JOIN,       /* the last member of a team is done, where no barrier is measured at its end */
  CRITICAL_LOCK,       /* a critical or ordered block, or a lock, was left */
  CRITICAL_TASK,       /* a task begins that was made, or made ready, elsewhere */
  CRITICAL_CHILDREN,   /* the last task that was waited for is complete */
  CRITICAL_MESSAGE,    /* a message was sent, or was received */
  CRITICAL_COLLECTIVE, /* a rank has come to a collective operation */
  CRITICAL_KINDS
};

/* The run is divided into so many parts of the same length. */
enum { CRITICAL_PARTS = 20 };
struct critical_part {
  uint32_t location, region; /* those with most of the path in that part */
  uint64_t on_location, in_region;
};

struct critical_path {
  bool of_profile; /* it follows from the profile; then there are no segments, locations and parts */
  uint64_t wall;   /* the path's length: that of the run, as far as it was traced */
  uint64_t loose;  /* of the profile: by so much the figures may be off at most */
  uint64_t gaps;   /* it was in parts of the run that were not traced */
  struct critical_time *regions, *paths; /* by the analysis' numbers; the first ones are what is outside of regions */
  uint64_t *locations;                   /* by location: of the thread that has it first */
  struct critical_segment *segments;     /* in the order of time */
  uint32_t segment_count;
  uint32_t threads; /* it was on so many */
  struct critical_part parts[CRITICAL_PARTS];
  uint64_t jumps[CRITICAL_KINDS]; /* so often it went from one thread to another */
  uint64_t
      delays[CRITICAL_KINDS]; /* from the event that released a thread until it went on: of messages, the transfer */
  uint64_t contradicted;      /* how often the clocks say that a wait was over before the event that ended it */
  bool messages_unknown;      /* of a job, the waits between ranks are not known */
};

void critical_free(struct critical_path *c);

static inline uint64_t critical_part_length(const struct critical_path *c) { return c->wall / CRITICAL_PARTS + 1; }

/* Finds for how long it was on a location's thread in each part of the run. */
void critical_shares(const struct critical_path *c, uint32_t location, uint64_t *shares);

/* Finds it in a profile. False if that does not tell it, and `why` says why not, or is empty if there is not enough
 * memory. Either way critical_free is to be called. This is critical_profile.c. */
struct analysis;
bool critical_of_profile(struct critical_path *c, const struct analysis *a, char *why, size_t size);

/* Returns for how long the path of a run, which is known, was inside of a construct, with all that is called there. */
uint64_t critical_inside(const struct analysis *a, uint32_t construct);

#endif
