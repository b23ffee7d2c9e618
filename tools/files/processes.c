/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processes.c - the processes of an experiment, and several experiments as one.
 * Not here: their clocks (clocks.c), what is in a file (read_experiment.c), which files belong together (load.c). */
#include "files/processes.h"
#include "base/huge_pages.h"
#include "base/paged_array.h"
#include "files/construct_numbers.h"
#include "files/node_sort.h"
#include "files/phases.h"
#include "pomp_possible.h"
#include "pomp_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void experiment_to_ns(struct experiment *e) {
  for (uint32_t i = 0; i < e->node_count; i++) {
    struct node *n = &e->nodes[i];
    const struct process *p = &e->processes[e->locations[n->location].process];
    n->inclusive = process_ns(p, n->inclusive);
    n->wait = process_ns(p, n->wait);
    n->min = n->min == UINT64_MAX ? UINT64_MAX : process_ns(p, n->min);
    n->max = process_ns(p, n->max);
    if (n->extra) {
      struct node_extra *extra = &e->extras[n->extra - 1];
      extra->open = process_ns(p, extra->open);
      extra->early = process_ns(p, extra->early);
      extra->instances.max = process_ns(p, extra->instances.max);
      extra->instances.mean = process_ns(p, extra->instances.mean);
      extra->instances.spared = process_ns(p, extra->instances.spared);
      extra->cpu.span = process_ns(p, extra->cpu.span);
      extra->off.pushed_off = process_ns(p, extra->off.pushed_off);
      extra->off.asleep = process_ns(p, extra->off.asleep);
    }
  }
  for (uint32_t i = 0; i < e->location_count; i++) {
    struct location *l = &e->locations[i];
    l->lived = process_ns(&e->processes[l->process], l->lived);
    l->team_time = process_ns(&e->processes[l->process], l->team_time);
    paged_leave(sizeof *e->locations);
  }
  phases_to_ns(e);
  e->base_ns = e->base_tick = 1;
}

bool experiment_times_are_possible(const struct experiment *e, const struct node *n, uint64_t most) {
  const struct pomp_node in_file = {
      .key = n->key, .visits = n->visits, .inclusive = n->inclusive, .min = n->min, .max = n->max, .wait = n->wait};
  const struct instances *i = &experiment_extra(e, n)->instances;
  if (!pomp_times_are_possible(&in_file, most))
    return false;
  return POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER
             ? pomp_arrivals_are_possible(i->count, i->visits, i->pairs)
             : pomp_instances_are_possible(i->count, i->visits, i->max, i->mean, most);
}

bool experiment_messages_are_possible(const struct messages *m) {
  return pomp_messages_are_possible(m->sent, m->sent_bytes, m->received, m->received_bytes);
}

void experiment_take_head(struct experiment *e) {
  const struct process *p = &e->processes[0];
  e->header = p->header;
  e->program = p->program;
  e->command = p->command;
  e->directory = p->directory;
  e->host = p->host;
  e->settings = p->settings;
  e->writer = p->writer;
}

/* --- several as one --- */

struct join {
  struct experiment *e;
  struct pomp_index constructs; /* finds the constructs of the whole by their contents */
  uint32_t *numbers;            /* the numbers in the whole of the constructs of one part */
  uint32_t *inner;              /* by location of the whole: where its next node goes that is no root */
  uint32_t *first;              /* where the locations of a part begin in `locations` */
  uint32_t *locations;          /* where they are in the whole */
  uint32_t *nodes;              /* where the nodes of one part are in the whole */
};

/* --- metrics: those of all parts, by name --- */

static bool has_metric(const struct experiment *part, const char *name) {
  for (uint32_t i = 0; i < part->metric_count; i++)
    if (strcmp(part->metrics[i].name, name) == 0)
      return true;
  return false;
}

