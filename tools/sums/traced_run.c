/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_run.c - opens an experiment and its trace, and checks that the one explains the other.
 * Not here: either file's form (tools/files, tools/files), its clock (traced_run_clock.c). */
#include "sums/traced_run.h"
#include "base/user_error.h"
#include "files/call_sites.h"
#include "files/rank_files.h"
#include "files/rank_reader.h"
#include "files/stored.h"
#include "sums/dropped_paths.h"
#include "sums/job_traces.h"
#include "sums/rank_tables.h"
#include "sums/ranks_seen.h"
#include "sums/traced_run_clock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds the region of a key. It has no node in the profile if it was entered after the profile was read. */
static uint32_t region_of(const struct analysis *a, uint32_t key) {
  for (uint32_t low = 0, high = a->region_count; low < high;) {
    uint32_t middle = low + (high - low) / 2, region = a->by_key[middle];
    if (a->regions[region].key == key)
      return region;
    if (a->regions[region].key < key)
      low = middle + 1;
    else
      high = middle;
  }
  return NO_REGION;
}

static bool is_other(const struct traced_run *s, const struct trace_node *n) {
  return n->location >= s->experiment->location_count ||
         (POMP_KEY_ROLE(n->key) != POMP_ROLE_BLAME && region_of(&s->analysis, n->key) == NO_REGION);
}

/* Finds the regions of the trace's call paths. Those that the profile doesn't know are left out. */
static bool find_regions(struct traced_run *s) {
  const struct trace *t = s->trace;
  unsigned char *marks = calloc(t->node_count + 1ull, 1);
  if (!marks)
    return user_error(s->file.path, "not enough memory");
  for (uint32_t i = 0; i < t->node_count; i++)
    marks[i] = is_other(s, &t->nodes[i]);
  if (!traced_run_drop_call_paths(s, marks))
    return false;
  s->regions = malloc((t->node_count + 1ull) * sizeof *s->regions);
  if (!s->regions)
    return user_error(s->file.path, "not enough memory");
  for (uint32_t i = 0; i < t->node_count; i++) {
    const struct trace_node *n = &t->nodes[i];
    s->regions[i] = POMP_KEY_ROLE(n->key) == POMP_ROLE_BLAME ? NO_REGION : region_of(&s->analysis, n->key);
  }
  return true;
}

/* --- critical sections: sections with equal names share a lock --- */

static const struct construct *sorted;
static int by_name(const void *x, const void *y) {
  return strcmp(sorted[*(const uint32_t *)x].sub_name, sorted[*(const uint32_t *)y].sub_name);
}

static bool find_named(struct traced_run *s) {
  const struct experiment *e = s->experiment;
  uint32_t *order = malloc((e->construct_count + 1ull) * sizeof *order), number = 0;
  s->named = malloc((e->construct_count + 1ull) * sizeof *s->named);
  if (!order || !s->named) {
    free(order);
    return user_error(s->file.path, "not enough memory");
  }
  for (uint32_t i = 0; i < e->construct_count; i++)
    order[i] = i;
  sorted = e->constructs;
  qsort(order, e->construct_count, sizeof *order, by_name);
  for (uint32_t i = 0; i < e->construct_count; i++) {
    if (i == 0 || by_name(&order[i - 1], &order[i]) != 0)
      number++;
    s->named[order[i]] = number;
  }
  free(order);
  return true;
}

/* --- teams --- */

static void find_threads(struct traced_run *s) {
  const struct experiment *e = s->experiment;
  for (uint32_t i = 0; i < e->location_count; i++) {
    const struct location *l = &e->locations[i];
    bool is_first = l->parent == NO_LOCATION || l->parent >= i || l->thread_num != 0;
    s->threads[i] = (struct traced_run_thread){is_first ? i : s->threads[l->parent].first, NO_LOCATION};
  }
  for (uint32_t i = e->location_count; i-- > 0;) {
    struct traced_run_thread *first = &s->threads[s->threads[i].first];
    if (first == &s->threads[i])
      continue;
    s->threads[i].next = first->next;
    first->next = i;
  }
}

