/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_traces.c - opens the traces of a job's ranks, and finds which of their communicators are the same.
 * Not here: what job_traces.h says. */
#include "sums/job_traces.h"
#include "base/user_error.h"
#include "pomp_array.h"
#include "pomp_bytes.h"
#include "sums/job_sums.h"
#include "sums/traced_run_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- communicators --- */

/* Finds the member with this rank in MPI_COMM_WORLD, or, without `s`, with this rank in the communicator, where the
 * members' ranks ascend. */
static uint32_t search(const struct traced_run *s, const struct side *side, uint64_t rank) {
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

uint32_t job_traces_member(const struct traced_run *s, const struct side *side, uint64_t rank) {
  uint32_t found = search(s, side, rank); /* most are in the order of MPI_COMM_WORLD */
  for (uint32_t i = 0; found == UINT32_MAX && i < side->count; i++)
    if (s->experiment->processes[side->members[i].process].header.rank == rank)
      found = i;
  return found;
}

uint32_t job_traces_root(const struct side *side, uint32_t rank) { return search(NULL, side, rank); }

const struct called *job_traces_called(const struct job_traces *j, uint32_t process, uint64_t id) {
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
static uint32_t communicator_of(struct job_traces *j, uint64_t hash, uint32_t number) {
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

static bool add_called(struct job_traces *j, uint32_t process, const struct trace_communicator *from,
                       struct called *to) {
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
static bool find_called(struct job_traces *j, uint32_t process) {
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

static void sort_members(struct job_traces *j) {
  for (uint32_t i = 0; i < j->communicator_count; i++)
    for (int k = 0; k < 2; k++)
      if (j->communicators[i].sides[k].count)
        qsort(j->communicators[i].sides[k].members, j->communicators[i].sides[k].count, sizeof(struct member), by_rank);
}

/* --- ranks --- */

static void directory_of(const struct traced_run *s, const struct traced_run *r, char *directory, size_t size) {
  snprintf(directory, size, "%s/" POMP_FORMAT_RANK_DIRECTORY, s->loaded.directory, r->process->header.rank);
}

static bool open_rank(struct traced_run *s, struct traced_run *r, uint32_t i, const struct ranks_seen *seen) {
  char error[256], directory[4096 + 32];
  const struct process *p = &s->experiment->processes[i];
  r->experiment = s->experiment; /* one by one, as most of the structure is never touched */
  r->process = p;
  r->first_location = p->first_location;
  r->named = s->named;
  r->forks = s->forks;
  r->threads = s->threads;
  r->job = s->job;
  r->number = i;
  r->shares_clock = process_shares_clock(p, &s->experiment->processes[0]);
  r->no_metrics = !ranks_seen_same_metrics(seen, s->experiment, p->header.rank);
  r->trace = &r->file.trace;
  r->begin = p->header.sync[0].tick;
  directory_of(s, r, directory, sizeof directory);
  if (!trace_file_open(&r->file, directory, &p->header, error, sizeof error))
    return user_error(r->file.path, "%s", error);
  r->file.trace.latest = p->end_tick + process_second(p);
  r->end = r->trace->header.stop_tick ? r->trace->header.stop_tick : p->end_tick;
  return true;
}

bool traced_run_enter(const struct traced_run *s, uint32_t process) {
  char error[256], directory[4096 + 32];
  struct job_traces *j = s->job;
  if (!j || !j->by_rank)
    return true;
  struct traced_run *r = &j->ranks[process];
  directory_of(s, r, directory, sizeof directory);
  pthread_mutex_lock(&j->opening);
  const bool good = trace_file_open_again(&r->file, directory, &r->process->header, error, sizeof error);
  pthread_mutex_unlock(&j->opening);
  return good ? rank_tables_make(s, r, &j->known[process]) : user_error(r->file.path, "%s", error);
}

void traced_run_leave(const struct traced_run *s, uint32_t process) {
  struct job_traces *j = s->job;
  if (!j || !j->by_rank)
    return;
  rank_tables_free(&j->ranks[process]);
  trace_file_leave(&j->ranks[process].file);
}

const struct traced_run *traced_run_of_process(const struct traced_run *s, uint32_t process) {
  return s->job ? &s->job->ranks[process] : s;
}

/* --- what the call paths of traces are in the whole, and the analysis --- */

static bool add_analysis(struct job_sums *m, const struct experiment *rank, uint32_t process) {
  struct analysis of;
  struct pomp_bytes bytes = {.at = NULL};
  bool good = analyse(&of, rank);
  if (good) {
    rank_analysis_put(&of, 0, &bytes);
    good = !bytes.failed && job_sums_add(m, process, &bytes);
  }
  free(bytes.at);
  analysis_free(&of);
  return good;
}

/* Takes what a rank has, whose trace is open. `m` is what the analysis is made with, if there is none. */
static bool take_rank(struct traced_run *s, const struct rank_reader *reader, struct job_sums *m, uint32_t i) {
  struct job_traces *j = s->job;
  struct experiment rank;
  const bool good = rank_reader_read(reader, i, &rank) &&
                    rank_keys_find(&j->known[i], j->ranks[i].trace, &rank, i ? &j->known[i - 1] : NULL) &&
                    (!m || add_analysis(m, &rank, i));
  experiment_of_rank_free(&rank);
  return (good || user_error(s->loaded.path, "not enough memory")) &&
         (m || rank_tables_make(s, &j->ranks[i], &j->known[i]));
}

/* --- all of it --- */

/* Sets the times of the whole, which begins when the first rank does. */
static void set_times(struct traced_run *s) {
  struct job_traces *j = s->job;
  double zero = traced_run_common_ns(&j->ranks[0], j->ranks[0].begin);
  for (uint32_t i = 1; i < j->count; i++) {
    double begin = traced_run_common_ns(&j->ranks[i], j->ranks[i].begin);
    zero = begin < zero ? begin : zero;
  }
  for (uint32_t i = 0; i < j->count; i++) {
    j->ranks[i].zero = (uint64_t)zero;
    uint64_t end = traced_run_time(&j->ranks[i], j->ranks[i].end);
    s->end = end > s->end ? end : s->end;
  }
  s->begin = 0;
  const struct pomp_header *h = &s->experiment->processes[0].header;
  s->epoch = h->epoch_ns + (uint64_t)(int64_t)(zero - traced_run_common_ns(&j->ranks[0], h->sync[0].tick));
}

static bool make_room(struct traced_run *s) {
  struct job_traces *j = calloc(1, sizeof *j);
  const uint32_t count = s->experiment->process_count;
  s->job = j;
  if (!j)
    return false;
  numbers_begin(&j->keys);
  pthread_mutex_init(&j->opening, NULL);
  j->ranks = calloc(count, sizeof *j->ranks);
  j->called = calloc(count, sizeof *j->called);
  j->called_count = calloc(count, sizeof *j->called_count);
  j->known = calloc(count, sizeof *j->known);
  return j->ranks && j->called && j->called_count && j->known &&
         communicator_of(j, 0, UINT32_MAX) == 0; /* no other communicator has this hash */
}

/* Opens the traces one after the other. */
static bool open_ranks(struct traced_run *s, const struct ranks_seen *seen, const struct rank_reader *reader,
                       struct job_sums *m) {
  struct job_traces *j = s->job;
  bool good = true;
  while (good && j->count < s->experiment->process_count) {
    const uint32_t i = j->count++;
    struct traced_run *r = &j->ranks[i];
    r->file.fd = -1;
    good = open_rank(s, r, i, seen) && take_rank(s, reader, m, i) &&
           (find_called(j, i) || user_error(s->loaded.path, "not enough memory"));
    s->chunks += r->file.trace.chunk_count;
    if (good && m)
      trace_file_leave(&r->file);
  }
  return good;
}

static bool open_by_rank(struct traced_run *s, const struct ranks_seen *seen, const struct rank_reader *reader) {
  struct job_sums *m = job_sums_begin(&s->analysis, s->experiment);
  bool good = m || user_error(s->loaded.path, "not enough memory");
  good = good && open_ranks(s, seen, reader, m);
  if (good)
    good = (job_sums_conclude(m) && (s->job->path_list = path_list_make(&s->analysis))) ||
           user_error(s->loaded.path, "not enough memory");
  job_sums_free(m);
  s->job->by_rank = true;
  return good;
}

bool job_traces_open(struct traced_run *s, const struct ranks_seen *seen, const struct rank_reader *reader,
                     bool by_rank) {
  if (seen->no_memory || !make_room(s))
    return user_error(s->loaded.path, "not enough memory");
  if (!(by_rank ? open_by_rank(s, seen, reader) : open_ranks(s, seen, reader, NULL)))
    return false;
  set_times(s);
  sort_members(s->job);
  return true;
}

void job_traces_close(struct traced_run *s) {
  struct job_traces *j = s->job;
  if (!j)
    return;
  for (uint32_t i = 0; i < j->count; i++) {
    trace_file_close(&j->ranks[i].file);
    rank_tables_free(&j->ranks[i]);
    rank_keys_free(&j->known[i]);
    free(j->called[i]);
  }
  for (uint32_t i = 0; i < j->communicator_count; i++)
    for (int k = 0; k < 2; k++)
      free(j->communicators[i].sides[k].members);
  numbers_end(&j->keys);
  path_list_free(j->path_list);
  pthread_mutex_destroy(&j->opening);
  free(j->known);
  free(j->communicators);
  free(j->ranks);
  free(j->called);
  free(j->called_count);
  free(j);
}
