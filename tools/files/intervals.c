/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* intervals.c - finds the files that were kept at the ends of a run's intervals, and makes of two of them what was in
 * between.
 * Not here: who keeps a state (libpompread), how one is taken off a later one (subtract_state.c).
 *
 * A directory can be used for one run after the other. So a file that another process has left there is none of the
 * run's. */
#include "files/intervals.h"
#include "base/user_error.h"
#include "files/load_file.h"
#include "files/state_match.h"
#include "files/stored.h"
#include "files/subtract_state.h"
#include "pomp_array.h"
#include "pomp_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

uint32_t load_interval;

/* Who has divided the run: somebody (pomp-control reset), or the library at regular times. */
enum divided { BY_RESET, BY_TIME };

/* This is a file of a directory. */
struct state_file {
  uint32_t number, rank; /* NO_PROCESS: it is no rank's */
  enum divided by;
};
struct state_files {
  struct state_file *at;
  uint32_t count, room;
  enum divided by;
  bool no_memory;
  uint32_t left_out;       /* files that are no states of the run, */
  struct state_file first; /* the first of them, or the first that is wrong, */
  const char *why;         /* and why */
  bool is_wrong;           /* the wanted interval begins or ends there */
};

static void name_of(const struct state_file *k, char *name, size_t size) {
  if (k->rank == NO_PROCESS && k->by == BY_RESET)
    snprintf(name, size, POMP_FORMAT_INTERVAL_FILE, k->number);
  else if (k->rank == NO_PROCESS)
    snprintf(name, size, POMP_FORMAT_EVERY_FILE, k->number);
  else if (k->by == BY_RESET)
    snprintf(name, size, POMP_FORMAT_INTERVAL_RANK_FILE, k->number, k->rank);
  else
    snprintf(name, size, POMP_FORMAT_EVERY_RANK_FILE, k->number, k->rank);
}

static void path_of(const struct state_file *k, const char *directory, char *path, size_t size) {
  char name[64];
  name_of(k, name, sizeof name);
  snprintf(path, size, "%s/%s", directory, name);
}

static bool read_name(const char *name, struct state_file *k, enum divided by) {
  char again[64];
  *k = (struct state_file){0, NO_PROCESS, by};
  const int found = by == BY_RESET ? sscanf(name, "interval-%u-rank-%u", &k->number, &k->rank)
                                   : sscanf(name, "every-%u-rank-%u", &k->number, &k->rank);
  if (found < 1 || !k->number || k->number == UINT32_MAX)
    return false;
  if (found == 1)
    k->rank = NO_PROCESS;
  name_of(k, again, sizeof again);
  return strcmp(name, again) == 0;
}

static int by_number(const void *x, const void *y) {
  const struct state_file *a = x, *b = y;
  return a->number != b->number ? (a->number < b->number ? -1 : 1) : a->rank < b->rank ? -1 : a->rank > b->rank;
}

static bool add_file(void *context, const char *name) {
  struct state_files *files = context;
  struct state_file k;
  if (!read_name(name, &k, files->by))
    return true;
  files->no_memory = !POMP_ARRAY_ROOM(files->at, files->room, files->count + 1ull);
  if (!files->no_memory)
    files->at[files->count++] = k;
  return !files->no_memory;
}

/* Finds the files, the earliest first. False if there is no memory. */
static bool find_files(struct state_files *files, const char *directory, enum divided by) {
  files->by = by;
  stored_list(directory, add_file, files);
  if (!files->no_memory && files->count)
    qsort(files->at, files->count, sizeof *files->at, by_number);
  return !files->no_memory;
}

/* Returns why the file is no state of the run; NULL: a process of the run has left it. */
static const char *why_not_of_run(const struct state_file *k, const char *directory, const struct experiment *run) {
  struct process p = {.since_tick = 0};
  struct stat s = {.st_size = 0};
  char path[4200];
  path_of(k, directory, path, sizeof path);
  const int fd = stored_open(path);
  if (fd < 0)
    return strerror(errno);
  const bool is_read = pomp_file_read_at(fd, &p.header, sizeof p.header, 0) == 0;
  const bool is_file = fstat(fd, &s) == 0 && S_ISREG(s.st_mode);
  close(fd);
  if (!is_file)
    return "not a file";
  if (!s.st_size)
    return "the file is empty";
  if (!is_read || memcmp(p.header.magic, POMP_FORMAT_MAGIC, sizeof p.header.magic) != 0)
    return "its head is damaged";
  if (same_process(run, &p, 0) != NO_PROCESS)
    return NULL;
  return "it is of another run";
}