static bool join_metrics(struct experiment *e, const struct experiment *parts, uint32_t count, uint64_t nodes) {
  uint64_t most = 0;
  for (uint32_t i = 0; i < count; i++)
    most += parts[i].metric_count;
  if (!most)
    return true;
  most = most < METRICS ? most : METRICS;
  e->metrics = calloc(most, sizeof *e->metrics);
  if (!e->metrics)
    return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < parts[i].metric_count; k++)
      experiment_metric(e, &parts[i].metrics[k]);
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < e->metric_count; k++)
      if (!has_metric(&parts[i], e->metrics[k].name))
        e->metrics[k].flags |= POMP_METRIC_INCOMPLETE;
  e->values = calloc(nodes * e->metric_count + 1, sizeof *e->values);
  return e->values != NULL;
}

/* Puts the values of a part's node where the node has gone. */
static void add_values(struct experiment *e, const struct experiment *part, uint32_t from, uint32_t to) {
  for (uint32_t k = 0; k < part->metric_count; k++) {
    uint32_t number = experiment_metric(e, &part->metrics[k]);
    if (number < METRICS)
      e->values[(size_t)to * e->metric_count + number] =
          part->values[(size_t)part->origins[from].row * part->metric_count + k];
  }
}

/* --- the rest --- */

/* Returns where a location of a part is in the whole; NO_LOCATION if its process is left out. */
static uint32_t moved_location(const struct join *j, uint32_t part, uint32_t location) {
  return j->locations[j->first[part] + location];
}

/* Returns where a process of a part is in the whole; NO_PROCESS if it is left out. */
static uint32_t moved_process(const struct join *j, uint32_t part, const struct experiment *from, uint32_t process) {
  uint32_t location = moved_location(j, part, from->processes[process].first_location);
  return location == NO_LOCATION ? NO_PROCESS : j->e->locations[location].process;
}

/* Adds the modules of a process that is to be added next. */
static void add_modules(struct experiment *e, const struct experiment *part, const struct process *from) {
  if (from->module_count)
    memcpy(e->modules + e->module_count, part->modules + from->first_module, from->module_count * sizeof *e->modules);
  e->processes[e->process_count].first_module = e->module_count;
  e->module_count += from->module_count;
}

/* Adds a process with its locations. */
static void add_process(struct join *j, uint32_t number, const struct experiment *part, uint32_t process) {
  struct experiment *e = j->e;
  const struct process *from = &part->processes[process];
  struct process *p = &e->processes[e->process_count];
  *p = *from;
  add_modules(e, part, from);
  p->first_location = e->location_count;
  for (uint32_t i = 0; i < from->location_count; i++)
    j->locations[j->first[number] + from->first_location + i] = e->location_count + i;
  for (uint32_t i = 0; i < from->location_count; i++) {
    struct location *l = &e->locations[e->location_count + i];
    *l = part->locations[from->first_location + i];
    l->process = e->process_count;
    if (l->parent != NO_LOCATION)
      l->parent = moved_location(j, number, l->parent);
  }
  e->process_count++;
  e->location_count += from->location_count;
}

struct piece {
  uint32_t rank, part, process;
};

static int by_rank(const void *x, const void *y) {
  const struct piece *a = x, *b = y;
  if (a->rank != b->rank)
    return a->rank < b->rank ? -1 : 1;
  return a->part < b->part ? -1 : a->part > b->part;
}

/* Adds all processes that are not replaced, in the order of their ranks. False if there is no memory. */
static bool add_processes(struct join *j, const struct experiment *parts, uint32_t count, uint64_t processes) {
  struct piece *pieces = calloc(processes + 1, sizeof *pieces);
  uint64_t found = 0;
  if (!pieces)
    return false;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = 0; k < parts[i].process_count; k++)
      if (!parts[i].processes[k].replaced)
        pieces[found++] = (struct piece){parts[i].processes[k].header.rank, i, k};
  qsort(pieces, found, sizeof *pieces, by_rank);
  for (uint64_t i = 0; i < found; i++)
    add_process(j, pieces[i].part, &parts[pieces[i].part], pieces[i].process);
  free(pieces);
  return true;
}

