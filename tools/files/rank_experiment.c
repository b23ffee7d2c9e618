/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_experiment.c - copies what belongs to one process out of the experiment of all: slices of the call paths,
 * locations, samples, phases.
 * Not here: several experiments as one (processes.c). */
#include "files/rank_experiment.h"
#include "base/huge_pages.h"
#include "files/node_sort.h"
#include "files/phases.h"
#include "files/processes.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* The call paths of a process are in slices of those of the whole: its roots, and the rest; or, level by level, one
 * slice of each level. */
struct slice {
  uint32_t from, to;
  uint32_t at; /* so many call paths are in slices before */
};

struct making {
  struct experiment *rank;
  const struct experiment *whole;
  const struct process *process;
  uint32_t number; /* of the process */
  struct slice *slices;
  uint32_t slice_count, slices_room;
  uint32_t *place;  /* by call path, in the order of the slices: where the file has it; NULL: in the same order */
  uint32_t *stacks; /* by stack of the whole: its number in the rank */
  uint32_t *phases; /* by phase of the whole: likewise */
};

/* --- which call paths there are --- */

static bool add_slice(struct making *m, uint32_t from, uint32_t to) {
  if (!POMP_ARRAY_ROOM(m->slices, m->slices_room, m->slice_count + 1ull))
    return false;
  m->slices[m->slice_count++] = (struct slice){from, to, m->rank->node_count};
  m->rank->node_count += to - from;
  return true;
}

static uint32_t location_of(const struct node *n) { return n->location; }
static uint32_t parent_of(const struct node *n) { return n->parent; }

/* Returns the first call path behind the roots of which a number is as large; these numbers ascend. */
static uint32_t first_with(const struct experiment *e, uint32_t (*of)(const struct node *n), uint32_t least) {
  uint32_t low = e->location_count, high = e->node_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (of(&e->nodes[middle]) < least)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Level by level, call paths follow each other as their parents do. */
static bool find_slices(struct making *m) {
  const struct experiment *e = m->whole;
  uint32_t from = m->process->first_location, to = from + m->process->location_count;
  if (!add_slice(m, from, to))
    return false;
  if (e->by_location)
    return add_slice(m, first_with(e, location_of, from), first_with(e, location_of, to));
  for (;;) {
    from = first_with(e, parent_of, from);
    to = first_with(e, parent_of, to);
    if (from == to)
      return true;
    if (!add_slice(m, from, to))
      return false;
  }
}

/* --- where they go --- */

struct place {
  bool root;
  uint32_t location, number, at;
};

static int by_place(const void *x, const void *y) {
  const struct place *a = x, *b = y;
  if (a->root != b->root)
    return a->root ? -1 : 1;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  return a->number < b->number ? -1 : a->number > b->number;
}

/* Level by level, they are not where the file has them, which their numbers there tell. */
static bool find_places(struct making *m) {
  const struct experiment *e = m->whole;
  const uint32_t count = m->rank->node_count;
  if (e->by_location)
    return true;
  struct place *places = malloc((count + 1ull) * sizeof *places);
  m->place = malloc((count + 1ull) * sizeof *m->place);
  const bool good = places && m->place;
  for (uint32_t k = 0; good && k < m->slice_count; k++)
    for (uint32_t i = m->slices[k].from; i < m->slices[k].to; i++) {
      const uint32_t at = m->slices[k].at + i - m->slices[k].from;
      places[at] = (struct place){e->nodes[i].parent == NO_NODE, e->nodes[i].location, e->origins[i].number, at};
    }
  if (good)
    qsort(places, count, sizeof *places, by_place);
  for (uint32_t i = 0; good && i < count; i++)
    m->place[places[i].at] = i;
  free(places);
  return good;
}

/* Returns where a call path of the whole goes; NO_NODE if it is of another process. */
static uint32_t place_of(const struct making *m, uint32_t node) {
  uint32_t low = 0, high = m->slice_count;
  while (high - low > 1) {
    const uint32_t middle = low + (high - low) / 2;
    if (m->slices[middle].from <= node)
      low = middle;
    else
      high = middle;
  }
  const struct slice *s = &m->slices[low];
  if (node < s->from || node >= s->to)
    return NO_NODE;
  const uint32_t at = s->at + node - s->from;
  return m->place ? m->place[at] : at;
}

/* --- locations and call paths --- */

static bool is_of(const struct making *m, uint32_t location) {
  return location - m->process->first_location < m->process->location_count;
}

static void take_process(struct making *m) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  rank->process_count = 1;
  rank->processes[0] = *m->process;
  rank->processes[0].first_location = rank->processes[0].first_module = 0;
  experiment_take_head(rank);
  rank->location_count = m->process->location_count;
  for (uint32_t i = 0; i < rank->location_count; i++) {
    struct location *l = &rank->locations[i];
    *l = whole->locations[m->process->first_location + i];
    l->process = 0;
    if (l->parent != NO_LOCATION)
      l->parent -= m->process->first_location;
  }
  rank->module_count = m->process->module_count;
  if (rank->module_count)
    memcpy(rank->modules, whole->modules + m->process->first_module, rank->module_count * sizeof *rank->modules);
}

