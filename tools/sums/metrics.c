/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* metrics.c - sums of metrics, and the figures that follow from them.
 * Not here: reading them (read_metrics.c), what is added to what (regions.c, paths.c), output (metric_columns.c,
 * report_json.c). */
#include "sums/analysis_steps.h"

#include <stdlib.h>
#include <string.h>

bool metrics_room(struct analysis *a, enum metric_kind kind, size_t rows) {
  const size_t width = a->experiment->metric_count, size = width * sizeof *a->sums[kind];
  if (width)
    a->sums[kind] = kind == OF_LOCATIONS ? experiment_by_location(a->experiment, size) : calloc(rows + 1, size);
  return !width || a->sums[kind];
}

/* --- sums --- */

static struct metric_sum *metrics_of(const struct analysis *a, uint32_t node) {
  return a->sums[OF_NODES] + (size_t)node * a->experiment->metric_count;
}

/* Leaves out of the roots what tasks have counted, as is done with times: it is no part of what was outside of
 * regions. */
static bool leave_tasks_out(struct analysis *a) {
  const struct experiment *e = a->experiment;
  uint32_t *first = malloc(e->location_count * sizeof *first);
  if (!first)
    return false;
  locations_first(e, first);
  for (uint32_t i = 0; i < e->node_count; i++) {
    if (POMP_KEY_ROLE(e->nodes[i].key) != POMP_ROLE_TASK)
      continue;
    struct metric_sum *root = metrics_of(a, first[e->nodes[i].location]); /* roots come first, by location */
    for (uint32_t k = 0; k < e->metric_count; k++)
      root[k].inclusive = difference_of(root[k].inclusive, metrics_of(a, i)[k].inclusive);
  }
  free(first);
  return true;
}

/* True if the node may lack what its parts have already: its visit was not over, or the end of the visit was being
 * written. */
static bool may_lack(const struct experiment *e, const struct node *n) {
  return n->start || e->processes[e->locations[n->location].process].header.state != POMP_STATE_COMPLETE;
}

bool metrics_of_nodes(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (!e->metric_count)
    return true;
  if (!metrics_room(a, OF_NODES, e->node_count))
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    for (uint32_t k = 0; k < e->metric_count && (n->parent != NO_NODE || root_has_time(e, n)); k++)
      metrics_of(a, i)[k].inclusive = e->values[(size_t)e->origins[i].row * e->metric_count + k];
  }
  if (!leave_tasks_out(a))
    return false;
  for (uint32_t i = e->node_count; i-- > 0;) {
    const struct node *n = &e->nodes[i];
    for (uint32_t k = 0; k < e->metric_count; k++) {
      struct metric_sum *m = &metrics_of(a, i)[k];
      int64_t children = m->exclusive; /* until now */
      if (m->inclusive < children && (may_lack(e, n) || n->parent == NO_NODE))
        m->inclusive = children;
      m->exclusive = difference_of(m->inclusive, children);
      if (experiment_is_part(e, i)) {
        struct metric_sum *above = &metrics_of(a, n->parent)[k];
        above->exclusive = sum_of(above->exclusive, m->inclusive);
      }
    }
  }
  return true;
}

bool metrics_of_locations(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (!e->metric_count)
    return true;
  if (!metrics_room(a, OF_LOCATIONS, e->location_count))
    return false;
  for (uint32_t i = 0; i < e->location_count; i++)
    a->locations[i].metrics = a->sums[OF_LOCATIONS] + (size_t)i * e->metric_count;
  for (uint32_t i = 0; i < e->node_count; i++)
    for (uint32_t k = 0; k < e->metric_count; k++) {
      const struct node *n = &e->nodes[i];
      struct metric_sum *m = &a->locations[n->location].metrics[k];
      int64_t value = metrics_of(a, i)[k].exclusive;
      m->inclusive = sum_of(m->inclusive, value);
      if (n->parent != NO_NODE)
        m->exclusive = sum_of(m->exclusive, value);
    }
  return true;
}

/* --- figures that follow --- */

/* Each row is a figure: the sum of its parts by the sum of its wholes, or, without wholes, by the time.
 * docs/report.md has this table, too. */
