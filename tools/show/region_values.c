/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region_values.c - the figures of regions and call paths, as columns of views have them.
 * Not here: the figures themselves (tools/sums), those of threads (location_values.c). */
#include "files/call_sites.h"
#include "show/row_values.h"
#include "sums/same_rows.h"
#include "sums/sampled.h"
#include "sums/samples.h"

#include <string.h>

VALUE(value_self_percent) {
  return value_number(percent((double)row->totals->exclusive, (double)row->analysis->all.allocation));
}
VALUE(value_self) { return value_time(row->totals->exclusive); }
VALUE(value_inclusive) { return value_time(row->totals->inclusive); }
VALUE(value_wait) { return value_time(row->totals->wait); }
VALUE(value_visits) { return row->joined && !row->joined->has_visits ? NOTHING : value_count(row->totals->visits); }

/* --- regions, over all threads --- */

VALUE(value_visit) {
  double mean;
  if (!region_mean_visit(row->region, &mean))
    return NOTHING;
  return (struct value){VALUE_TIME, (int64_t)mean, mean};
}
static struct value mean_time(double ns) { return (struct value){VALUE_TIME, (int64_t)ns, ns}; }
VALUE(value_threads) { return value_count(row->region->shares); }
VALUE(value_self_min) { return value_time(row->region->exclusive.min); }
VALUE(value_self_mean) { return mean_time(row->region->exclusive.mean); }
VALUE(value_self_max) { return value_time(row->region->exclusive.max); }
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

VALUE(value_contended) { return some(row->totals->contended); }
VALUE(value_held) {
  enum pomp_role role = pomp_role_block(row->region->role);
  const struct region *block = role ? analysis_part(row->analysis, row->region, role) : NULL;
  return some_time(block ? block->totals.inclusive : row->totals->held);
}
VALUE(value_delay) { return some_time(row->totals->delay); }
VALUE(value_tasks) { return some_time(row->totals->tasks); }
VALUE(value_caused) { return some_time(row->region->caused_wait); }
VALUE(value_min) { return row->totals->min == UINT64_MAX ? NOTHING : value_time(row->totals->min); }
VALUE(value_max) { return row->totals->min == UINT64_MAX ? NOTHING : value_time(row->totals->max); }

static struct value quantile(const struct row *row, double part) {
  double ns;
  return region_quantile(row->analysis, row->region, part, &ns) ? mean_time(ns) : NOTHING;
}
VALUE(value_median) { return quantile(row, 0.5); }
VALUE(value_p95) { return quantile(row, 0.95); }
VALUE(value_measuring) { return row->region->key ? mean_time(row->region->measuring) : NOTHING; }

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

/* --- joined regions --- */

VALUE(value_barrier) { return row->joined && row->joined->has_barrier ? value_time(row->joined->barrier) : NOTHING; }
VALUE(value_regions) { return row->joined ? value_count(row->joined->regions) : NOTHING; }

/* --- messages --- */

VALUE(value_sent) { return some(row->totals->messages.sent); }
VALUE(value_sent_bytes) { return some(row->totals->messages.sent_bytes); }
VALUE(value_received) { return some(row->totals->messages.received); }
VALUE(value_received_bytes) { return some(row->totals->messages.received_bytes); }

/* --- call paths --- */

VALUE(value_below_percent) {
  return value_number(percent((double)row->subtree, (double)row->analysis->paths[0].subtree));
}
VALUE(value_below) { return value_time(row->subtree); }
VALUE(value_depth) { return value_count(row->depth); }

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
