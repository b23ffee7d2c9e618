/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read_nodes.c - reads the call paths of profile.pomp, what few of them have beside their times, and their order.
 * Not here: in which blocks they are (read_experiment.c), their open visits (read_processes.c), their metrics
 * (read_metrics.c). */
#include "base/two_threads.h"
#include "files/finalize_sums.h"
#include "files/node_sort.h"
#include "files/parse.h"
#include "files/processes.h"
#include "pomp_possible.h"

#include <stdlib.h>
#include <string.h>

/* Finds the index of a node's parent. A parent at the same location is always there before its children. A parent at
 * another location need not be in a copy that was made while the program ran: then the call path begins at its own
 * root. */
bool nodes_find_parent(struct reader *r, const struct pomp_node *n, uint32_t location, uint32_t *parent) {
  struct pomp_node above;
  const struct experiment *e = r->e;
  const struct run *run = reader_run(r, n->parent);
  uint64_t at = run ? n->parent - run->number : 0;
  bool foreign = !run || run->location != location, own_tree = e->locations[location].parent == NO_LOCATION;
  if (foreign && own_tree && POMP_KEY_ROLE(n->key) != POMP_ROLE_TASK)
    return reader_fail(r, "damaged: a call path hangs in the air");
  const struct process *process = &e->processes[e->locations[location].process];
  if (run && run->location - process->first_location >= process->location_count)
    return reader_fail(r, "damaged: a call path from one process to another");
  if (run && at < run->count) {
    *parent = run->index + (uint32_t)at;
    if (!reader_node(r, run->number + at, &above))
      return reader_fail(r, "cut off while it was read");
    return POMP_KEY_ROLE(above.key) != POMP_ROLE_BLAME || reader_fail(r, "damaged: a call path below a wait");
  }
  if (!foreign || process->header.state == POMP_STATE_COMPLETE)
    return reader_fail(r, "damaged: a call path hangs in the air");
  *parent = location; /* its root */
  return true;
}

bool nodes_check_one(struct reader *r, const struct pomp_node *n, bool root) {
  const struct experiment *e = r->e;
  uint32_t role = POMP_KEY_ROLE(n->key);
  if (root != (n->parent == 0) || root != (n->key == 0))
    return reader_fail(r, "damaged: a call tree without a root, or with two");
  if (n->visits > POMP_MAX_VISITS || (!root && (role == POMP_ROLE_NONE || role >= POMP_ROLE_COUNT)))
    return reader_fail(r, "damaged: an impossible call path");
  if (!root && POMP_KEY_CONSTRUCT(n->key) - 1 >= e->construct_count &&
      n->key != POMP_KEY(0, POMP_ROLE_BLAME)) /* the holder was outside of regions */
    return reader_fail(r, "damaged: a call path of an unknown construct");
  return true;
}

bool nodes_read_one(struct reader *r, const struct pomp_node *n, uint32_t location, uint32_t at, struct node *to) {
  uint32_t parent = NO_NODE;
  bool root = at == location;
  if (!nodes_check_one(r, n, root) || (!root && !nodes_find_parent(r, n, location, &parent)))
    return false;
  r->out_of_order |= !root && parent >= at;
  r->some_open |= n->start != 0;
  finalize_sums_add(r, n, location);
  *to = node_of(n, location, parent);
  return true;
}

static bool read_run(struct reader *r, const struct run *run) {
  for (uint32_t i = 0; i < run->count; i++) {
    struct pomp_node n;
    memcpy(&n, r->bytes + (run->number + i) * sizeof n, sizeof n);
    if (!nodes_read_one(r, &n, run->location, run->index + i, &r->e->nodes[run->index + i]))
      return false;
    r->e->origins[run->index + i] = (struct node_origin){(uint32_t)(run->number + i), run->index + i};
  }
  return true;
}

/* Nodes are the most of a large file, so that two threads read them. Each has half of the nodes, in whole runs. */
static void read_half(void *context, int half, uint32_t from, uint32_t to) {
  struct reader_halves *h = context;
  struct reader *r = &h->half[half];
  uint64_t before = 0;
  for (uint32_t i = 0; h->good[half] && i < r->run_count; i++) {
    if (before >= from && before < to)
      h->good[half] = read_run(r, &r->runs[i]);
    before += r->runs[i].count;
  }
}

