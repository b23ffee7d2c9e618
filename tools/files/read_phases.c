/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_phases.c - reads phases and what their visits had.
 * Not here: what is left of an experiment if one of them is looked at (phases.c). */
#include "files/parse.h"
#include "files/phases.h"
#include "pomp_possible.h"

#include <stdlib.h>
#include <string.h>

#define CLUSTERS_MAX 65536u
#define PLAIN 3u
#define MESSAGES 4u

bool phases_add_block(struct reader *r, const struct block_at *b) {
  const size_t head = b->type == POMP_BLOCK_PHASE        ? sizeof(struct pomp_phase_head)
                      : b->type != POMP_BLOCK_PHASE_ROWS ? sizeof(struct pomp_phase_cells)
                                                         : 0;
  if (b->first < sizeof(struct pomp_block) || b->size - sizeof(struct pomp_block) < head || b->first > b->size ||
      (b->type == POMP_BLOCK_PHASE_ROWS && b->count > b->size - b->first))
    return reader_fail(r, "damaged: a block holds more than it can");
  if (b->type == POMP_BLOCK_PHASE && !b->count)
    return true; /* it is being made */
  ROOM(r->phase_blocks, r->phase_blocks_room, r->phase_block_count + 1ull);
  r->phase_blocks[r->phase_block_count++] = (struct phase_block){b->at, *b, r->set_count};
  return true;
}

/* The numbers that the metrics of a block have in the experiment. */
static bool find_metrics(struct reader *r, const struct phase_block *b, uint32_t count, uint32_t *numbers) {
  if (count && (!b->sets || r->sets[b->sets - 1].count != count))
    return reader_fail(r, "damaged: a phase with values of no metrics");
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_metric from;
    const char *name;
    memcpy(&from, r->bytes + r->sets[b->sets - 1].at + i * sizeof from, sizeof from);
    if (!reader_string(r, from.name, &name))
      return false;
    numbers[i] = METRICS;
    for (uint32_t k = 0; k < r->e->metric_count; k++)
      if (strcmp(r->e->metrics[k].name, name) == 0)
        numbers[i] = k;
  }
  return true;
}

static struct phase_cluster read_cluster(const struct reader *r, uint64_t at) {
  struct pomp_phase_cluster c;
  memcpy(&c, r->bytes + at, sizeof c);
  return (struct phase_cluster){c.count, c.first, c.last, c.time, c.shortest, c.shortest_at, c.longest, c.longest_at};
}

static struct phase_visits read_visits(const struct reader *r, uint64_t at, uint64_t first) {
  struct pomp_phase_visit v;
  memcpy(&v, r->bytes + at, sizeof v);
  return (struct phase_visits){first,  v.begin, v.time,  v.longest, v.longest_at, v.wait,
                               v.busy, v.most,  v.count, v.members, v.cluster};
}

static bool is_possible_cluster(const struct phase_cluster *c, uint64_t most) {
  return c->count <= POMP_MAX_VISITS && c->time <= most && c->shortest <= c->longest && c->longest <= c->time &&
         c->first <= c->last;
}

static bool is_possible_visit(const struct phase *p, const struct phase_visits *v, uint64_t most) {
  return v->longest <= v->time && v->time <= most && v->cluster <= p->most && v->wait <= UINT64_MAX / 2048 &&
         v->busy <= UINT64_MAX / 2048 && v->most <= UINT64_MAX / 2048;
}

/* Returns how much time a process can have taken at most. When one was killed may not be known yet. */
static uint64_t most_time(const struct process *p) {
  const uint64_t begin = p->header.sync[0].tick;
  return p->end_tick > begin ? p->end_tick - begin + process_second(p) : UINT64_MAX / 2048;
}

static bool read_numbers(struct reader *r, const struct phase_block *b, const struct pomp_phase_head *h,
                         struct phase *p) {
  const uint64_t clusters = b->at + b->head.first + sizeof *h;
  const uint64_t visits = clusters + h->most * sizeof(struct pomp_phase_cluster);
  const uint64_t most = most_time(&r->e->processes[p->process]);
  bool good = true;
  for (uint32_t i = 0; i < h->most; i++) {
    p->clusters[i] = read_cluster(r, clusters + i * sizeof(struct pomp_phase_cluster));
    if (!is_possible_cluster(&p->clusters[i], most))
      good = false;
  }
  for (uint32_t i = 0; i < h->room && ((uint64_t)i << h->shift) < h->visits; i++) {
    const uint64_t at = visits + (uint64_t)i * h->visit_size;
    struct phase_visits *v = &p->visits[p->visit_count];
    *v = read_visits(r, at, ((uint64_t)i << h->shift) + 1);
    if (!is_possible_visit(p, v, most))
      good = false;
    memcpy(p->metrics + (size_t)p->visit_count++ * h->metrics, r->bytes + at + sizeof(struct pomp_phase_visit),
           h->metrics * sizeof(int64_t));
  }
  return good;
}