static bool take_node(struct making *m, uint32_t i) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  const uint32_t to = place_of(m, i);
  struct node *n = &rank->nodes[to];
  *n = whole->nodes[i];
  n->location -= m->process->first_location;
  n->parent = n->parent == NO_NODE ? NO_NODE : place_of(m, n->parent);
  n->extra = 0;
  rank->origins[to] = (struct node_origin){whole->origins[i].number, to};
  if (whole->values)
    memcpy(rank->values + (size_t)to * rank->metric_count,
           whole->values + (size_t)whole->origins[i].row * rank->metric_count,
           rank->metric_count * sizeof *rank->values);
  if (!whole->nodes[i].extra)
    return true;
  struct node_extra *extra = experiment_extra_of(rank, n);
  if (extra)
    *extra = whole->extras[whole->nodes[i].extra - 1];
  return extra != NULL;
}

static bool take_nodes(struct making *m) {
  bool good = true;
  for (uint32_t k = 0; good && k < m->slice_count; k++)
    for (uint32_t i = m->slices[k].from; good && i < m->slices[k].to; i++)
      good = take_node(m, i);
  return good;
}

/* --- the rest --- */

static void take_beside(struct making *m) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  for (uint32_t i = 0; i < whole->held_count; i++)
    if (is_of(m, whole->held[i].holder)) {
      rank->held[rank->held_count] = whole->held[i];
      rank->held[rank->held_count++].holder -= m->process->first_location;
    }
  for (uint32_t i = 0; i < whole->histogram_sum_count; i++)
    if (whole->histogram_sums[i].process == m->number) {
      rank->histogram_sums[rank->histogram_sum_count] = whole->histogram_sums[i];
      rank->histogram_sums[rank->histogram_sum_count++].process = 0;
    }
  for (uint32_t i = 0; i < whole->histogram_count; i++)
    if (is_of(m, whole->histograms[i].location)) {
      rank->histograms[rank->histogram_count] = whole->histograms[i];
      rank->histograms[rank->histogram_count++].location -= m->process->first_location;
    }
}

static void take_samples(struct making *m) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  for (uint32_t i = 0; i < whole->stack_count; i++)
    if (whole->stacks[i].process == m->number) {
      m->stacks[i] = rank->stack_count;
      rank->stacks[rank->stack_count] = whole->stacks[i];
      rank->stacks[rank->stack_count++].process = 0;
    }
  for (uint32_t i = 0; i < whole->sample_count; i++) {
    struct sample_record s = whole->samples[i];
    if (s.process != m->number)
      continue;
    s.process = 0;
    s.node = s.node == NO_NODE ? NO_NODE : place_of(m, s.node);
    s.location -= s.location == NO_LOCATION ? 0 : m->process->first_location;
    s.stack = s.stack == NO_STACK ? NO_STACK : m->stacks[s.stack];
    rank->samples[rank->sample_count++] = s;
  }
}

/* Returns a copy of so many bytes, or of none; `good` becomes false if there is no memory. */
static void *copy_of(const void *from, size_t size, bool *good) {
  void *copy = malloc(size + 1);
  *good &= copy != NULL;
  if (copy && size)
    memcpy(copy, from, size);
  return copy;
}

static bool take_phases(struct making *m) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  bool good = true;
  for (uint32_t i = 0; good && i < whole->phase_count; i++) {
    const struct phase *from = &whole->phases[i];
    if (from->process != m->number)
      continue;
    m->phases[i] = rank->phase_count;
    struct phase *to = &rank->phases[rank->phase_count++];
    *to = *from;
    to->process = 0;
    to->node = from->node == NO_NODE ? NO_NODE : place_of(m, from->node);
    to->clusters = copy_of(from->clusters, from->most * sizeof *to->clusters, &good);
    to->visits = copy_of(from->visits, from->visit_count * sizeof *to->visits, &good);
    to->metrics = copy_of(from->metrics, (size_t)from->visit_count * from->metric_count * sizeof *to->metrics, &good);
  }
  for (uint32_t i = 0; good && i < whole->phase_cells_count; i++) {
    const struct phase_cells *from = &whole->phase_cells[i];
    const struct phase *phase = &whole->phases[from->phase];
    if (phase->process != m->number)
      continue;
    struct phase_cells *to = &rank->phase_cells[rank->phase_cells_count++];
    *to = *from;
    to->phase = m->phases[from->phase];
    to->nodes = copy_of(from->nodes, from->count * sizeof *to->nodes, &good);
    to->row = copy_of(from->row, phase->most * sizeof *to->row, &good);
    to->at = copy_of(from->at, (size_t)from->row_count * from->count * from->values * sizeof *to->at, &good);
    for (uint32_t k = 0; good && k < to->count; k++)
      to->nodes[k] = from->nodes[k] == NO_NODE ? NO_NODE : place_of(m, from->nodes[k]);
  }
  return good;
}

