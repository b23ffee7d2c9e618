/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clocks.c - the clocks of the processes of an experiment, and how they compare. */
#include "files/experiment.h"
#include "pomp_run.h"

#include <math.h>
#include <string.h>

__extension__ typedef unsigned __int128 wide;

uint64_t process_ns(const struct process *p, uint64_t ticks) {
  wide product = (wide)ticks * p->base_ns;
  if (product <= UINT64_MAX) { /* a shorter division; a half of the product is more than any time */
    uint64_t short_ns = (uint64_t)product / p->base_tick;
    return short_ns > UINT64_MAX / 2 ? UINT64_MAX / 2 : short_ns;
  }
  wide ns = product / p->base_tick;
  return ns > UINT64_MAX / 2 ? UINT64_MAX / 2 : (uint64_t)ns;
}

uint64_t experiment_ns(const struct experiment *e, uint64_t ticks) {
  const struct process clock = {.base_ns = e->base_ns, .base_tick = e->base_tick};
  return process_ns(&clock, ticks);
}

uint64_t process_second(const struct process *p) { return (uint64_t)((double)p->base_tick / (double)p->base_ns * 1e9); }

uint64_t process_wall(const struct process *p) {
  const uint64_t end = p->end_tick, since = p->since_tick;
  return process_ns(p, since ? (end > since ? end - since : 0) : pomp_run_wall(&p->header, end));
}

uint32_t process_threads(const struct process *p) { return pomp_run_threads(&p->header, p->location_count); }

/* Returns the clock's period between two moments, or 0, if they tell none; and how far off it may be, as both clocks
 * can't be read at once, and ns are whole numbers. */
static double period(const struct pomp_header *h, const struct pomp_sync *a, const struct pomp_sync *b, double width,
                     double *error) {
  const double ticks = (double)b->tick - (double)a->tick, ns = (double)b->ns - (double)a->ns;
  const bool is_known = h->sync_latest && ticks > 0 && ns > 0;
  *error = is_known ? width / ticks + 2 / ns : 0;
  return is_known ? ns / ticks : 0;
}

/* Returns by which part of itself a time may be off as the clock's rate has changed. Of an interval it is known how far
 * its own rate is off the one that all times have. Of a run, three moments tell two rates: while the rate changes
 * evenly, these differ by just as much as the mean does from the rate at the begin and at the end. */
static double changes_of_rate(const struct process *p) {
  const struct pomp_header *h = &p->header;
  const uint32_t at = h->sync_latest < 3 ? h->sync_latest : 0, other = 3 - at;
  const struct pomp_sync *begin = p->since_sync.tick ? &p->since_sync : &h->sync[0];
  const double mean = (double)p->base_ns / (double)p->base_tick;
  double error, error_before, error_after;
  const double own = period(h, begin, &h->sync[at], 0, &error);
  double off = own > 0 ? fabs(own - mean) / mean - error : 0;
  if (!p->since_sync.tick && at && h->sync[other].tick < h->sync[at].tick) {
    const uint32_t *width = h->sync_width;
    const double before = period(h, begin, &h->sync[other], ((double)width[0] + width[other]) / 2, &error_before);
    const double after = period(h, &h->sync[other], &h->sync[at], ((double)width[other] + width[at]) / 2, &error_after);
    const double differ = before > 0 && after > 0 ? fabs(after - before) / mean - error_before - error_after : 0;
    off = differ > off ? differ : off;
  }
  return off > 0 ? off : 0;
}

double process_clock_error(const struct process *p) {
  const uint32_t *width = p->header.sync_width;
  uint32_t latest = p->header.sync_latest < 3 ? p->header.sync_latest : 0;
  return ((double)width[0] + width[latest]) / 2 / (double)p->base_tick + changes_of_rate(p);
}

static bool may_be_none(const struct pomp_alignment *a) {
  return !a->ns || (a->offset < 0 ? 0 - (uint64_t)a->offset : (uint64_t)a->offset) <= a->error;
}

bool process_shares_clock(const struct process *p, const struct process *other) {
  return strcmp(p->host, other->host) == 0 && may_be_none(&p->header.alignment[0]) &&
         may_be_none(&p->header.alignment[1]);
}

bool process_offset(const struct process *p, uint64_t ns, double *offset, double *error) {
  const struct pomp_alignment *a = &p->header.alignment[0], *b = &p->header.alignment[1];
  if (!a->ns && !b->ns)
    return false;
  double part = 0; /* which part of the way from a to b is gone */
  if (!a->ns)
    part = 1;
  else if (b->ns > a->ns && ns > a->ns)
    part = ns < b->ns ? (double)(ns - a->ns) / (double)(b->ns - a->ns) : 1;
  double grown = (double)b->offset - (double)a->offset, sum = (double)a->error + (double)b->error;
  if (a->ns && b->ns && grown <= sum && -grown <= sum) {
    /* The two tell no drift. A bad measurement, on a machine that others use as well, must not spoil the good one. */
    bool first = a->error <= b->error;
    const struct pomp_alignment *best = first ? a : b, *other = first ? b : a;
    double away = first ? part : 1 - part, most = (grown < 0 ? -grown : grown) + (double)other->error;
    *offset = (double)best->offset;
    *error = (double)best->error * (1 - away) + most * away;
    return true;
  }
  *offset = (double)a->offset * (1 - part) + (double)b->offset * part;
  *error = (double)a->error * (1 - part) + (double)b->error * part;
  return true;
}
