/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_profile.c - what is left of an experiment if some visits of phases are looked at.
 * Not here: which visits these are (phase_choice.c). */
#include "base/paged_array.h"
#include "files/phases.h"
#include "files/subtract_state.h"

#include <stdlib.h>
#include <string.h>

/* The ns or ticks of a node's time are in ticks of the process's clock. */
static uint64_t ticks_of(const struct experiment *e, const struct process *p, uint64_t time) {
  const double ns = (double)time / (double)e->base_tick * (double)e->base_ns;
  return (uint64_t)(ns / (double)p->base_ns * (double)p->base_tick + 0.5);
}

void phases_forget(struct experiment *e) {
  for (uint32_t i = 0; i < e->process_count; i++) {
    struct pomp_header *h = &e->processes[i].header;
    h->first_fork = h->throttled = h->switches = h->ignored = h->lost = h->sample_period = h->samples_lost = 0;
    h->kernel_flags = h->cpu_flags = h->sample_source = h->forked = 0;
  }
  for (uint32_t i = 0; i < e->location_count; i++) {
    struct location *l = &e->locations[i];
    l->repaired = l->ignored = l->in_tasks = l->in_tasks_since = l->arrived = l->wants = 0;
    l->lived = l->on_cpu = l->ready = 0;
    l->kernel = (struct thread_kernel){.known = false};
    paged_leave(sizeof *l);
  }
  e->held_count = e->histogram_sum_count = e->histogram_count = e->sample_count = 0;
  e->header = e->processes[0].header;
}

/* The numbers of a call path in some visits. */
struct had {
  uint64_t visits, inclusive, wait;
};

static void clear_node(struct experiment *e, uint32_t i) {
  struct node *n = &e->nodes[i];
  n->visits = n->inclusive = n->wait = n->max = n->start = 0;
  n->min = UINT64_MAX;
  if (n->extra) {
    struct node_extra *x = &e->extras[n->extra - 1];
    const struct messages m = {.kind = x->messages.kind, .partners = x->messages.partners, .ranks = x->messages.ranks};
    *x = (struct node_extra){.messages = m};
  }
}

/* Gives a node what the wanted visits had of it. */
static void give(struct experiment *e, uint32_t at, const struct had *h) {
  struct node *n = &e->nodes[at];
  n->visits = h->visits;
  n->inclusive = h->inclusive;
  n->wait = h->wait;
  if (h->visits == 1)
    n->min = n->max = h->inclusive;
}

static void give_more(struct experiment *e, uint32_t at, const struct phase_cells *c, const uint64_t *cell) {
  const struct phase *p = &e->phases[c->phase];
  for (uint32_t k = 0; e->values && k < c->metric_count; k++)
    if (p->metric[k] < e->metric_count)
      e->values[(size_t)e->origins[at].row * e->metric_count + p->metric[k]] = (int64_t)cell[3 + k];
  if (!c->has_messages || !e->nodes[at].extra)
    return;
  const uint64_t *m = cell + 3 + c->metric_count;
  struct messages *to = &e->extras[e->nodes[at].extra - 1].messages;
  to->sent = m[0];
  to->sent_bytes = m[1];
  to->received = m[2];
  to->received_bytes = m[3];
}

/* Returns what a call path has beyond the cells of all clusters. */
static struct had left_of(const struct phase *p, const struct phase_cells *c, uint32_t i, const struct node *n) {
  struct had h = {n->visits, n->inclusive, n->wait};
  for (uint32_t k = 0; k < p->most; k++) {
    const uint64_t *cell = phase_cell(c, k, i);
    if (!cell)
      continue;
    h.visits -= cell[0] < h.visits ? cell[0] : h.visits;
    h.inclusive -= cell[1] < h.inclusive ? cell[1] : h.inclusive;
    h.wait -= cell[2] < h.wait ? cell[2] : h.wait;
  }
  return h;
}

/* The wall time is that of the visits, and what is around the phase has no time but that. */
static void set_around(struct experiment *e, const struct phase *p, uint32_t wanted) {
  const struct node *n = &e->nodes[p->node];
  struct process *process = &e->processes[p->process];
  const uint64_t wall = ticks_of(e, process, n->inclusive);
  const uint64_t since = process->end_tick > wall ? process->end_tick - wall : 1;
  if (!process->since_tick || since < process->since_tick)
    process->since_tick = since;
  if (wanted < p->most) {
    e->nodes[p->node].min = p->clusters[wanted].shortest;
    e->nodes[p->node].max = p->clusters[wanted].longest;
  }
  for (uint32_t up = n->parent; up != NO_NODE && e->nodes[up].location == n->location; up = e->nodes[up].parent)
    e->nodes[up].inclusive += n->inclusive;
}

static void keep_wanted(struct experiment *e, const uint32_t *wanted, struct had *had) {
  for (uint32_t i = 0; i < e->phase_cells_count; i++) {
    const struct phase_cells *c = &e->phase_cells[i];
    for (uint32_t k = 0; wanted[c->phase] == PHASE_OPEN && k < c->count; k++)
      if (c->nodes[k] != NO_NODE)
        had[c->nodes[k]] = left_of(&e->phases[c->phase], c, k, &e->nodes[c->nodes[k]]);
  }
  for (uint32_t i = 0; i < e->node_count; i++)
    clear_node(e, i);
  if (e->values)
    memset(e->values, 0, (size_t)e->node_count * e->metric_count * sizeof *e->values);
  for (uint32_t i = 0; i < e->phase_cells_count; i++) {
    const struct phase_cells *c = &e->phase_cells[i];
    const uint32_t cluster = wanted[c->phase];
    for (uint32_t k = 0; cluster != PHASE_NONE && k < c->count; k++) {
      const uint64_t *cell = cluster == PHASE_OPEN ? NULL : phase_cell(c, cluster, k);
      if (c->nodes[k] == NO_NODE || (cluster != PHASE_OPEN && !cell))
        continue;
      give(e, c->nodes[k], cell ? &(struct had){cell[0], cell[1], cell[2]} : &had[c->nodes[k]]);
      if (cell)
        give_more(e, c->nodes[k], c, cell);
    }
  }
  for (uint32_t i = 0; i < e->process_count; i++)
    e->processes[i].since_tick = 0;
  for (uint32_t i = 0; i < e->phase_count; i++)
    if (wanted[i] != PHASE_NONE && e->phases[i].node != NO_NODE)
      set_around(e, &e->phases[i], wanted[i]);
  for (uint32_t i = 0; i < e->process_count; i++)
    if (!e->processes[i].since_tick)
      e->processes[i].since_tick = e->processes[i].end_tick - 1;
}

bool experiment_of_phases(struct experiment *e, const uint32_t *wanted) {
  struct had *had = calloc(e->node_count + 1ull, sizeof *had);
  bool good = had != NULL;
  if (good) {
    keep_wanted(e, wanted, had);
    phases_forget(e);
    good = experiment_drop_empty(e);
  }
  free(had);
  return good;
}