/* --- memory --- */

/* Counts what belongs to the process, so that each array has room. */
static bool make_room(struct making *m) {
  struct experiment *rank = m->rank;
  const struct experiment *whole = m->whole;
  uint64_t held = 0, sums = 0, histograms = 0, stacks = 0, samples = 0, phases = 0, cells = 0;
  for (uint32_t i = 0; i < whole->held_count; i++)
    held += is_of(m, whole->held[i].holder);
  for (uint32_t i = 0; i < whole->histogram_sum_count; i++)
    sums += whole->histogram_sums[i].process == m->number;
  for (uint32_t i = 0; i < whole->histogram_count; i++)
    histograms += is_of(m, whole->histograms[i].location);
  for (uint32_t i = 0; i < whole->stack_count; i++)
    stacks += whole->stacks[i].process == m->number;
  for (uint32_t i = 0; i < whole->sample_count; i++)
    samples += whole->samples[i].process == m->number;
  for (uint32_t i = 0; i < whole->phase_count; i++)
    phases += whole->phases[i].process == m->number;
  for (uint32_t i = 0; i < whole->phase_cells_count; i++)
    cells += whole->phases[whole->phase_cells[i].phase].process == m->number;
  rank->processes = calloc(1, sizeof *rank->processes);
  rank->locations = calloc(m->process->location_count + 1ull, sizeof *rank->locations);
  rank->nodes = huge_pages_malloc(rank->node_count + 1ull, sizeof *rank->nodes);
  rank->origins = huge_pages_malloc(rank->node_count + 1ull, sizeof *rank->origins);
  rank->held = calloc(held + 1, sizeof *rank->held);
  rank->histogram_sums = calloc(sums + 1, sizeof *rank->histogram_sums);
  rank->histograms = calloc(histograms + 1, sizeof *rank->histograms);
  rank->modules = calloc(m->process->module_count + 1ull, sizeof *rank->modules);
  rank->stacks = calloc(stacks + 1, sizeof *rank->stacks);
  rank->samples = calloc(samples + 1, sizeof *rank->samples);
  rank->phases = calloc(phases + 1, sizeof *rank->phases);
  rank->phase_cells = calloc(cells + 1, sizeof *rank->phase_cells);
  rank->values = whole->values ? calloc((size_t)rank->node_count * rank->metric_count + 1, sizeof *rank->values) : NULL;
  m->stacks = malloc((whole->stack_count + 1ull) * sizeof *m->stacks);
  m->phases = malloc((whole->phase_count + 1ull) * sizeof *m->phases);
  return rank->processes && rank->locations && rank->nodes && rank->origins && rank->held && rank->histogram_sums &&
         rank->histograms && rank->modules && rank->stacks && rank->samples && rank->phases && rank->phase_cells &&
         (rank->values || !whole->values) && m->stacks && m->phases;
}

bool experiment_of_rank(struct experiment *rank, const struct experiment *whole, uint32_t process) {
  struct making m = {.rank = rank, .whole = whole, .process = &whole->processes[process], .number = process};
  *rank = (struct experiment){.program = "",
                              .of_job = whole->of_job,
                              .constructs = whole->constructs,
                              .construct_count = whole->construct_count,
                              .metrics = whole->metrics,
                              .metric_count = whole->metric_count,
                              .base_ns = whole->base_ns,
                              .base_tick = whole->base_tick};
  bool good = find_slices(&m) && find_places(&m) && make_room(&m);
  if (good) {
    take_process(&m);
    good = take_nodes(&m);
  }
  if (good) {
    take_beside(&m);
    take_samples(&m);
    good = take_phases(&m) && experiment_order(rank);
  }
  free(m.slices);
  free(m.place);
  free(m.stacks);
  free(m.phases);
  return good;
}

void experiment_of_rank_free(struct experiment *rank) {
  rank->constructs = NULL;
  rank->metrics = NULL;
  rank->texts = NULL;
  experiment_free(rank);
}