/* A file that was copied while its program ran, or whose process was killed while records were merged, may
 * contradict itself: then the phase is left out. */
static bool read_phase(struct reader *r, const struct phase_block *b) {
  struct experiment *e = r->e;
  struct pomp_phase_head h;
  memcpy(&h, r->bytes + b->at + b->head.first, sizeof h);
  if (b->head.size - b->head.first < sizeof h || !h.most || h.most > CLUSTERS_MAX || h.metrics > METRICS ||
      h.visit_size != sizeof(struct pomp_phase_visit) + h.metrics * sizeof(int64_t) || h.shift > 62 ||
      h.visits > POMP_MAX_VISITS || (b->head.size - b->head.first - sizeof h) / h.visit_size < h.room ||
      b->head.size - b->head.first - sizeof h - (uint64_t)h.room * h.visit_size <
          h.most * sizeof(struct pomp_phase_cluster))
    return reader_fail(r, "damaged: an impossible phase");
  const struct node *n = nodes_find(r, h.node);
  if (!n)
    return e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: a phase that is no call path");
  ROOM(e->phases, r->phases_room, e->phase_count + 1ull);
  struct phase *p = &e->phases[e->phase_count++];
  *p = (struct phase){.node = (uint32_t)(n - e->nodes),
                      .process = e->locations[n->location].process,
                      .factor = h.factor,
                      .flags = h.flags,
                      .shift = h.shift,
                      .begun = h.visits,
                      .most = h.most,
                      .metric_count = h.metrics};
  p->clusters = calloc(h.most, sizeof *p->clusters);
  p->visits = calloc(h.room + 1ull, sizeof *p->visits);
  p->metrics = calloc((size_t)(h.room + 1ull) * (h.metrics + 1ull), sizeof *p->metrics);
  if (!p->clusters || !p->visits || !p->metrics)
    return reader_fail(r, "not enough memory");
  if (read_numbers(r, b, &h, p))
    return find_metrics(r, b, h.metrics, p->metric);
  if (e->header.state == POMP_STATE_COMPLETE && !(h.flags & POMP_PHASE_CHANGING))
    return reader_fail(r, "damaged: a phase of impossible visits");
  p->visit_count = 0;
  memset(p->clusters, 0, h.most * sizeof *p->clusters);
  return find_metrics(r, b, h.metrics, p->metric);
}

/* Finds the phase with this call path; NULL: it was not there yet when the file was copied. */
static const struct phase *find_phase(struct reader *r, uint32_t node) {
  const struct node *n = nodes_find(r, node);
  for (uint32_t i = 0; n && i < r->e->phase_count; i++)
    if (r->e->phases[i].node == (uint32_t)(n - r->e->nodes))
      return &r->e->phases[i];
  return NULL;
}

/* No cluster has more than is left of what the call path has. */
static void bound_cells(const struct experiment *e, const struct phase *p, struct phase_cells *c, uint32_t i) {
  if (c->nodes[i] == NO_NODE)
    return;
  const struct node *n = &e->nodes[c->nodes[i]];
  uint64_t left[PLAIN] = {n->visits, n->inclusive, n->wait};
  for (uint32_t k = 0; k < p->most; k++) {
    uint64_t *cell = phase_cell(c, k, i);
    for (uint32_t j = 0; cell && j < PLAIN; j++) {
      cell[j] = cell[j] < left[j] ? cell[j] : left[j];
      left[j] -= cell[j];
    }
  }
}

/* True if so many bytes at that place of the file are in a block of rows. Blocks are in the order of the file. */
static bool is_in_rows(const struct reader *r, uint64_t at, uint64_t bytes) {
  uint32_t low = 0, high = r->phase_block_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (r->phase_blocks[middle].at <= at)
      low = middle + 1;
    else
      high = middle;
  }
  if (!low || at % 8)
    return false;
  const struct phase_block *b = &r->phase_blocks[low - 1];
  return b->head.type == POMP_BLOCK_PHASE_ROWS && at - b->at >= b->head.first &&
         at - b->at - b->head.first <= b->head.count && b->head.count - (at - b->at - b->head.first) >= bytes;
}

