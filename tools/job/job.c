/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job.c - opens the traces of a job's ranks, and finds which of their communicators are the same.
 * Not here: what job.h says. */
#include "job.h"
#include "dropped_paths.h"
#include "pomp_array.h"
#include "source_clock.h"
#include "user_error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- call paths --- */

/* Leaves out the trace's call paths that the process has not, or has as others. */
static bool drop_others(struct source *s, struct source *r) {
  const struct experiment *e = s->experiment;
  const struct trace *t = r->trace;
  unsigned char *marks = malloc(t->node_count + 1ull);
  if (!marks)
    return user_error(r->file.path, "not enough memory");
  memset(marks, 1, t->node_count);
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    if (&e->processes[e->locations[n->location].process] != r->process)
      continue;
    uint32_t at = trace_node_find(t, e->origins[i].number);
    if (at != TRACE_NO_NODE)
      marks[at] = t->nodes[at].location != n->location - r->first_location ||
                  POMP_KEY_ROLE(n->key) != POMP_KEY_ROLE(t->nodes[at].key);
  }
  return source_drop_call_paths(r, marks);
}

/* Finds the regions of the trace's call paths. The trace has its own process's numbers; the profile tells what they
 * are in the whole. */
static bool find_nodes(struct source *s, struct source *r) {
  const struct experiment *e = s->experiment;
  const struct trace *t = r->trace;
  if (!drop_others(s, r))
    return false;
  r->regions = malloc((t->node_count + 1ull) * sizeof *r->regions);
  r->keys = calloc(t->node_count + 1ull, sizeof *r->keys);
  if (!r->regions || !r->keys)
    return user_error(r->file.path, "not enough memory");
  for (uint32_t i = 0; i < t->node_count; i++)
    r->regions[i] = NO_REGION;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct node *n = &e->nodes[i];
    if (&e->processes[e->locations[n->location].process] != r->process)
      continue;
    uint32_t at = trace_node_find(t, e->origins[i].number);
    if (at == TRACE_NO_NODE)
      continue;
    r->keys[at] = n->key;
    if (POMP_KEY_ROLE(n->key) != POMP_ROLE_BLAME)
      r->regions[at] = analysis_region(&s->analysis, n->key);
  }
  return true;
}

/* --- communicators --- */

/* Finds the member with this rank in MPI_COMM_WORLD, or, without `s`, with this rank in the communicator, where the
 * members' ranks ascend. */
static uint32_t search(const struct source *s, const struct side *side, uint64_t rank) {
  for (uint32_t low = 0, high = side->count; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    const struct member *m = &side->members[middle];
    uint32_t r = s ? s->experiment->processes[m->process].header.rank : m->rank;
    if (r == rank)
      return middle;
    if (r < rank)
      low = middle + 1;
    else
      high = middle;
  }
  return UINT32_MAX;
}

uint32_t job_member(const struct source *s, const struct side *side, uint64_t rank) {
  uint32_t found = search(s, side, rank); /* most are in the order of MPI_COMM_WORLD */
  for (uint32_t i = 0; found == UINT32_MAX && i < side->count; i++)
    if (s->experiment->processes[side->members[i].process].header.rank == rank)
      found = i;
  return found;
}

uint32_t job_root(const struct side *side, uint32_t rank) { return search(NULL, side, rank); }