/* Finds where the nodes of each location begin: roots come first, then the others, location by location. The result is
 * how many nodes there are. */
static uint32_t make_places(struct join *j, const struct experiment *parts, uint32_t count) {
  const uint32_t locations = j->e->location_count;
  for (uint32_t i = 0; i < count; i++)
    for (uint32_t k = parts[i].location_count; k < parts[i].node_count; k++) {
      uint32_t location = moved_location(j, i, parts[i].nodes[k].location);
      if (location != NO_LOCATION)
        j->inner[location + 1]++;
    }
  j->inner[0] = locations;
  for (uint32_t i = 0; i < locations; i++)
    j->inner[i + 1] += j->inner[i];
  return j->inner[locations];
}

/* Finds where the nodes of a part go. A node without a location there has no place. */
static void place_nodes(struct join *j, uint32_t number, const struct experiment *part) {
  for (uint32_t i = 0; i < part->node_count; i++) {
    uint32_t location = moved_location(j, number, part->nodes[i].location);
    j->nodes[i] = location == NO_LOCATION ? NO_NODE : i < part->location_count ? location : j->inner[location]++;
  }
}

static void add_nodes(struct join *j, uint32_t number, const struct experiment *part) {
  struct experiment *e = j->e;
  place_nodes(j, number, part);
  for (uint32_t i = 0; i < part->node_count; i++) {
    uint32_t to = j->nodes[i];
    if (to == NO_NODE)
      continue;
    struct node *n = &e->nodes[to];
    *n = part->nodes[i];
    e->origins[to] = (struct node_origin){part->origins[i].number, to};
    if (n->extra) {
      e->extras[e->extra_count++] = part->extras[n->extra - 1];
      n->extra = e->extra_count;
    }
    add_values(e, part, i, to);
    n->location = moved_location(j, number, n->location);
    if (n->parent != NO_NODE)
      n->parent = j->nodes[n->parent];
    n->key = POMP_KEY(j->numbers[POMP_KEY_CONSTRUCT(n->key)], POMP_KEY_ROLE(n->key));
  }
}

/* Adds what was sampled; what belongs to a process that is left out is left out. */
static void add_samples(struct join *j, uint32_t number, const struct experiment *part) {
  struct experiment *e = j->e;
  uint32_t stacks = e->stack_count;
  for (uint32_t i = 0; i < part->stack_count; i++) {
    struct raw_stack *to = &e->stacks[e->stack_count++];
    *to = part->stacks[i];
    to->process = moved_process(j, number, part, to->process);
  }
  for (uint32_t i = 0; i < part->sample_count; i++) {
    struct sample_record s = part->samples[i];
    s.process = moved_process(j, number, part, s.process);
    if (s.process == NO_PROCESS)
      continue;
    s.node = s.node == NO_NODE ? NO_NODE : j->nodes[s.node];
    s.location = s.location == NO_LOCATION ? NO_LOCATION : moved_location(j, number, s.location);
    s.stack += s.stack == NO_STACK ? 0 : stacks;
    e->samples[e->sample_count++] = s;
  }
}

/* Adds phases, and what their visits had, which the whole owns from now on. What belongs to a process that is left out
 * has no call paths. */
static void add_phases(struct join *j, uint32_t number, struct experiment *part) {
  struct experiment *e = j->e;
  const uint32_t first = e->phase_count;
  phases_renumber(part, j->nodes);
  for (uint32_t i = 0; i < part->phase_count; i++) {
    struct phase *to = &e->phases[e->phase_count++];
    *to = part->phases[i];
    to->process = moved_process(j, number, part, to->process);
    for (uint32_t k = 0; k < to->metric_count; k++)
      if (to->metric[k] < METRICS)
        to->metric[k] = experiment_metric(e, &part->metrics[to->metric[k]]);
  }
  for (uint32_t i = 0; i < part->phase_cells_count; i++) {
    struct phase_cells *to = &e->phase_cells[e->phase_cells_count++];
    *to = part->phase_cells[i];
    to->phase += first;
  }
  part->phase_count = part->phase_cells_count = 0;
}