/* `number`: that of the interval which ends with the state. */
static bool is_of_run(struct state_files *files, uint32_t i, uint32_t number, const char *directory,
                      const struct experiment *run) {
  const struct state_file k = files->at[i];
  const char *why = why_not_of_run(&k, directory, run);
  const bool is_wrong = why && (load_interval == number || load_interval == number + 1);
  files->left_out += why != NULL;
  if (why && (!files->why || (is_wrong && !files->is_wrong))) {
    files->first = k;
    files->why = why;
  }
  files->is_wrong |= is_wrong;
  return !why;
}

static void tell_left_out(const struct state_files *files, const char *directory) {
  char path[4200];
  path_of(&files->first, directory, path, sizeof path);
  if (files->left_out == 1)
    user_error_print(path, "this interval is left out: %s", files->why);
  else if (files->left_out)
    user_error_print(path, "this interval is left out, as %u more are: %s", files->left_out - 1, files->why);
}

/* A rank that is traced has a directory of its own in that of the job. */
void intervals_directory(const char *path, char *directory, size_t size) {
  snprintf(directory, size, "%s", path);
  for (int up = 0; up < 2; up++) {
    char *slash = strrchr(directory, '/');
    if (!slash)
      break;
    const bool of_file = up == 0, of_rank = strncmp(slash + 1, "rank-", strlen("rank-")) == 0;
    if (!of_file && !of_rank)
      return;
    if (slash == directory)
      slash++;
    *slash = 0;
    if (of_file && of_rank) /* rank-0.pomp is in the job's */
      return;
  }
  if (!strchr(path, '/'))
    snprintf(directory, size, ".");
}

/* Leaves only the files of those states to which each process of the run has a file. */
static void keep_complete(struct state_files *files, const char *directory, const struct experiment *run) {
  uint32_t kept = 0, begin = 0, states = 0;
  for (uint32_t i = 0, before = 0; i < files->count; i++) {
    const struct state_file k = files->at[i];
    states += k.number != before;
    before = k.number;
    if (is_of_run(files, i, k.by == BY_RESET ? k.number : states, directory, run))
      files->at[kept++] = k;
    const bool is_last = i + 1 == files->count || files->at[i + 1].number != k.number;
    if (is_last && kept - begin != run->process_count)
      kept = begin;
    begin = is_last ? kept : begin;
  }
  files->count = kept;
}

/* Returns the number of the last interval, which ends with the run. Who resets gives each its number, and one whose
 * file is gone keeps it; those of regular times are counted. */
static uint32_t last_of(const struct state_files *files, uint32_t processes) {
  return !files->count           ? 1
         : files->by == BY_RESET ? files->at[files->count - 1].number + 1
                                 : files->count / processes + 1;
}

uint32_t intervals_next(const char *directory, const struct experiment *run) {
  struct state_files files = {.count = 0};
  if (find_files(&files, directory, BY_RESET))
    keep_complete(&files, directory, run);
  const uint32_t next = last_of(&files, run->process_count);
  free(files.at);
  return next;
}

/* --- one state --- */

/* A clock's rate may change over days. All states have the mean rate of the run, so that what each has more than the
 * one before adds up to the run. */
static void set_rate(struct experiment *state, const struct experiment *run) {
  for (uint32_t i = 0; i < state->process_count; i++) {
    struct process *p = &state->processes[i];
    const uint32_t at = same_process(run, p, i);
    if (at == NO_PROCESS)
      continue;
    p->base_ns = run->processes[at].base_ns;
    p->base_tick = run->processes[at].base_tick;
  }
  state->base_ns = state->processes[0].base_ns;
  state->base_tick = state->processes[0].base_tick;
}

/* Reads a state of the run that was kept: the files of all its processes. */
static bool load_state(struct experiment *e, const struct experiment *run, const struct state_file *files,
                       const char *directory) {
  const uint32_t count = run->process_count;
  char error[256], path[4200];
  struct experiment *parts = calloc(count, sizeof *parts);
  bool good = parts || user_error(directory, "not enough memory");
  *e = (struct experiment){.program = ""};
  for (uint32_t i = 0; good && i < count; i++) {
    path_of(&files[i], directory, path, sizeof path);
    good = load_file(&parts[i], path);
    if (good)
      set_rate(&parts[i], run);
  }
  if (good && count > 1)
    return experiment_join(e, parts, count, error, sizeof error) || user_error(directory, "%s", error);
  if (good)
    *e = parts[0];
  for (uint32_t i = 0; !good && parts && i < count; i++)
    experiment_free(&parts[i]);
  free(parts);
  return good;
}

/* --- what is wanted of them --- */

/* Reads the state at the end of an interval that is over. */
static bool load_numbered(struct experiment *e, const struct loaded *l, const struct state_files *files,
                          uint32_t number, const char *directory) {
  const uint32_t processes = l->experiment.process_count;
  const struct state_file wanted = {number, processes > 1 ? 0 : NO_PROCESS, BY_RESET};
  char path[4200];
  uint32_t at = files->by == BY_TIME ? (number - 1) * processes : 0;
  while (files->by == BY_RESET && at < files->count && files->at[at].number != number)
    at += processes;
  if (at < files->count)
    return load_state(e, &l->experiment, &files->at[at], directory);
  *e = (struct experiment){.program = ""};
  path_of(&wanted, directory, path, sizeof path);
  return user_error(path, "%s", strerror(ENOENT));
}