const struct called *job_called(const struct job *j, uint32_t process, uint64_t id) {
  for (uint32_t low = 0, high = j->called_count[process]; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    const struct called *c = &j->called[process][middle];
    if (c->id == id)
      return c;
    if (c->id < id)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* Returns the number of the communicator, which is made if it is new, or NUMBERS_NONE if there is no memory. */
static uint32_t communicator_of(struct job *j, uint64_t hash, uint32_t number) {
  uint32_t n = numbers_of(&j->keys, hash, number);
  if (n == NUMBERS_NONE || n < j->communicator_count)
    return n;
  if (!POMP_ARRAY_ROOM(j->communicators, j->room, n + 1ull))
    return NUMBERS_NONE;
  j->communicators[n] = (struct communicator){.number = number};
  j->communicator_count = n + 1;
  return n;
}

static bool add_member(struct side *side, struct member m) {
  if (!POMP_ARRAY_ROOM(side->members, side->room, side->count + 1ull))
    return false;
  side->members[side->count++] = m;
  return true;
}

static int by_id(const void *x, const void *y) {
  const struct called *a = x, *b = y;
  return a->id < b->id ? -1 : a->id > b->id;
}

static bool add_called(struct job *j, uint32_t process, const struct trace_communicator *from, struct called *to) {
  uint32_t n = communicator_of(j, from->hash, from->number);
  if (n == NUMBERS_NONE)
    return false;
  struct communicator *c = &j->communicators[n];
  uint64_t other = from->hash - from->own;
  c->inter = from->others != 0;
  c->alone = from->size == 1 && !c->inter;
  *to = (struct called){from->id, n, c->inter && from->own > other};
  c->sides[to->side].hash = c->inter ? from->own : from->hash;
  return add_member(&c->sides[to->side], (struct member){process, from->rank});
}

/* Finds what a process calls its communicators. One that was explained twice counts once. */
static bool find_called(struct job *j, uint32_t process) {
  const struct trace *t = j->ranks[process].trace;
  struct called *called = malloc((t->communicator_count + 1ull) * sizeof *called);
  j->called[process] = called;
  if (!called)
    return false;
  uint32_t count = 0;
  called[count++] = (struct called){0, 0, 0};
  if (!add_member(&j->communicators[0].sides[0], (struct member){process, j->ranks[process].process->header.rank}))
    return false;
  for (uint32_t i = 0; i < t->communicator_count; i++)
    if (t->communicators[i].id && (i == 0 || t->communicators[i].id != t->communicators[i - 1].id) &&
        !add_called(j, process, &t->communicators[i], &called[count++]))
      return false;
  qsort(called, count, sizeof *called, by_id);
  j->called_count[process] = count;
  return true;
}

static int by_rank(const void *x, const void *y) {
  const struct member *a = x, *b = y;
  return a->rank < b->rank ? -1 : a->rank > b->rank;
}

static bool find_communicators(struct job *j) {
  bool good = communicator_of(j, 0, UINT32_MAX) == 0; /* no other communicator has this hash */
  for (uint32_t i = 0; good && i < j->count; i++)
    good = find_called(j, i);
  for (uint32_t i = 0; good && i < j->communicator_count; i++)
    for (int k = 0; k < 2; k++)
      if (j->communicators[i].sides[k].count)
        qsort(j->communicators[i].sides[k].members, j->communicators[i].sides[k].count, sizeof(struct member), by_rank);
  return good;
}

/* --- all of it --- */

/* True if the metrics of the process have the same numbers as in the whole: only those can be reported. */
static bool same_metrics(const struct experiment *whole, const struct process *p) {
  const struct experiment *e = NULL;
  for (uint32_t i = 0; i < whole->part_count; i++)
    if (whole->parts[i].header.rank == p->header.rank)
      e = &whole->parts[i];
  if (!e || e->metric_count != whole->metric_count)
    return false;
  for (uint32_t i = 0; i < e->metric_count; i++)
    if (strcmp(e->metrics[i].name, whole->metrics[i].name) != 0)
      return false;
  return true;
}

static bool open_rank(struct source *s, struct source *r, uint32_t i) {
  char error[256], directory[4096 + 32];
  const struct process *p = &s->experiment->processes[i];
  *r = (struct source){.experiment = s->experiment,
                       .process = p,
                       .first_location = p->first_location,
                       .named = s->named,
                       .forks = s->forks,
                       .threads = s->threads,
                       .job = s->job,
                       .number = i,
                       .shares_clock = process_shares_clock(p, &s->experiment->processes[0]),
                       .no_metrics = !same_metrics(s->experiment, p)};
  r->trace = &r->file.trace;
  r->begin = p->header.sync[0].tick;
  snprintf(directory, sizeof directory, "%s/" POMP_FORMAT_RANK_DIRECTORY, s->loaded.directory, p->header.rank);
  if (!trace_file_open(&r->file, directory, &p->header, error, sizeof error))
    return user_error(r->file.path, "%s", error);
  r->file.trace.latest = p->end_tick + process_second(p);
  r->end = r->trace->header.stop_tick ? r->trace->header.stop_tick : p->end_tick;
  return find_nodes(s, r);
}

/* Sets the times of the whole, which begins when the first rank does. */
static void set_times(struct source *s) {
  struct job *j = s->job;
  double zero = source_common_ns(&j->ranks[0], j->ranks[0].begin);
  for (uint32_t i = 1; i < j->count; i++) {
    double begin = source_common_ns(&j->ranks[i], j->ranks[i].begin);
    zero = begin < zero ? begin : zero;
  }
  for (uint32_t i = 0; i < j->count; i++) {
    j->ranks[i].zero = (uint64_t)zero;
    uint64_t end = source_time(&j->ranks[i], j->ranks[i].end);
    s->end = end > s->end ? end : s->end;
  }
  s->begin = 0;
  const struct pomp_header *h = &s->experiment->processes[0].header;
  s->epoch = h->epoch_ns + (uint64_t)(int64_t)(zero - source_common_ns(&j->ranks[0], h->sync[0].tick));
}

bool job_open(struct source *s) {
  struct job *j = calloc(1, sizeof *j);
  s->job = j;
  if (!j)
    return user_error(s->loaded.path, "not enough memory");
  numbers_begin(&j->keys);
  uint32_t count = s->experiment->process_count;
  j->ranks = calloc(count, sizeof *j->ranks);
  j->called = calloc(count, sizeof *j->called);
  j->called_count = calloc(count, sizeof *j->called_count);
  if (!j->ranks || !j->called || !j->called_count)
    return user_error(s->loaded.path, "not enough memory");
  for (; j->count < count; j->count++) {
    j->ranks[j->count].file.fd = -1;
    if (!open_rank(s, &j->ranks[j->count], j->count)) {
      j->count++;
      return false;
    }
    s->chunks += j->ranks[j->count].trace->chunk_count;
  }
  set_times(s);
  return find_communicators(j) || user_error(s->loaded.path, "not enough memory");
}

void job_close(struct source *s) {
  struct job *j = s->job;
  if (!j)
    return;
  for (uint32_t i = 0; i < j->count; i++) {
    trace_file_close(&j->ranks[i].file);
    free(j->ranks[i].regions);
    free(j->ranks[i].keys);
    free(j->called[i]);
  }
  for (uint32_t i = 0; i < j->communicator_count; i++)
    for (int k = 0; k < 2; k++)
      free(j->communicators[i].sides[k].members);
  numbers_end(&j->keys);
  free(j->communicators);
  free(j->ranks);
  free(j->called);
  free(j->called_count);
  free(j);
}