static const struct row {
  const char *name, *part[2], *whole[2];
  double factor;
} rows[] = {
    {"IPC", {"PAPI_TOT_INS"}, {"PAPI_TOT_CYC"}, 1},
    {"IPC", {"perf:instructions"}, {"perf:cycles"}, 1},
    {"GHz", {"PAPI_TOT_CYC"}, {NULL}, 1},
    {"GHz", {"perf:cycles"}, {NULL}, 1},
    {"stalled%", {"PAPI_RES_STL"}, {"PAPI_TOT_CYC"}, 100},
    {"stalled%", {"perf:stalled-cycles-backend"}, {"perf:cycles"}, 100},
    {"L1 miss%", {"PAPI_L1_DCM"}, {"PAPI_L1_DCA"}, 100},
    {"L1 miss%", {"PAPI_L1_DCM"}, {"PAPI_LST_INS"}, 100},
    {"L1 miss%", {"PAPI_L1_DCM"}, {"PAPI_LD_INS", "PAPI_SR_INS"}, 100},
    {"L1 miss%", {"perf:L1-dcache-load-misses"}, {"perf:L1-dcache-loads"}, 100},
    {"L2 miss%", {"PAPI_L2_TCM"}, {"PAPI_L2_TCA"}, 100},
    {"L2 miss%", {"PAPI_L2_DCM"}, {"PAPI_L2_DCA"}, 100},
    {"L3 miss%", {"PAPI_L3_TCM"}, {"PAPI_L3_TCA"}, 100},
    {"LLC miss%", {"perf:cache-misses"}, {"perf:cache-references"}, 100},
    {"LLC miss%", {"perf:LLC-load-misses"}, {"perf:LLC-loads"}, 100},
    {"TLB miss%", {"perf:dTLB-load-misses"}, {"perf:dTLB-loads"}, 100},
    {"branch miss%", {"PAPI_BR_MSP"}, {"PAPI_BR_CN"}, 100},
    {"branch miss%", {"PAPI_BR_MSP"}, {"PAPI_BR_INS"}, 100},
    {"branch miss%", {"perf:branch-misses"}, {"perf:branches"}, 100},
    {"Gflop/s", {"PAPI_DP_OPS", "PAPI_SP_OPS"}, {NULL}, 1},
    {"Gflop/s", {"PAPI_DP_OPS"}, {NULL}, 1},
    {"Gflop/s", {"PAPI_FP_OPS"}, {NULL}, 1},
    {"bytes/flop", {"PAPI_L3_TCM"}, {"PAPI_DP_OPS", "PAPI_SP_OPS"}, 64},
    {"bytes/flop", {"PAPI_L3_TCM"}, {"PAPI_DP_OPS"}, 64},
    {"bytes/flop", {"PAPI_L3_TCM"}, {"PAPI_FP_OPS"}, 64},
    {"CPU%", {"perf:task-clock"}, {NULL}, 100},
    {"CPU%", {"rusage:utime", "rusage:stime"}, {NULL}, 100},
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const same_names[][2] = {{"perf:cpu-cycles", "perf:cycles"},
                                            {"perf:branch-instructions", "perf:branches"},
                                            {"perf:idle-cycles-backend", "perf:stalled-cycles-backend"}};

static uint32_t find(const struct experiment *e, const char *name) {
  for (uint32_t i = 0; i < e->metric_count; i++) {
    const char *is = e->metrics[i].name;
    for (size_t k = 0; k < sizeof same_names / sizeof *same_names; k++)
      if (strcmp(is, same_names[k][0]) == 0)
        is = same_names[k][1];
    if (strcmp(is, name) == 0)
      return i;
  }
  return NO_METRIC;
}

static bool find_both(const struct experiment *e, const char *const names[2], uint32_t numbers[2]) {
  for (int i = 0; i < 2; i++) {
    numbers[i] = names[i] ? find(e, names[i]) : NO_METRIC;
    if (names[i] && numbers[i] == NO_METRIC)
      return false;
  }
  return true;
}

bool derived_at(const struct experiment *e, uint32_t i, struct derived *d) {
  for (uint32_t r = 0, last = ROWS; r < ROWS; r++) {
    if (last < r && strcmp(rows[last].name, rows[r].name) == 0)
      continue; /* it was found another way */
    *d = (struct derived){.name = rows[r].name, .factor = rows[r].factor};
    if (!find_both(e, rows[r].part, d->part) || !find_both(e, rows[r].whole, d->whole))
      continue;
    last = r;
    if (i-- == 0)
      return true;
  }
  return false;
}

static double value_of(const struct totals *t, const uint32_t numbers[2], bool inclusive) {
  double sum = 0;
  for (int i = 0; i < 2; i++)
    if (numbers[i] != NO_METRIC)
      sum += (double)(inclusive ? t->metrics[numbers[i]].inclusive : t->metrics[numbers[i]].exclusive);
  return sum;
}

bool derived_value(const struct derived *d, const struct totals *t, bool inclusive, double *value) {
  bool timed = d->whole[0] == NO_METRIC;
  double whole = timed ? (double)(inclusive ? t->inclusive : t->exclusive) : value_of(t, d->whole, inclusive);
  if (whole <= 0)
    return false;
  *value = d->factor * value_of(t, d->part, inclusive) / whole;
  return true;
}
