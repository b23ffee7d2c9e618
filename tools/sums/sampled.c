/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sampled.c - adds the samples up by call path and location, and by the states in which the threads were.
 * Not here: the functions and lines that they were in (tools/sums). */
#include "sums/sampled.h"
#include "base/huge_pages.h"
#include "sums/analysis_steps.h"

#include <stdlib.h>

/* The numbers are those of OMPT (ompt_state_t), which files have. The last one stands for all that are not here. */
static const struct sampled_state states[] = {
    {0x000, SAMPLED_WORK, "work, serial", "work_serial"},
    {0x001, SAMPLED_WORK, "work, parallel", "work_parallel"},
    {0x002, SAMPLED_WORK, "work, reduction", "work_reduction"},
    {0x010, SAMPLED_WAIT, "wait, barrier", "wait_barrier"},
    {0x011, SAMPLED_WAIT, "wait, barrier of parallel", "wait_barrier_implicit_parallel"},
    {0x012, SAMPLED_WAIT, "wait, barrier of worksharing", "wait_barrier_implicit_workshare"},
    {0x013, SAMPLED_WAIT, "wait, implicit barrier", "wait_barrier_implicit"},
    {0x014, SAMPLED_WAIT, "wait, explicit barrier", "wait_barrier_explicit"},
    {0x015, SAMPLED_WAIT, "wait, barrier of the runtime", "wait_barrier_implementation"},
    {0x016, SAMPLED_WAIT, "wait, barrier of teams", "wait_barrier_teams"},
    {0x020, SAMPLED_WAIT, "wait, taskwait", "wait_taskwait"},
    {0x021, SAMPLED_WAIT, "wait, taskgroup", "wait_taskgroup"},
    {0x040, SAMPLED_WAIT, "wait, mutex", "wait_mutex"},
    {0x041, SAMPLED_WAIT, "wait, lock", "wait_lock"},
    {0x042, SAMPLED_WAIT, "wait, critical", "wait_critical"},
    {0x043, SAMPLED_WAIT, "wait, atomic", "wait_atomic"},
    {0x044, SAMPLED_WAIT, "wait, ordered", "wait_ordered"},
    {0x080, SAMPLED_WAIT, "wait, target", "wait_target"},
    {0x081, SAMPLED_WAIT, "wait, map of target", "wait_target_map"},
    {0x082, SAMPLED_WAIT, "wait, update of target", "wait_target_update"},
    {0x100, SAMPLED_IDLE, "idle", "idle"},
    {0x101, SAMPLED_OVERHEAD, "overhead", "overhead"},
    {0x102, SAMPLED_UNTOLD, "not told", "undefined"},
};
enum { STATES = sizeof states / sizeof *states };
_Static_assert(STATES <= SAMPLED_STATES, "all states can be told apart");

const struct sampled_state *sampled_states(uint32_t *count) {
  *count = STATES;
  return states;
}

const struct sampled_state *sampled_state(uint32_t number) {
  for (uint32_t i = 0; i < STATES; i++)
    if (states[i].number == number)
      return &states[i];
  return &states[STATES - 1];
}

static void add(struct sampled_count *to, struct sampled_count from) {
  to->count += from.count;
  to->time += from.time;
}

void sampled_add_sums(struct sampled_sums *to, const struct sampled_sums *from) {
  add(&to->all, from->all);
  for (int i = 0; i < SAMPLED_KINDS; i++)
    add(&to->by[i], from->by[i]);
  add(&to->early, from->early);
}

void sampled_add_processes(const struct experiment *e, struct sampled *s) {
  s->on_cpu = true;
  for (uint32_t i = 0; i < e->process_count; i++) {
    const struct pomp_header *h = &e->processes[i].header;
    if (!h->sample_period)
      continue;
    s->on_cpu &= h->sample_source == POMP_SAMPLE_CPU_TIMER || h->sample_source == POMP_SAMPLE_PERF;
    s->lost += h->samples_lost;
    s->unseen += h->sample_unseen;
    s->period = h->sample_period > s->period ? h->sample_period : s->period;
  }
}