/* Adds the row that is at this place of the file. */
static bool add_row(struct reader *r, struct phase_cells *c, uint64_t at, uint32_t *row) {
  const size_t size = (size_t)c->count * c->values;
  uint64_t *more = realloc(c->at, ((c->row_count + 1ull) * size + 1) * sizeof *more);
  if (!more)
    return reader_fail(r, "not enough memory");
  c->at = more;
  memcpy(c->at + c->row_count * size, r->bytes + at, size * sizeof *c->at);
  *row = ++c->row_count;
  return true;
}

/* Reads the row of a cluster, whose place is at `from` of the file; or which is the next one in a table. */
static bool read_row(struct reader *r, struct phase_cells *c, uint64_t from, uint64_t bytes, uint32_t *row) {
  uint64_t at;
  memcpy(&at, r->bytes + from, sizeof at);
  *row = 0;
  if (!at)
    return true;
  if (!is_in_rows(r, at, bytes)) /* it may have come after the file was copied */
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: cells of a phase that are not there");
  return add_row(r, c, at, row);
}

static bool read_nodes(struct reader *r, struct phase_cells *c, const unsigned char *from) {
  for (uint32_t i = 0; i < c->count; i++) {
    uint32_t number;
    memcpy(&number, from + i * sizeof number, sizeof number);
    const struct node *n = nodes_find(r, number);
    if (!n && r->e->header.state == POMP_STATE_COMPLETE)
      return reader_fail(r, "damaged: a visit's call path that isn't there");
    c->nodes[i] = n ? (uint32_t)(n - r->e->nodes) : NO_NODE;
  }
  return true;
}

static bool read_cells(struct reader *r, const struct phase_block *b) {
  struct experiment *e = r->e;
  struct pomp_phase_cells h;
  memcpy(&h, r->bytes + b->at + sizeof(struct pomp_block), sizeof h);
  const bool has_messages = h.flags & POMP_PHASE_MESSAGES;
  const bool is_table = b->head.type == POMP_BLOCK_PHASE_TABLE;
  const uint64_t bytes = b->head.size - b->head.first, numbers = (h.room * 4ull + 7) / 8 * 8;
  const uint64_t row = (uint64_t)h.room * h.values * 8;
  if (b->head.first < sizeof(struct pomp_block) + sizeof h || !h.room || b->head.count > h.room ||
      h.metrics > METRICS || h.values != PLAIN + h.metrics + (has_messages ? MESSAGES : 0) ||
      h.clusters > CLUSTERS_MAX || numbers > bytes || (bytes - numbers) / (is_table ? row : sizeof row) < h.clusters)
    return reader_fail(r, "damaged: a phase whose visits had more than there is room for");
  const struct phase *p = find_phase(r, h.phase);
  if (!p)
    return e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: visits of no phase");
  if (p->most != h.clusters || p->metric_count != h.metrics)
    return reader_fail(r, "damaged: a phase that contradicts itself");
  ROOM(e->phase_cells, r->phase_cells_room, e->phase_cells_count + 1ull);
  struct phase_cells *c = &e->phase_cells[e->phase_cells_count++];
  *c = (struct phase_cells){.phase = (uint32_t)(p - e->phases),
                            .count = b->head.count,
                            .values = h.values,
                            .metric_count = h.metrics,
                            .has_messages = has_messages};
  c->nodes = calloc(c->count + 1ull, sizeof *c->nodes);
  c->row = calloc(h.clusters, sizeof *c->row);
  if (!c->nodes || !c->row)
    return reader_fail(r, "not enough memory");
  const uint64_t from = b->at + b->head.first;
  if (!read_nodes(r, c, r->bytes + from))
    return false;
  for (uint32_t k = 0; k < h.clusters; k++)
    if (!(is_table ? add_row(r, c, from + numbers + k * row, &c->row[k])
                   : read_row(r, c, from + numbers + k * sizeof row, row, &c->row[k])))
      return false;
  for (uint32_t i = 0; i < c->count; i++)
    bound_cells(e, p, c, i);
  return true;
}

bool phases_read(struct reader *r) {
  for (uint32_t i = 0; i < r->phase_block_count; i++)
    if (r->phase_blocks[i].head.type == POMP_BLOCK_PHASE && !read_phase(r, &r->phase_blocks[i]))
      return false;
  for (uint32_t i = 0; i < r->phase_block_count; i++) {
    const uint32_t type = r->phase_blocks[i].head.type;
    if (type != POMP_BLOCK_PHASE && type != POMP_BLOCK_PHASE_ROWS && !read_cells(r, &r->phase_blocks[i]))
      return false;
  }
  return true;
}