static void add_part(struct join *j, uint32_t number, struct experiment *part) {
  struct experiment *e = j->e;
  for (uint32_t i = 0; i < part->construct_count; i++)
    j->numbers[i + 1] = construct_number(e, &j->constructs, &part->constructs[i]);
  add_nodes(j, number, part);
  add_samples(j, number, part);
  add_phases(j, number, part);
  for (uint32_t i = 0; i < part->held_count; i++) {
    uint32_t holder = moved_location(j, number, part->held[i].holder);
    if (holder == NO_LOCATION)
      continue;
    e->held[e->held_count] = part->held[i];
    e->held[e->held_count++].holder = holder;
  }
  for (uint32_t i = 0; i < part->histogram_sum_count; i++) {
    const struct histogram_sum *from = &part->histogram_sums[i];
    uint32_t location = moved_location(j, number, part->processes[from->process].first_location);
    if (location == NO_LOCATION)
      continue;
    struct histogram_sum *to = &e->histogram_sums[e->histogram_sum_count++];
    *to = *from;
    to->process = e->locations[location].process;
    to->key = POMP_KEY(j->numbers[POMP_KEY_CONSTRUCT(from->key)], POMP_KEY_ROLE(from->key));
  }
  for (uint32_t i = 0; i < part->histogram_count; i++) {
    const struct histogram *from = &part->histograms[i];
    uint32_t location = moved_location(j, number, from->location);
    if (location == NO_LOCATION)
      continue;
    struct histogram *to = &e->histograms[e->histogram_count++];
    *to = *from;
    to->location = location;
    to->key = POMP_KEY(j->numbers[POMP_KEY_CONSTRUCT(from->key)], POMP_KEY_ROLE(from->key));
  }
}

struct sizes {
  uint64_t constructs, processes, locations, kept_locations, held, nodes, extras, histogram_sums, histograms, modules,
      stacks, samples, phases, phase_cells, most_constructs, most_nodes;
};

static struct sizes size_of(const struct experiment *parts, uint32_t count) {
  struct sizes s = {0};
  for (uint32_t i = 0; i < count; i++) {
    s.constructs += parts[i].construct_count;
    s.processes += parts[i].process_count;
    s.locations += parts[i].location_count;
    s.nodes += parts[i].node_count;
    s.extras += parts[i].extra_count;
    s.held += parts[i].held_count;
    s.histogram_sums += parts[i].histogram_sum_count;
    s.histograms += parts[i].histogram_count;
    s.modules += parts[i].module_count;
    s.stacks += parts[i].stack_count;
    s.samples += parts[i].sample_count;
    s.phases += parts[i].phase_count;
    s.phase_cells += parts[i].phase_cells_count;
    for (uint32_t k = 0; k < parts[i].process_count; k++)
      s.kept_locations += parts[i].processes[k].replaced ? 0 : parts[i].processes[k].location_count;
    if (parts[i].construct_count > s.most_constructs)
      s.most_constructs = parts[i].construct_count;
    if (parts[i].node_count > s.most_nodes)
      s.most_nodes = parts[i].node_count;
  }
  return s;
}

bool nodes_follow(struct experiment *e) {
  if (!e->sample_count && !e->phase_count)
    return true;
  uint32_t *moved = malloc((e->node_count + 1ull) * sizeof *moved);
  if (!moved)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++)
    moved[e->origins[i].row] = i;
  for (uint32_t i = 0; i < e->sample_count; i++)
    if (e->samples[i].node != NO_NODE)
      e->samples[i].node = moved[e->samples[i].node];
  phases_renumber(e, moved);
  free(moved);
  return true;
}

bool experiment_order(struct experiment *e) {
  e->by_location = nodes_are_in_order(e->nodes, e->node_count);
  return e->by_location ||
         (node_sort(&e->nodes, &e->origins, e->node_count, e->location_count) == NODES_SORTED && nodes_follow(e));
}