static int by_what(const void *x, const void *y) {
  const struct sampled_found *a = x, *b = y;
  if (a->location != b->location)
    return a->location < b->location ? -1 : 1;
  if (a->path != b->path)
    return a->path < b->path ? -1 : 1;
  return a->state == b->state ? 0 : a->state < b->state ? -1 : 1;
}

/* Sorts the entries, and adds up entries with equal keys. */
static void join(struct sampled *s) {
  uint32_t kept = 0;
  qsort(s->found, s->found_count, sizeof *s->found, by_what);
  for (uint32_t i = 0; i < s->found_count; i++) {
    if (kept && by_what(&s->found[kept - 1], &s->found[i]) == 0)
      add(&s->found[kept - 1].samples, s->found[i].samples);
    else
      s->found[kept++] = s->found[i];
  }
  s->found_count = kept;
}

bool sampled_is_there(const struct experiment *e) {
  bool some = e->sample_count != 0;
  for (uint32_t i = 0; i < e->process_count; i++)
    some |= e->processes[i].header.sample_period != 0;
  return some;
}

bool sampled_find(struct analysis *a) {
  const struct experiment *e = a->experiment;
  if (!sampled_is_there(e))
    return true;
  struct sampled *s = a->sampled = calloc(1, sizeof *s);
  if (!s)
    return false;
  s->nodes = huge_pages_calloc(e->node_count + 1ull, sizeof *s->nodes);
  s->paths = calloc(a->path_count + 1ull, sizeof *s->paths);
  s->inclusive = huge_pages_calloc(e->node_count + 1ull, sizeof *s->inclusive);
  s->found = calloc(e->sample_count + 1ull, sizeof *s->found);
  if (!s->nodes || !s->paths || !s->inclusive || !s->found)
    return false;
  sampled_add_processes(e, s);
  for (uint32_t i = 0; i < e->sample_count; i++) {
    const struct sample_record *r = &e->samples[i];
    struct sampled_sums *to = r->node == NO_NODE ? &s->none : &s->nodes[r->node];
    const struct sampled_count found = {r->count, r->time};
    add(&s->all, found);
    add(&to->all, found);
    const enum sampled_kind kind = sampled_state(r->state)->kind;
    add(&to->by[kind], found);
    if (r->early && kind != SAMPLED_WAIT && kind != SAMPLED_IDLE)
      add(&to->early, found);
    uint32_t path = r->node == NO_NODE ? 0 : a->node_path[r->node];
    s->found[s->found_count++] = (struct sampled_found){r->location, path, sampled_state(r->state), found};
  }
  join(s);
  for (uint32_t i = e->node_count; i-- > 0;) {
    if (a->node_path[i] != NO_PATH)
      sampled_add_sums(&s->paths[a->node_path[i]], &s->nodes[i]);
    add(&s->inclusive[i], s->nodes[i].all);
    if (a->node_is_part[i])
      add(&s->inclusive[e->nodes[i].parent], s->inclusive[i]);
  }
  return sampled_work_find(a, s);
}

void sampled_free(struct sampled *s) {
  if (s) {
    free(s->nodes);
    free(s->paths);
    free(s->teams);
    free(s->inclusive);
    free(s->found);
    free(s->work);
    free(s->forks);
    free(s);
  }
}

bool sampled_path(const struct analysis *a, uint32_t path, uint32_t location, struct sampled_sums *sums) {
  uint32_t node;
  *sums = (struct sampled_sums){.all = {0, 0}};
  if (a->sampled && location == NO_LOCATION)
    *sums = a->sampled->paths[path];
  for (uint32_t i = 0; a->sampled && location != NO_LOCATION && analysis_node(a, path, i, &node); i++)
    if (a->experiment->nodes[node].location == location)
      sampled_add_sums(sums, &a->sampled->nodes[node]);
  return a->sampled != NULL;
}

bool sampled_region(const struct analysis *a, uint32_t region, uint32_t location, struct sampled_sums *sums) {
  const struct region *r = &a->regions[region];
  struct sampled_sums of_path;
  *sums = (struct sampled_sums){.all = {0, 0}};
  for (uint32_t i = 0; i < r->paths; i++)
    if (sampled_path(a, a->region_paths[r->first_path + i], location, &of_path))
      sampled_add_sums(sums, &of_path);
  return a->sampled != NULL;
}
