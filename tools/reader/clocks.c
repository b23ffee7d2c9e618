/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clocks.c - the clocks of the processes of an experiment, and how they compare. */
#include "experiment.h"
#include "pomp_run.h"

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

double process_clock_error(const struct process *p) {
  const uint32_t *width = p->header.sync_width;
  uint32_t latest = p->header.sync_latest < 3 ? p->header.sync_latest : 0;
  return ((double)width[0] + width[latest]) / 2 / (double)p->base_tick;
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