bool nodes_read(struct reader *r) {
  struct reader_halves h;
  reader_halve(r, &h);
  if (!finalize_sums_fork(r, &h.half[1]))
    return reader_fail(r, "not enough memory");
  two_threads_halves(r->e->node_count, read_half, &h);
  finalize_sums_join(r, &h.half[1]);
  r->out_of_order = h.half[0].out_of_order || h.half[1].out_of_order;
  r->some_open = h.half[0].some_open || h.half[1].some_open;
  return reader_join(r, &h);
}

/* Finds the node that a record belongs to; NULL if there is none. */
struct node *nodes_find(struct reader *r, uint32_t number) {
  const struct run *run = reader_run(r, number);
  uint64_t at = run ? number - run->number : 0;
  return run && at < run->count ? &r->e->nodes[run->index + at] : NULL;
}

struct messages nodes_messages_of(const struct pomp_messages *from) {
  return (struct messages){
#define FIGURES_DO COPIED
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
      .kind = from->kind < POMP_MPI_KIND_COUNT ? from->kind : POMP_MPI_OTHER};
}

/* A record may belong to a node that is not in the copy if the file was copied while the program ran. */
static bool give_messages(struct reader *r, const struct pomp_messages *m) {
  struct experiment *e = r->e;
  struct node *n = nodes_find(r, m->node);
  if (!n)
    return e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: messages of no call path");
  if (!pomp_role_has_messages(POMP_KEY_ROLE(n->key)) || experiment_extra(e, n)->messages.kind || !m->kind)
    return reader_fail(r, "damaged: messages of another kind of call path");
  struct node_extra *extra = experiment_extra_of(e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->messages = nodes_messages_of(m);
  return experiment_messages_are_possible(&extra->messages) ||
         reader_fail(r, "damaged: an impossible number of messages");
}

/* To be called before the nodes are sorted. Records without a node were being made. */
static bool read_messages(struct reader *r) {
  for (uint32_t i = 0; i < r->messages_count; i++)
    if (r->messages[i].node && !give_messages(r, &r->messages[i]))
      return false;
  return true;
}

/* The times are checked with those of the call path. */
static bool give_balance(struct reader *r, const struct pomp_balance *b) {
  struct node *n = nodes_find(r, b->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: instances of no call path");
  bool is_barrier = POMP_KEY_ROLE(n->key) == POMP_ROLE_BARRIER;
  if ((!is_barrier && !pomp_role_is(POMP_KEY_ROLE(n->key), POMP_IS_SHARED)) ||
      experiment_extra(r->e, n)->instances.visits)
    return reader_fail(r, "damaged: instances of another kind of call path");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->instances = (struct instances){b->instances, b->visits, b->max, b->mean, 0, 0};
  if (is_barrier) {
    struct pomp_arrivals arrivals;
    memcpy(&arrivals, b, sizeof arrivals);
    extra->instances.pairs = arrivals.pairs;
    extra->instances.spared = arrivals.spared;
  }
  return true;
}

/* Finds the records that say something. In most, the member was never the one that took longest. */
static void find_balances_half(void *context, int half, uint32_t from, uint32_t to) {
  struct reader_halves *h = context;
  struct reader *r = &h->half[half];
  uint64_t before = 0;
  struct pomp_balance b;
  for (uint32_t k = 0; h->good[half] && k < r->balances.count; before += r->balances.blocks[k++].count)
    for (uint32_t i = 0; before >= from && before < to && h->good[half] && i < r->balances.blocks[k].count; i++) {
      memcpy(&b, r->bytes + r->balances.blocks[k].at + i * sizeof b, sizeof b);
      if (b.node && (b.instances || b.visits || b.max || b.mean))
        h->good[half] = reader_note(r, r->balances.blocks[k].at + i * sizeof b);
    }
}

/* It reads them as read_messages does. */
static bool read_balances(struct reader *r) {
  struct reader_halves h;
  struct pomp_balance b;
  uint64_t count = 0;
  for (uint32_t k = 0; k < r->balances.count; k++)
    count += r->balances.blocks[k].count;
  reader_halve(r, &h);
  two_threads_halves(count < UINT32_MAX ? (uint32_t)count : UINT32_MAX, find_balances_half, &h);
  bool good = reader_join(r, &h);
  for (int half = 0; half < 2; half++) {
    for (uint32_t i = 0; good && i < h.half[half].noted_count; i++) {
      memcpy(&b, r->bytes + h.half[half].noted[i], sizeof b);
      good = give_balance(r, &b);
    }
    free(h.half[half].noted);
  }
  return good;
}

/* A thread's CPU time is asked before the clock at the begin, and after it at the end: what that takes is none of the
 * span. Times that no run can have are left for the check that finds them. */
struct cpu_time nodes_cpu_time_of(const struct process *p, const struct pomp_cpu_time *t) {
  const uint64_t span = process_ns(p, t->span);
  const bool beyond = t->on_cpu > span && t->on_cpu < POMP_MAX_CPU_TIME;
  return (struct cpu_time){.visits = t->visits,
                           .span = t->span,
                           .on_cpu = beyond ? span : t->on_cpu,
                           .teams = t->teams,
                           .max = t->max,
                           .mean = t->mean,
                           .waited = t->flags & POMP_CPU_TIME_WAITED};
}

/* The same holds for a record of CPU time as for one of messages. */
static bool give_cpu_time(struct reader *r, const struct pomp_cpu_time *t) {
  struct node *n = nodes_find(r, t->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: CPU time of no call path");
  if (POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM || experiment_extra(r->e, n)->cpu.visits)
    return reader_fail(r, "damaged: CPU time of another kind of call path");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->cpu = nodes_cpu_time_of(&r->e->processes[r->e->locations[n->location].process], t);
  return true;
}

static bool read_cpu_times(struct reader *r) {
  for (uint32_t i = 0; i < r->cpu_count; i++)
    if (r->cpu_times[i].node && !give_cpu_time(r, &r->cpu_times[i]))
      return false;
  return true;
}

static bool give_loop(struct reader *r, const struct pomp_loop_counts *from) {
  struct node *n = nodes_find(r, from->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: iterations of no call path");
  const uint32_t role = POMP_KEY_ROLE(n->key);
  if ((role != POMP_ROLE_FOR && role != POMP_ROLE_TASKLOOP) || experiment_extra(r->e, n)->loop.visits)
    return reader_fail(r, "damaged: iterations of another kind of call path");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->loop = (struct loop_counts){
#define FIGURES_DO COPIED
#define FIGURES_OF_LOOP_COUNTS
#include "files/figures.def"
      .flags = from->flags};
  return true;
}

static bool read_loops(struct reader *r) {
  struct pomp_loop_counts c;
  for (uint32_t k = 0; k < r->loops.count; k++)
    for (uint32_t i = 0; i < r->loops.blocks[k].count; i++) {
      memcpy(&c, r->bytes + r->loops.blocks[k].at + i * sizeof c, sizeof c);
      if (c.node && c.visits && !give_loop(r, &c))
        return false;
    }
  return true;
}

/* It comes after the record of its loop, wherever it is in the file. */
static bool give_chunks(struct reader *r, const struct pomp_loop_chunks *c) {
  struct node *n = nodes_find(r, c->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: chunks of no call path");
  if (POMP_KEY_ROLE(n->key) != POMP_ROLE_FOR || experiment_extra(r->e, n)->loop.sized)
    return reader_fail(r, "damaged: chunks of another kind of call path");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->loop.sized = c->visits;
  extra->loop.sizes = c->chunk;
  return true;
}

static bool read_chunks(struct reader *r) {
  struct pomp_loop_chunks c;
  for (uint32_t k = 0; k < r->chunks.count; k++)
    for (uint32_t i = 0; i < r->chunks.blocks[k].count; i++) {
      memcpy(&c, r->bytes + r->chunks.blocks[k].at + i * sizeof c, sizeof c);
      if (c.node && c.visits && !give_chunks(r, &c))
        return false;
    }
  return true;
}

/* The same holds for a record of the kernel's time. */
static bool give_kernel_time(struct reader *r, const struct pomp_kernel_time *from) {
  struct node *n = nodes_find(r, from->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE || reader_fail(r, "damaged: the kernel's time of no call path");
  if (POMP_KEY_ROLE(n->key) != POMP_ROLE_TEAM || experiment_extra(r->e, n)->kernel.visits)
    return reader_fail(r, "damaged: the kernel's time of another kind of call path");
  if (!pomp_kernel_time_is_possible(from))
    return reader_fail(r, "damaged: an impossible time in the kernel");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->kernel = (struct kernel_time){
#define FIGURES_DO COPIED
#define FIGURES_OF_KERNEL_TIME
#include "files/figures.def"
  };
  return true;
}

static bool read_kernel_times(struct reader *r) {
  for (uint32_t i = 0; i < r->kernel_count; i++)
    if (r->kernel_times[i].node && !give_kernel_time(r, &r->kernel_times[i]))
      return false;
  return true;
}

struct off_time nodes_off_time_of(const struct pomp_off_time *from) {
  return (struct off_time){
#define FIGURES_DO COPIED
#define FIGURES_OF_OFF_TIME
#include "files/figures.def"
  };
}

static bool give_off_time(struct reader *r, const struct pomp_off_time *from) {
  struct node *n = nodes_find(r, from->node);
  if (!n)
    return r->e->header.state != POMP_STATE_COMPLETE ||
           reader_fail(r, "damaged: time without a processor in no call path");
  if (!pomp_off_time_is_possible(from) || experiment_extra(r->e, n)->off.pushes ||
      experiment_extra(r->e, n)->off.sleeps)
    return reader_fail(r, "damaged: an impossible time without a processor");
  struct node_extra *extra = experiment_extra_of(r->e, n);
  if (!extra)
    return reader_fail(r, "not enough memory");
  extra->off = nodes_off_time_of(from);
  return true;
}

static bool read_off_times(struct reader *r) {
  for (uint32_t i = 0; i < r->off_count; i++)
    if (r->off_times[i].node && !give_off_time(r, &r->off_times[i]))
      return false;
  return true;
}

/* Reads what call paths had when their process forked its first team. That is no more than the time until then. */
static bool read_early(struct reader *r) {
  const struct experiment *e = r->e;
  for (uint32_t k = 0; k < r->run_count; k++) {
    const struct run *run = &r->runs[k];
    const struct pomp_header *h = &e->processes[e->locations[run->location].process].header;
    const uint64_t most = h->first_fork > h->sync[0].tick ? h->first_fork - h->sync[0].tick : 0;
    for (uint32_t i = 0; most && e->locations[run->location].parent == NO_LOCATION && i < run->count; i++) {
      struct pomp_node n;
      memcpy(&n, r->bytes + (run->number + i) * sizeof n, sizeof n);
      const uint32_t role = POMP_KEY_ROLE(n.key);
      if (!n.early || role == POMP_ROLE_TEAM || role == POMP_ROLE_BLAME)
        continue;
      struct node_extra *extra = experiment_extra_of(r->e, &r->e->nodes[run->index + i]);
      if (!extra)
        return reader_fail(r, "not enough memory");
      extra->early = n.early < most ? n.early : most;
    }
  }
  return true;
}

bool nodes_read_extras(struct reader *r) {
  return read_messages(r) && read_balances(r) && read_cpu_times(r) && read_loops(r) && read_chunks(r) &&
         read_kernel_times(r) && read_off_times(r) && read_early(r);
}

bool nodes_order(struct reader *r) {
  struct experiment *e = r->e;
  e->by_location = !r->out_of_order;
  enum node_sort_result result =
      e->by_location ? NODES_SORTED : node_sort(&e->nodes, &e->origins, e->node_count, e->location_count);
  if (result == NODES_NO_MEMORY)
    return reader_fail(r, "not enough memory");
  if (result != NODES_SORTED)
    return reader_fail(r, "damaged: call paths in a circle");
  return e->by_location || nodes_follow(e) || reader_fail(r, "not enough memory");
}