static bool find_forks(struct traced_run *s) {
  const struct experiment *e = s->experiment;
  s->forks = calloc(e->location_count + 1ull, sizeof *s->forks);
  s->threads = calloc(e->location_count + 1ull, sizeof *s->threads);
  if (!s->forks || !s->threads)
    return user_error(s->file.path, "not enough memory");
  find_threads(s);
  for (uint32_t i = 0; i < e->location_count; i++) {
    const struct location *l = &e->locations[i];
    if (l->parent != NO_LOCATION && l->team_size > s->forks[l->parent])
      s->forks[l->parent] = l->team_size;
  }
  return true;
}

void traced_run_location_name(const struct traced_run *s, uint32_t location, char *text, size_t size) {
  analysis_location_name(&s->analysis, location, "→", text, size);
}

/* A name that finds no room is left out, with those after it. */
void traced_run_thread_name(const struct traced_run *s, uint32_t location, char *text, size_t size) {
  static const char more[] = ", …)";
  traced_run_location_name(s, location, text, size);
  size_t length = strlen(text);
  for (uint32_t i = s->threads[location].next; i != NO_LOCATION; i = s->threads[i].next) {
    bool is_second = i == s->threads[location].next;
    char name[256];
    traced_run_location_name(s, i, name, sizeof name);
    if (length + strlen(name) + sizeof " (and )" + sizeof more > size) {
      snprintf(text + length, size - length, "%s", is_second ? "" : more);
      return;
    }
    length += (size_t)snprintf(text + length, size - length, is_second ? " (and %s" : ", %s", name);
  }
  if (s->threads[location].next != NO_LOCATION)
    snprintf(text + length, size - length, ")");
}

/* True if the experiment is that of all ranks, which have their traces in directories of their own. */
static bool is_job(const struct traced_run *s) {
  return s->experiment->process_count > 1 || (s->experiment->header.ranks && !trace_file_is_there(s->loaded.directory));
}

struct ranks {
  const char *directory;
  bool traced;
};

static bool look_at_rank(void *context, const char *name) {
  struct ranks *r = context;
  char path[4096];
  if (strncmp(name, "rank-", 5) == 0 && snprintf(path, sizeof path, "%s/%s", r->directory, name) < (int)sizeof path)
    r->traced = trace_file_is_there(path);
  return !r->traced;
}

static bool a_rank_has_trace(const char *directory) {
  struct ranks r = {directory, false};
  stored_list(directory, look_at_rank, &r);
  return r.traced;
}

bool traced_run_has_trace(const struct loaded *l) {
  if (l->state == RUN_RUNNING)
    return false;
  return trace_file_is_there(l->directory) || (l->experiment.header.ranks && a_rank_has_trace(l->directory));
}

static bool look_at(void *context, struct experiment *rank, const char *directory) {
  struct ranks_seen *seen = context;
  struct trace_file file;
  char error[256];
  if (!trace_file_is_there(directory)) {
    trace_lacks_add(seen->lacks, NULL, rank->header.rank);
    return false;
  }
  bool good = trace_file_open(&file, directory, &rank->header, error, sizeof error);
  trace_lacks_add(seen->lacks, good ? &file.trace : NULL, rank->header.rank);
  if (!good)
    user_error_print(file.path, "%s", error);
  trace_file_close(&file);
  if (good)
    ranks_seen_add(seen, rank);
  return good;
}

/* Reads the experiment again from the ranks' own files, as their traces refer to those. */
static bool open_job(struct traced_run *s, struct ranks_seen *seen) {
  struct experiment *e = &s->loaded.experiment;
  struct rank_reader reader;
  experiment_free(e);
  if (!rank_files_load(e, s->loaded.directory, look_at, seen))
    return false;
  rank_reader_of(&reader, e);
  s->process = &e->processes[0];
  if (!analyse(&s->analysis, e) || !call_sites_find(e))
    return user_error(s->loaded.path, "not enough memory");
  return find_named(s) && find_forks(s) && job_traces_open(s, seen, &reader, false);
}

