/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_metrics.c - reads the metrics of an experiment: their names, and their values by node.
 * Not here: sums (metrics.c). */
#include "files/parse.h"

#include <stdlib.h>
#include <string.h>

static bool add_metrics(struct reader *r, const struct block_at *b) {
  if (b->first < sizeof(struct pomp_block) || b->first > b->size ||
      b->count > (b->size - b->first) / sizeof(struct pomp_metric))
    return reader_fail(r, "damaged: a block holds more than it can");
  if (b->count == 0 || b->count > METRICS)
    return reader_fail(r, "damaged: impossible metrics");
  ROOM(r->sets, r->sets_room, r->set_count + 1ull);
  r->sets[r->set_count++] = (struct metrics_at){b->at + b->first, b->count};
  return true;
}

static bool add_values(struct reader *r, const struct block_at *b) {
  struct pomp_values v;
  uint32_t count = r->set_count ? r->sets[r->set_count - 1].count : 0;
  uint64_t row = count * sizeof(struct pomp_value), last = count * sizeof(int64_t);
  if (b->first < sizeof(struct pomp_block) + sizeof v || b->first > b->size || b->first % sizeof(int64_t) || !row ||
      b->count > (b->size - b->first) / row)
    return reader_fail(r, "damaged: a block holds more than it can");
  memcpy(&v, r->bytes + b->at + sizeof(struct pomp_block), sizeof v);
  if (v.metrics != count || b->location >= r->e->location_count)
    return reader_fail(r, "damaged: values of nothing");
  if (v.last && (v.last < sizeof(struct pomp_block) + sizeof v || v.last > b->size - last))
    return reader_fail(r, "damaged: a location without last values");
  ROOM(r->values, r->values_room, r->value_count + 1ull);
  r->values[r->value_count++] = (struct values_at){
      b->at + b->first, v.last ? b->at + v.last : 0, v.node, b->count, b->location, r->set_count - 1};
  return true;
}

bool metrics_add_block(struct reader *r, const struct block_at *b) {
  return b->type == POMP_BLOCK_METRICS ? add_metrics(r, b) : add_values(r, b);
}

static int64_t number_at(const struct reader *r, uint64_t at) {
  int64_t n;
  memcpy(&n, r->bytes + at, sizeof n);
  return n;
}

/* Returns what a node has of a metric. An open visit counts up to the location's last event. */
static int64_t value_of(const struct reader *r, uint64_t at, bool open, const int64_t *last) {
  struct pomp_value v;
  memcpy(&v, r->bytes + at, sizeof v);
  if (!open || !last || v.start == POMP_NO_START)
    return v.inclusive;
  return (int64_t)((uint64_t)v.inclusive + (uint64_t)*last - (uint64_t)v.start);
}

/* Reads a block of values. `lasts` goes by location; `numbers` are those of the set's metrics in the whole. */
static bool read_block(struct reader *r, const struct values_at *v, const uint64_t *lasts, const uint32_t *numbers) {
  struct experiment *e = r->e;
  uint32_t count = r->sets[v->set].count;
  for (uint32_t i = 0; i < v->count; i++) {
    const struct run *run = reader_run(r, v->node + i);
    uint64_t at = run ? v->node + i - run->number : 0;
    if (!run || run->location != v->location)
      return reader_fail(r, "damaged: values of no call path");
    if (at >= run->count)
      continue; /* there is room for it only */
    uint32_t node = run->index + (uint32_t)at;
    for (uint32_t k = 0; k < count; k++) {
      int64_t last = lasts[v->location] ? number_at(r, lasts[v->location] + k * sizeof last) : 0;
      uint64_t record = v->at + (i * (uint64_t)count + k) * sizeof(struct pomp_value);
      if (numbers[k] < METRICS)
        e->values[(size_t)node * e->metric_count + numbers[k]] =
            value_of(r, record, e->nodes[node].start != 0, lasts[v->location] ? &last : NULL);
    }
  }
  return true;
}

static uint32_t number_of(const struct experiment *e, const char *name) {
  uint32_t i = 0;
  while (i < e->metric_count && strcmp(e->metrics[i].name, name) != 0)
    i++;
  return i;
}

