/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_run_clock.c - the times of a source: ticks of its process's clock, ns, and ns of the clock that a job's ranks
 * share. Not here: how clocks were compared (runtime/libpompomp-mpi), the records that have times (tools/files). */
#include "sums/traced_run_clock.h"

__extension__ typedef unsigned __int128 wide;

void traced_run_set_clock(struct traced_run *s) {
  const struct process *p = s->process;
  s->begin = p->header.sync[0].tick;
  s->end = s->trace->header.stop_tick ? s->trace->header.stop_tick : p->end_tick;
  uint64_t tick = p->base_tick ? p->base_tick : 1;
  for (s->shift = 62; s->shift && (wide)p->base_ns << s->shift >= (wide)tick << 63;)
    s->shift--;
  s->scale = (uint64_t)(((wide)p->base_ns << s->shift) / tick);
}

uint64_t traced_run_ns(const struct traced_run *s, uint64_t tick) {
  if (s->job)
    return traced_run_time(s, tick);
  return tick > s->begin ? (uint64_t)((wide)(tick - s->begin) * s->scale >> s->shift) : 0;
}

uint64_t traced_run_frequency(const struct traced_run *s) {
  if (s->job)
    return 1000000000;
  const struct process *p = s->process;
  wide f = p->base_ns ? ((wide)p->base_tick * 1000000000u + p->base_ns / 2) / p->base_ns : 0;
  return f && f < UINT64_MAX ? (uint64_t)f : 1;
}

double traced_run_common_ns(const struct traced_run *rank, uint64_t tick) {
  const struct process *p = rank->process;
  uint64_t begin = p->header.sync[0].tick;
  uint64_t ns = p->header.sync[0].ns + (tick > begin ? process_ns(p, tick - begin) : 0);
  double offset = 0, error;
  return !rank->shares_clock && process_offset(p, ns, &offset, &error) ? (double)ns + offset : (double)ns;
}

uint64_t traced_run_time(const struct traced_run *s, uint64_t tick) {
  if (!s->job)
    return tick > s->begin ? tick - s->begin : 0;
  double ns = traced_run_common_ns(s, tick) - (double)s->zero;
  return ns > 0 ? (uint64_t)ns : 0;
}