/* Opens the ranks' own files one by one, or, if they can't be read so, all at once. */
static bool open_reader(struct traced_run *s, struct rank_reader *reader, struct ranks_seen *seen) {
  struct experiment *e = &s->loaded.experiment;
  const enum rank_files_opened opened = rank_reader_open_files(reader, s->loaded.directory, e, look_at, seen);
  if (opened != RANK_FILES_TOGETHER)
    return opened == RANK_FILES_OPENED;
  *seen->lacks = (struct trace_lacks){.ranks = seen->lacks->ranks};
  seen->count = 0;
  user_error_repeats(false);
  const bool good = rank_files_load(e, s->loaded.directory, look_at, seen);
  user_error_repeats(true);
  rank_reader_of(reader, e);
  return good;
}

/* Does the same as open_job, rank by rank. */
static bool open_job_by_rank(struct traced_run *s, struct ranks_seen *seen) {
  struct experiment *e = &s->loaded.experiment;
  struct rank_reader reader;
  experiment_free(e);
  if (!open_reader(s, &reader, seen))
    return false;
  s->process = &e->processes[0];
  const bool good = find_named(s) && find_forks(s) && job_traces_open(s, seen, &reader, true) &&
                    (call_sites_find(e) || user_error(s->loaded.path, "not enough memory"));
  rank_reader_close(&reader);
  return good;
}

static void begin(struct traced_run *s) {
  memset(s, 0, sizeof *s);
  s->file.fd = -1;
  s->experiment = &s->loaded.experiment;
}

bool traced_run_open_profile(struct traced_run *s, const char *name) {
  begin(s);
  if (!load(&s->loaded, name))
    return false;
  if (s->loaded.interval)
    user_error_print(s->loaded.directory, "the run was divided (pomp-control reset): this is its interval %u of %u",
                     s->loaded.interval, s->loaded.intervals);
  return (analyse(&s->analysis, s->experiment) && call_sites_find(s->experiment)) ||
         user_error(s->loaded.path, "not enough memory");
}

static bool open_alone(struct traced_run *s) {
  char error[256];
  s->process = &s->experiment->processes[0];
  if (!trace_file_open(&s->file, s->loaded.directory, &s->process->header, error, sizeof error))
    return user_error(s->file.path, "%s", error);
  s->file.trace.latest = s->process->end_tick + process_second(s->process);
  traced_run_set_clock(s);
  if (!analyse(&s->analysis, s->experiment) || !call_sites_find(s->experiment))
    return user_error(s->loaded.path, "not enough memory");
  s->chunks = s->trace->chunk_count;
  s->epoch = s->process->header.epoch_ns;
  return find_regions(s) && find_named(s) && find_forks(s);
}

static bool open_any(struct traced_run *s, const char *name, struct trace_lacks *lacks, bool by_rank) {
  struct ranks_seen seen = {.lacks = lacks};
  memset(lacks, 0, sizeof *lacks);
  begin(s);
  s->trace = &s->file.trace;
  if (!(by_rank ? load_traced_frame : load_traced)(&s->loaded, name)) /* as the trace is */
    return false;
  if (s->loaded.state == RUN_RUNNING)
    return user_error(s->loaded.directory, "its program is still running: the trace can be read when it is over");
  if (!is_job(s))
    return open_alone(s);
  lacks->ranks = s->experiment->header.ranks;
  const bool good = (by_rank ? open_job_by_rank : open_job)(s, &seen);
  free(seen.at);
  return good;
}

bool traced_run_open(struct traced_run *s, const char *name, struct trace_lacks *lacks) {
  return open_any(s, name, lacks, false);
}

bool traced_run_open_by_rank(struct traced_run *s, const char *name, struct trace_lacks *lacks) {
  if (!open_any(s, name, lacks, true))
    return false;
  struct path_list *list = s->job ? NULL : path_list_make(&s->analysis);
  const bool good =
      s->job || (list && traced_run_find_paths(s, list)) || user_error(s->loaded.path, "not enough memory");
  path_list_free(list);
  return good;
}

void traced_run_close(struct traced_run *s) {
  job_traces_close(s);
  trace_file_close(&s->file);
  analysis_free(&s->analysis);
  experiment_free(&s->loaded.experiment);
  free(s->regions);
  free(s->paths);
  free(s->named);
  free(s->forks);
  free(s->threads);
}
