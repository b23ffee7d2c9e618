/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* location_values.c - what a thread or a place in a team has in all, as columns of views have it.
 * Not here: the figures themselves (tools/sums/locations.c), those of regions (region_values.c). */
#include "show/row_values.h"

#include <string.h>

static const struct location *location_of(const struct row *row) {
  return &row->analysis->experiment->locations[row->location];
}
static const struct location_totals *sums_of(const struct row *row) { return &row->analysis->locations[row->location]; }

static struct value unless(uint64_t n, uint64_t nothing) { return n == nothing ? NOTHING : value_count(n); }

CELL(cell_kind) { snprintf(text, size, "%s", analysis_location_kind(row->analysis, row->location)); }
VALUE(value_level) { return unless(location_of(row)->level, POMP_NOT_KNOWN); }
VALUE(value_team_size) { return unless(location_of(row)->team_size, POMP_NOT_KNOWN); }
VALUE(value_os_thread) { return value_count(location_of(row)->os_thread); }
VALUE(value_cpu) { return unless(location_of(row)->cpu, POMP_NOT_KNOWN); }
VALUE(value_served) { return value_count(location_of(row)->served); }
VALUE(value_busy_percent) {
  return value_number(percent((double)sums_of(row)->in_regions, (double)row->analysis->all.allocation));
}
VALUE(value_in_regions) { return value_time(sums_of(row)->in_regions); }
VALUE(value_outside) { return value_time(sums_of(row)->outside); }
VALUE(value_idle) { return value_time(sums_of(row)->idle); }
VALUE(value_on_cpu) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  return s->known ? value_number(100 * scheduled_part(s, s->on_cpu)) : NOTHING;
}
VALUE(value_ready) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  return s->known && s->ready_known ? value_time(s->ready) : NOTHING;
}
VALUE(value_asleep) {
  const struct scheduled *s = &sums_of(row)->scheduled;
  return s->known && s->ready_known ? value_time(scheduled_asleep(s)) : NOTHING;
}
VALUE(value_in_kernel) {
  const struct thread_kernel *k = &sums_of(row)->kernel;
  return k->known ? value_number(100 * thread_kernel_part(k)) : NOTHING;
}
VALUE(value_faults) { return sums_of(row)->kernel.known ? value_count(sums_of(row)->kernel.faults) : NOTHING; }
VALUE(value_switches) {
  const struct thread_kernel *k = &sums_of(row)->kernel;
  return k->switches_known ? value_count(k->switches) : NOTHING;
}
VALUE(value_team_cpu) {
  const struct team_cpu *c = &sums_of(row)->cpu;
  double part = percent((double)c->on_cpu, (double)c->span);
  return c->visits ? value_number(part < 100 ? part : 100) : NOTHING;
}
VALUE(value_location_wait) { return value_time(sums_of(row)->wait); }
VALUE(value_location_visits) { return value_count(sums_of(row)->visits); }
VALUE(value_repaired) { return unless(location_of(row)->repaired, 0); }
VALUE(value_ignored) { return unless(location_of(row)->ignored, 0); }
VALUE(value_open) { return unless(sums_of(row)->open, 0); }

/* Prints where most of the member's time was forked, and from how many other lines. */
CELL(cell_forked) {
  const struct location_totals *l = sums_of(row);
  *text = 0;
  if (!l->forks)
    return;
  print_where(text, size, &row->analysis->regions[row->analysis->forks[l->first_fork].region]);
  size_t length = strlen(text);
  if (l->forks > 1)
    snprintf(text + length, size - length, " and %u more", l->forks - 1);
}
