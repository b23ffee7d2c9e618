/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_values.c - the figures of regions, call paths and threads, as columns of views have them.
 * Not here: the figures themselves (tools/sums). */
#include "show/row_values.h"
#include "files/call_sites.h"
#include "sums/same_rows.h"
#include "sums/sampled.h"
#include "sums/samples.h"

#include <string.h>

/* --- regions, over all threads --- */

VALUE(value_visit) {
  double mean;
  if (!region_mean_visit(row->region, &mean))
    return NOTHING;
  return (struct value){VALUE_TIME, (int64_t)mean, mean};
}
static struct value mean_time(double ns) { return (struct value){VALUE_TIME, (int64_t)ns, ns}; }
VALUE(value_imbalance) {
  const struct balance *b = &row->region->balance;
  return b->known ? value_number(100 * balance_imbalance(b)) : NOTHING;
}
/* Returns what samples tell of a construct. */
static struct value sampled_value(const struct row *row) {
  struct sampled_balance b;
  uint32_t region =
      row->joined && row->joined->regions != 1 ? NO_REGION : analysis_region(row->analysis, row->region->key);
  if (region == NO_REGION || !sampled_balance(row->analysis, region, &b) || !b.known)
    return NOTHING;
  return value_number(100 * sampled_imbalance(&b));
}
VALUE(value_cpu_imbalance) {
  const struct team_cpu *c = &row->region->cpu;
  if (row->region->balance.known)
    return sampled_value(row);
  return c->teams && !c->waited ? value_number(100 * team_cpu_imbalance(c)) : NOTHING;
}

static struct value some_time(uint64_t ns) { return ns ? value_time(ns) : NOTHING; }
static struct value some(uint64_t n) { return n ? value_count(n) : NOTHING; }

VALUE(value_held) {
  enum pomp_role role = pomp_role_block(row->region->role);
  const struct region *block = role ? analysis_part(row->analysis, row->region, role) : NULL;
  return some_time(block ? block->totals.inclusive : row->totals->held);
}

static struct value quantile(const struct row *row, double part) {
  double ns;
  return region_quantile(row->analysis, row->region, part, &ns) ? mean_time(ns) : NOTHING;
}

VALUE(value_line) {
  int line = call_line(row->region->construct);
  return line > 0 ? value_count((uint64_t)line) : NOTHING;
}
CELL(cell_file) { snprintf(text, size, "%s", call_file(row->region->construct)); }

/* --- loops --- */

VALUE(value_iterations) {
  const struct loop_shape shape = region_loop(row->region);
  return shape.known ? value_number(shape.iterations) : NOTHING;
}
VALUE(value_chunks) {
  const struct loop_shape shape = region_loop(row->region);
  return shape.dealt ? value_number(shape.chunks) : NOTHING;
}

/* --- call paths --- */

static const struct sample_function *function_of_step(const struct row *row) {
  const struct samples *s = row->analysis->samples;
  return &s->functions[s->below[row->step].function];
}

/* Functions that samples have found below a construct have a mark, as nothing was measured of them. */
CELL(cell_path) {
  int indent = row->depth < 100 ? (int)row->depth * 2 : 200;
  if (row->depth == 0) {
    snprintf(text, size, "(threads)");
    return;
  }
  snprintf(text, size, "%*s", indent, "");
  if ((size_t)indent < size && row->step)
    snprintf(text + indent, size - (size_t)indent, "~ %s", function_of_step(row)->name);
  else if ((size_t)indent < size)
    cell_region(text + indent, size - (size_t)indent, row, column);
}

CELL(cell_path_plain) {
  const struct path *paths = row->analysis->paths;
  uint32_t chain[64], count = 0;
  for (uint32_t p = row->path; p && p != NO_PATH && count < COUNT(chain); p = paths[p].parent)
    chain[count++] = p;
  *text = 0;
  for (size_t at = 0; count-- > 0 && at < size;) {
    int n = snprintf(text + at, size - at, "%s%s", row->analysis->regions[paths[chain[count]].region].name,
                     count ? " > " : "");
    at += n > 0 ? (size_t)n : 0;
  }
  count = 0;
  for (uint32_t s = row->step; s && row->analysis->samples->below[s].function != NO_PLACE && count < COUNT(chain);
       s = row->analysis->samples->below[s].parent)
    chain[count++] = s;
  for (size_t at = strlen(text); count-- > 0 && at < size;) {
    const struct samples *s = row->analysis->samples;
    int n = snprintf(text + at, size - at, " > ~ %s", s->functions[s->below[chain[count]].function].name);
    at += n > 0 ? (size_t)n : 0;
  }
}

/* --- threads and places in teams --- */

static const struct location *location_of(const struct row *row) {
  return &row->analysis->experiment->locations[row->location];
}
static const struct location_totals *sums_of(const struct row *row) { return &row->analysis->locations[row->location]; }

static struct value unless(uint64_t n, uint64_t nothing) { return n == nothing ? NOTHING : value_count(n); }

CELL(cell_kind) { snprintf(text, size, "%s", analysis_location_kind(row->analysis, row->location)); }
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
VALUE(value_switches) {
  const struct thread_kernel *k = &sums_of(row)->kernel;
  return k->switches_known ? value_count(k->switches) : NOTHING;
}
VALUE(value_team_cpu) {
  const struct team_cpu *c = &sums_of(row)->cpu;
  double part = percent((double)c->on_cpu, (double)c->span);
  return c->visits ? value_number(part < 100 ? part : 100) : NOTHING;
}

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

/* --- what a line in the table of columns tells --- */

#define FIGURE(key, head, unit, name, value, of, words)                                                                \
  VALUE(value_##name) { return value; }
#define NUMBER(...)
#define PRINTED(...)
#define TEXT(...)
#define PLAIN(...)
#define LATE(...)
#define FACTOR(...)
#define SCALED(...)
#include "show/report_columns.def"