/* An interval that is over ended at a time that is known. */
static void end_with(struct loaded *l, const struct experiment *state) {
  experiment_free(&l->experiment);
  l->experiment = *state;
  for (uint32_t i = 0; i < l->experiment.process_count; i++)
    l->experiment.processes[i].state = RUN_COMPLETE;
  l->state = RUN_COMPLETE;
}

static bool divide(struct loaded *l, const struct state_files *files, const char *directory) {
  const uint32_t count = last_of(files, l->experiment.process_count);
  const uint32_t wanted = load_interval == LOAD_LAST_INTERVAL ? count : load_interval;
  struct experiment state;
  if (wanted > count)
    return user_error(l->directory, "the run has %u interval%s, and no number %u", count, count == 1 ? "" : "s",
                      wanted);
  if (count == 1)
    return true;
  l->interval = wanted;
  l->intervals = count;
  if (wanted < count) {
    if (!load_numbered(&state, l, files, wanted, directory))
      return experiment_free(&state), false;
    end_with(l, &state);
  }
  if (wanted == 1)
    return true;
  const bool good = load_numbered(&state, l, files, wanted - 1, directory) &&
                    (experiment_subtract(&l->experiment, &state) || user_error(l->directory, "not enough memory"));
  experiment_free(&state);
  return good;
}

/* Finds the states of which each process of the run has a file. False if there is no memory. */
static bool find_complete(struct state_files *files, const char *directory, const struct experiment *run,
                          enum divided by) {
  files->left_out = 0;
  files->why = NULL;
  if (!find_files(files, directory, by))
    return false;
  keep_complete(files, directory, run);
  if (load_interval != LOAD_WHOLE_RUN)
    tell_left_out(files, directory);
  return true;
}

bool intervals_divide(struct loaded *l) {
  struct state_files files = {.count = 0};
  struct state_file self;
  char directory[sizeof l->path];
  const char *slash = strrchr(l->path, '/');
  const char *name = slash ? slash + 1 : l->path;
  if (read_name(name, &self, BY_RESET) || read_name(name, &self, BY_TIME)) /* it can be looked at by itself */
    return true;
  intervals_directory(l->path, directory, sizeof directory);
  bool good =
      find_complete(&files, directory, &l->experiment, BY_RESET) || user_error(l->directory, "not enough memory");
  l->by_time = good && !files.count && !files.is_wrong && load_interval != LOAD_LAST_INTERVAL;
  if (l->by_time)
    good = find_complete(&files, directory, &l->experiment, BY_TIME) || user_error(l->directory, "not enough memory");
  good = good && !files.is_wrong && divide(l, &files, directory);
  free(files.at);
  return good;
}

/* --- the series of them --- */

/* Reads the state at the end of an interval; the last interval ends with the run. */
static bool load_end(struct experiment *e, const struct loaded *l, const struct state_files *files, uint32_t i,
                     const char *directory, bool (*loads_whole)(struct loaded *, const char *)) {
  const uint32_t processes = l->experiment.process_count;
  struct loaded whole;
  if (i < files->count / processes)
    return load_state(e, &l->experiment, &files->at[i * processes], directory);
  const bool good = loads_whole(&whole, l->by_rank ? l->directory : l->path);
  *e = whole.experiment;
  return good;
}

bool intervals_each_closed(const struct loaded *l, bool (*loads_whole)(struct loaded *l, const char *name),
                           intervals_take *take, void *context) {
  struct state_files files = {.count = 0};
  char directory[sizeof l->path];
  intervals_directory(l->path, directory, sizeof directory);
  bool good = find_complete(&files, directory, &l->experiment, BY_TIME);
  const uint32_t count = good ? files.count / l->experiment.process_count : 0;
  for (uint32_t i = 0; good && count && i <= count; i++) {
    struct experiment now, before = {.program = ""};
    good = load_end(&now, l, &files, i, directory, loads_whole);
    if (good && i)
      good = load_end(&before, l, &files, i - 1, directory, loads_whole) && experiment_subtract(&now, &before);
    good = good && take(context, &now, i, count + 1);
    experiment_free(&before);
    experiment_free(&now);
  }
  free(files.at);
  return good;
}

uint32_t intervals_closed(const struct loaded *l) {
  struct state_files files = {.count = 0};
  char directory[sizeof l->path];
  intervals_directory(l->path, directory, sizeof directory);
  const bool good = find_files(&files, directory, BY_TIME);
  if (good)
    keep_complete(&files, directory, &l->experiment);
  free(files.at);
  return good ? files.count / l->experiment.process_count : 0;
}