uint32_t experiment_metric(struct experiment *e, const struct metric *m) {
  const uint32_t i = number_of(e, m->name);
  if (i == METRICS)
    return METRICS;
  if (i == e->metric_count)
    e->metrics[e->metric_count++] = *m;
  e->metrics[i].flags |= m->flags;
  return i;
}

/* Finds the numbers that the metrics of a process have in the whole. */
static bool find_sets(struct reader *r, uint32_t *numbers) {
  const struct experiment *e = r->e;
  for (uint32_t s = 0; s < r->set_count; s++)
    for (uint32_t i = 0; i < r->sets[s].count; i++) {
      struct pomp_metric from;
      const char *name;
      memcpy(&from, r->bytes + r->sets[s].at + i * sizeof from, sizeof from);
      if (!reader_string(r, from.name, &name))
        return false;
      const uint32_t number = number_of(e, name);
      if (number == e->metric_count && number < METRICS)
        return reader_fail(r, "damaged: it changes while it is read");
      numbers[s * METRICS + i] = number < e->metric_count ? number : METRICS;
    }
  return true;
}

/* Reads the metrics of all sets, which are distinguished by their names; `numbers` has METRICS elements for each set. A
 * metric that not all processes have is incomplete. */
static bool read_sets(struct reader *r, uint32_t *numbers) {
  uint32_t have[METRICS] = {0};
  for (uint32_t s = 0; s < r->set_count; s++)
    for (uint32_t i = 0; i < r->sets[s].count; i++) {
      struct pomp_metric from;
      struct metric m;
      memcpy(&from, r->bytes + r->sets[s].at + i * sizeof from, sizeof from);
      m.flags = from.flags;
      if (!reader_string(r, from.name, &m.name) || !reader_string(r, from.unit, &m.unit) ||
          !reader_string(r, from.text, &m.text) || !reader_string(r, from.source, &m.source))
        return false;
      uint32_t number = experiment_metric(r->e, &m);
      numbers[s * METRICS + i] = number;
      if (number < METRICS)
        have[number]++;
    }
  for (uint32_t i = 0; i < r->e->metric_count; i++)
    if (have[i] < r->e->process_count)
      r->e->metrics[i].flags |= POMP_METRIC_INCOMPLETE;
  return true;
}

static bool read_values(struct reader *r, uint64_t *lasts, uint32_t *numbers) {
  struct experiment *e = r->e;
  if (!(r->frame ? find_sets : read_sets)(r, numbers))
    return false;
  e->values = calloc((size_t)e->node_count * e->metric_count + 1, sizeof *e->values);
  if (!e->values)
    return reader_fail(r, "not enough memory");
  for (uint32_t i = 0; i < r->value_count; i++)
    if (r->values[i].last)
      lasts[r->values[i].location] = r->values[i].last;
  for (uint32_t i = 0; i < r->value_count; i++)
    if (!read_block(r, &r->values[i], lasts, numbers + (size_t)r->values[i].set * METRICS))
      return false;
  return true;
}

bool metrics_read_sets(struct reader *r) {
  if (!r->set_count)
    return true;
  uint32_t *numbers = calloc(r->set_count, METRICS * sizeof *numbers);
  r->e->metrics = calloc(METRICS, sizeof *r->e->metrics);
  const bool good = numbers && r->e->metrics ? read_sets(r, numbers) : reader_fail(r, "not enough memory");
  free(numbers);
  return good;
}

bool metrics_read(struct reader *r) {
  struct experiment *e = r->e;
  if (r->frame ? !e->metric_count : !r->set_count)
    return true;
  uint64_t *lasts = calloc(e->location_count + 1ull, sizeof *lasts);
  uint32_t *numbers = calloc(r->set_count + 1ull, METRICS * sizeof *numbers);
  if (!r->frame)
    e->metrics = calloc(METRICS, sizeof *e->metrics);
  bool good = lasts && numbers && e->metrics ? read_values(r, lasts, numbers) : reader_fail(r, "not enough memory");
  free(lasts);
  free(numbers);
  return good;
}