/* Gets memory for the whole, and for the way there. False if there is none. */
static bool make_room(struct join *j, const struct experiment *parts, uint32_t count, const struct sizes *s) {
  struct experiment *e = j->e;
  j->numbers = calloc(s->most_constructs + 1, sizeof *j->numbers);
  j->nodes = calloc(s->most_nodes + 1, sizeof *j->nodes);
  j->inner = calloc(s->kept_locations + 2, sizeof *j->inner);
  j->first = calloc(count + 1ull, sizeof *j->first);
  j->locations = malloc((s->locations + 1) * sizeof *j->locations);
  e->constructs = calloc(s->constructs + 1, sizeof *e->constructs);
  e->processes = calloc(s->processes + 1, sizeof *e->processes);
  e->locations = calloc(s->locations + 1, sizeof *e->locations);
  e->nodes = huge_pages_calloc(s->nodes + 1, sizeof *e->nodes);
  e->origins = huge_pages_calloc(s->nodes + 1, sizeof *e->origins);
  e->extras = calloc(s->extras + 1, sizeof *e->extras);
  e->held = calloc(s->held + 1, sizeof *e->held);
  e->histogram_sums = calloc(s->histogram_sums + 1, sizeof *e->histogram_sums);
  e->histograms = calloc(s->histograms + 1, sizeof *e->histograms);
  e->modules = calloc(s->modules + 1, sizeof *e->modules);
  e->stacks = calloc(s->stacks + 1, sizeof *e->stacks);
  e->samples = calloc(s->samples + 1, sizeof *e->samples);
  e->phases = calloc(s->phases + 1, sizeof *e->phases);
  e->phase_cells = calloc(s->phase_cells + 1, sizeof *e->phase_cells);
  if (!j->numbers || !j->nodes || !j->inner || !j->first || !j->locations || !e->constructs || !e->processes ||
      !e->locations || !e->nodes || !e->origins || !e->extras || !e->held || !e->histogram_sums || !e->histograms ||
      !e->modules || !e->stacks || !e->samples || !e->phases || !e->phase_cells)
    return false;
  for (uint32_t i = 0; i < count; i++)
    j->first[i + 1] = j->first[i] + parts[i].location_count;
  for (uint64_t i = 0; i < s->locations; i++)
    j->locations[i] = NO_LOCATION;
  return pomp_index_room(&j->constructs, s->constructs) && join_metrics(e, parts, count, s->nodes);
}

bool experiment_join(struct experiment *e, struct experiment *parts, uint32_t count, char *error, size_t error_size) {
  *e = (struct experiment){.program = "", .parts = parts, .part_count = count, .of_job = true};
  for (uint32_t i = 0; i < count; i++)
    if (parts[i].process_count == 1)
      experiment_to_ns(&parts[i]);
  struct sizes s = size_of(parts, count);
  struct join j = {.e = e};
  bool fits = s.nodes < UINT32_MAX / 2 && s.histogram_sums < UINT32_MAX && s.histograms < UINT32_MAX &&
              s.modules < UINT32_MAX && s.stacks < UINT32_MAX && s.samples < UINT32_MAX &&
              s.constructs < POMP_MAX_CONSTRUCTS;
  bool good = fits && make_room(&j, parts, count, &s) && add_processes(&j, parts, count, s.processes);
  e->node_count = good ? make_places(&j, parts, count) : 0;
  for (uint32_t i = 0; good && i < count; i++)
    add_part(&j, i, &parts[i]);
  good = good && experiment_order(e) && phases_order(e);
  e->base_ns = e->base_tick = 1;
  if (good)
    experiment_take_head(e);
  else
    snprintf(error, error_size, fits ? "not enough memory" : "more than one experiment can hold");
  pomp_index_free(&j.constructs);
  free(j.numbers);
  free(j.nodes);
  free(j.inner);
  free(j.first);
  free(j.locations);
  return good;
}
