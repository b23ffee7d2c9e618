/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cube_metrics.c - the metrics of a CUBE4 file, as a table. Those that mean the same as Score-P's have its names and
 * units.
 * Not here: how their values are written (cube_values.c). */
#include "commands/convert/cube.h"

#include <stdio.h>
#include <string.h>

/* Returns a bit for each role, or kind of MPI's functions. */
#define BIT(number) (1ull << (number))
#define ANY UINT32_MAX

enum cause { CAUSE_BARRIER, CAUSE_IMPLICIT, CAUSE_CRITICAL, CAUSE_LOCK, CAUSE_ORDERED, CAUSE_TASKS, CAUSES };
static const uint64_t cause_roles[CAUSES] = {
    [CAUSE_BARRIER] = BIT(POMP_ROLE_BARRIER),   [CAUSE_IMPLICIT] = BIT(POMP_ROLE_BARRIER),
    [CAUSE_CRITICAL] = BIT(POMP_ROLE_CRITICAL), [CAUSE_LOCK] = BIT(POMP_ROLE_LOCK),
    [CAUSE_ORDERED] = BIT(POMP_ROLE_ORDERED),   [CAUSE_TASKS] = BIT(POMP_ROLE_TASKWAIT),
};

static const struct node *node_at(const struct cube *c, uint32_t node) { return &c->experiment->nodes[node]; }

static uint64_t visits(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return node_at(c, node)->visits;
}

static uint64_t own_time(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return c->analysis->nodes[node].exclusive;
}

static uint64_t wait(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  if (m->number == ANY)
    return c->analysis->nodes[node].wait;
  if (!(cause_roles[m->number] & BIT(POMP_KEY_ROLE(node_at(c, node)->key))))
    return 0;
  if (m->number == CAUSE_BARRIER || m->number == CAUSE_IMPLICIT) {
    const struct region *r = &c->analysis->regions[c->analysis->paths[c->analysis->node_path[node]].region];
    bool is_explicit = r->construct && strcmp(r->construct->name, "barrier") == 0;
    if (is_explicit != (m->number == CAUSE_BARRIER))
      return 0;
  }
  return c->analysis->nodes[node].wait;
}

static uint64_t shortest(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return analysis_node_totals(c->analysis, node).min;
}

static uint64_t longest(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  const struct totals t = analysis_node_totals(c->analysis, node);
  return t.min == UINT64_MAX ? UINT64_MAX : t.max; /* so none of both is there without a visit that ended */
}

static uint64_t contended(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return c->analysis->nodes[node].contended;
}

static uint64_t held(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return analysis_node_totals(c->analysis, node).held;
}

static uint64_t delay(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  (void)m;
  return analysis_node_totals(c->analysis, node).delay;
}

/* Return what the functions of MPI of some kinds have moved; m->number has the kinds' bits. */
#define MESSAGES(function, member)                                                                                     \
  static uint64_t function(const struct cube *c, const struct cube_metric *m, uint32_t node) {                         \
    const struct messages *of = &experiment_extra(c->experiment, node_at(c, node))->messages;                          \
    return of->kind < POMP_MPI_KIND_COUNT && (m->number & BIT(of->kind)) ? of->member : 0;                             \
  }
MESSAGES(sent, sent)
MESSAGES(received, received)
MESSAGES(sent_bytes, sent_bytes)
MESSAGES(received_bytes, received_bytes)
#define PUT_GET ((uint32_t)BIT(POMP_MPI_ONE_SIDED))
#define FILES ((uint32_t)BIT(POMP_MPI_FILE))
#define OTHERS (~(PUT_GET | FILES))

static uint64_t counter(const struct cube *c, const struct cube_metric *m, uint32_t node) {
  return (uint64_t)c->analysis->sums[OF_NODES][(size_t)node * c->experiment->metric_count + m->number].exclusive;
}

/* docs/other-tools.md has this table, too. */
static const struct cube_metric rows[] = {
    {"visits", "Visits", "occ", "Number of visits", 0, CUBE_COUNT, 0, visits},
    {"time", "Time", "sec", "Time in regions, and outside of all of them", 0, CUBE_INCLUSIVE, 0, own_time},
    {"wait", "Waiting", "sec", "Time in which a thread waited for others", 1, CUBE_TIME, ANY, wait},
    {"wait_barrier", "Barrier", "sec", "Waiting in barriers that the source has", 2, CUBE_TIME, CAUSE_BARRIER, wait},
    {"wait_implicit_barrier", "Implicit barrier", "sec", "Waiting in barriers at the ends of constructs", 2, CUBE_TIME,
     CAUSE_IMPLICIT, wait},
    {"wait_critical", "Critical", "sec", "Waiting for critical sections", 2, CUBE_TIME, CAUSE_CRITICAL, wait},
    {"wait_lock", "Lock", "sec", "Waiting for OpenMP locks", 2, CUBE_TIME, CAUSE_LOCK, wait},
    {"wait_ordered", "Ordered", "sec", "Waiting for earlier iterations", 2, CUBE_TIME, CAUSE_ORDERED, wait},
    {"wait_tasks", "Tasks", "sec", "Waiting for tasks that others execute", 2, CUBE_TIME, CAUSE_TASKS, wait},
    {"min_time", "Minimum Inclusive Time", "sec", "The shortest finished visit", 0, CUBE_SHORTEST, 0, shortest},
    {"max_time", "Maximum Inclusive Time", "sec", "The longest finished visit", 0, CUBE_LONGEST, 0, longest},
    {"contended", "Contended visits", "occ", "Visits that found somebody else inside", 0, CUBE_COUNT, 0, contended},
    {"lock_held", "Lock held", "sec", "Time in which locks were held, after their routines", 0, CUBE_TIME, 0, held},
    {"delay", "Delay", "sec", "Time from a fork or a task's creation to its begin, before its visits", 0, CUBE_TIME, 0,
     delay},
    {"messages_sent", "Messages sent", "occ", "Messages of MPI that were sent", 0, CUBE_COUNT, OTHERS, sent},
    {"messages_received", "Messages received", "occ", "Messages of MPI that were received", 0, CUBE_COUNT, OTHERS,
     received},
    {"bytes_sent", "bytes_sent", "bytes", "Bytes sent", 0, CUBE_COUNT, OTHERS, sent_bytes},
    {"bytes_received", "bytes_received", "bytes", "Bytes received", 0, CUBE_COUNT, OTHERS, received_bytes},
    {"bytes_put", "bytes_put", "bytes", "Bytes sent in one-sided communication", 0, CUBE_COUNT, PUT_GET, sent_bytes},
    {"bytes_get", "bytes_get", "bytes", "Bytes received in one-sided communication", 0, CUBE_COUNT, PUT_GET,
     received_bytes},
    {"io_bytes_read", "io_bytes_read", "bytes", "I/O bytes read", 0, CUBE_COUNT, FILES, received_bytes},
    {"io_bytes_written", "io_bytes_written", "bytes", "I/O bytes written", 0, CUBE_COUNT, FILES, sent_bytes},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool cube_metric_at(const struct cube *c, uint32_t i, struct cube_metric *m) {
  const struct experiment *e = c->experiment;
  if (i < ROWS) {
    *m = rows[i];
    return true;
  }
  i -= ROWS;
  if (i >= e->metric_count)
    return false;
  const struct metric *of = &e->metrics[i];
  *m = (struct cube_metric){.name = of->name,
                            .title = of->name,
                            .unit = *of->unit ? of->unit : "#",
                            .text = of->text,
                            .form = CUBE_COUNTER,
                            .number = i,
                            .value = counter};
  return true;
}
