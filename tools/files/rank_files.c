/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_files.c - the files of single ranks, rank-N.pomp or rank-N/profile.pomp, of a job that runs, or that did not end
 * as it should. Not here: how several experiments become one (processes.c), single files (load_file.c). */
#include "files/rank_files.h"
#include "base/user_error.h"
#include "files/frame.h"
#include "files/load_file.h"
#include "files/stored.h"
#include "pomp_array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_called(const char *name, const char *format) {
  char again[64];
  unsigned rank;
  const char *number = name + strlen("rank-");
  if (strncmp(name, "rank-", strlen("rank-")) != 0 || sscanf(number, "%u", &rank) != 1)
    return false;
  snprintf(again, sizeof again, format, rank);
  return strcmp(name, again) == 0;
}

/* Finds the file of the rank that an entry of the directory is called after. False if it is called otherwise. */
static bool file_of(const char *directory, const char *name, char *path, size_t size) {
  int n = -1;
  if (is_called(name, POMP_FORMAT_RANK_FILE))
    n = snprintf(path, size, "%s/%s", directory, name);
  else if (is_called(name, POMP_FORMAT_RANK_DIRECTORY))
    n = snprintf(path, size, "%s/%s/%s", directory, name, POMP_FORMAT_FILE);
  return n > 0 && (size_t)n < size;
}

struct newest {
  const char *directory;
  char *path;
  size_t size;
  struct timespec time;
  bool found;
};

static bool take_newest(void *context, const char *name) {
  struct newest *n = context;
  char candidate[4096];
  struct stat s;
  if (!file_of(n->directory, name, candidate, sizeof candidate) || stored_stat(candidate, &s) != 0)
    return true;
  const struct timespec *t = &s.st_mtim, *best = &n->time;
  if (n->found && (t->tv_sec != best->tv_sec ? t->tv_sec < best->tv_sec : t->tv_nsec <= best->tv_nsec))
    return true;
  n->time = *t;
  n->found = true;
  snprintf(n->path, n->size, "%s", candidate);
  return true;
}

bool rank_files_find(const char *directory, char *path, size_t size) {
  struct newest n = {.directory = directory, .path = path, .size = size};
  stored_list(directory, take_newest, &n);
  return n.found;
}

static bool is_no_rank_file(void *context, const char *name) {
  return !(*(bool *)context = is_called(name, POMP_FORMAT_RANK_FILE));
}

bool rank_files_are_there(const char *directory) {
  bool some = false;
  stored_list(directory, is_no_rank_file, &some);
  return some;
}

bool rank_files_find_own(const char *job, uint32_t rank, char *path, size_t size) {
  static const char *const names[] = {POMP_FORMAT_RANK_FILE, POMP_FORMAT_RANK_DIRECTORY "/" POMP_FORMAT_FILE};
  const char *slash = strrchr(job, '/');
  const int length = slash ? (int)(slash + 1 - job) : 0;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    char name[64];
    struct stat s;
    snprintf(name, sizeof name, names[i], rank);
    const int n = snprintf(path, size, "%.*s%s", length, job, name);
    if (n > 0 && (size_t)n < size && stored_stat(path, &s) == 0)
      return true;
  }
  return false;
}

/* --- the files, in the order of the ranks that they are called after --- */

struct rank_file {
  uint32_t rank;
  char *path;
};
struct rank_files {
  const char *directory;
  struct rank_file *at;
  uint32_t count, room;
  bool no_memory;
};

static bool add_file(void *context, const char *name) {
  struct rank_files *f = context;
  char path[4096];
  if (!file_of(f->directory, name, path, sizeof path))
    return true;
  char *copy = POMP_ARRAY_ROOM(f->at, f->room, f->count + 1ull) ? strdup(path) : NULL;
  f->no_memory = !copy;
  if (copy)
    f->at[f->count++] = (struct rank_file){(uint32_t)strtoul(name + strlen("rank-"), NULL, 10), copy};
  return copy != NULL;
}

static int by_name(const void *x, const void *y) {
  const struct rank_file *a = x, *b = y;
  return a->rank != b->rank ? (a->rank < b->rank ? -1 : 1) : strcmp(a->path, b->path);
}

static struct rank_files find_files(const char *directory) {
  struct rank_files f = {.directory = directory};
  stored_list(directory, add_file, &f);
  if (f.count)
    qsort(f.at, f.count, sizeof *f.at, by_name);
  return f;
}

static void free_files(struct rank_files *f) {
  for (uint32_t i = 0; i < f->count; i++)
    free(f->at[i].path);
  free(f->at);
}

/* --- all at once --- */

struct rank_list {
  struct experiment *at;
  uint32_t count, room;
};

/* Adds the experiment of one rank. False if there is no memory. */
static bool add(struct rank_list *ranks, const char *path) {
  if (!POMP_ARRAY_ROOM(ranks->at, ranks->room, ranks->count + 1ull))
    return false;
  struct experiment *e = &ranks->at[ranks->count];
  if (!load_file(e, path))
    experiment_free(e);
  else
    ranks->count++;
  return true;
}

static int by_rank(const void *x, const void *y) {
  const struct experiment *a = x, *b = y;
  return a->header.rank != b->header.rank ? (a->header.rank < b->header.rank ? -1 : 1) : 0;
}

static void tell_stranger(const char *directory, uint32_t rank) {
  user_error_print(directory, "what rank %u of another job has left is left out", rank);
}

/* True if a file is one of the job that the first one is of. */
static bool is_of_job(const struct pomp_header *h, const struct pomp_header *first) {
  return h->job == first->job && h->ranks == first->ranks && h->ranks;
}

/* Keeps what belongs to the same job as the lowest rank; no other job belongs here. */
static void select_job(struct rank_list *ranks, const char *directory) {
  uint32_t kept = 0;
  qsort(ranks->at, ranks->count, sizeof *ranks->at, by_rank);
  for (uint32_t i = 0; i < ranks->count; i++) {
    const struct pomp_header *h = &ranks->at[i].header, *first = &ranks->at[0].header;
    if (is_of_job(h, first) && (!kept || h->rank > ranks->at[kept - 1].header.rank)) {
      ranks->at[kept++] = ranks->at[i];
      continue;
    }
    tell_stranger(directory, h->rank);
    experiment_free(&ranks->at[i]);
  }
  ranks->count = kept;
}

static bool is_wanted(const char *directory, struct experiment *e, rank_files_prepare *prepare, void *context) {
  char path[4200];
  snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_DIRECTORY, directory, e->header.rank);
  return !prepare || prepare(context, e, path);
}

static void keep_prepared(struct rank_list *ranks, const char *directory, rank_files_prepare *prepare, void *context) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < ranks->count; i++) {
    if (is_wanted(directory, &ranks->at[i], prepare, context))
      ranks->at[kept++] = ranks->at[i];
    else
      experiment_free(&ranks->at[i]);
  }
  ranks->count = kept;
}

static void find_nothing(rank_files_prepare *prepare, char *error, size_t error_size) {
  snprintf(error, error_size, prepare ? "no rank has a trace" : "no rank's file can be read");
}

bool rank_files_load(struct experiment *e, const char *directory, rank_files_prepare *prepare, void *context) {
  struct rank_list ranks = {.at = NULL};
  struct rank_files files = find_files(directory);
  char error[256] = "";
  bool good = !files.no_memory;
  *e = (struct experiment){.program = ""};
  for (uint32_t i = 0; good && i < files.count; i++)
    good = add(&ranks, files.at[i].path);
  free_files(&files);
  if (good && ranks.count)
    select_job(&ranks, directory);
  if (good && ranks.count && prepare)
    keep_prepared(&ranks, directory, prepare, context);
  if (good)
    find_nothing(prepare, error, sizeof error);
  else
    snprintf(error, sizeof error, "not enough memory");
  if (good && ranks.count && experiment_join(e, ranks.at, ranks.count, error, sizeof error))
    return true;
  if (e->parts == NULL) { /* for experiment_free */
    e->parts = ranks.at;
    e->part_count = ranks.count;
  }
  return user_error(directory, "%s", error);
}

/* --- one by one --- */

struct one_by_one {
  struct reread_files *own;
  struct frame frame;
  const char *directory;
  rank_files_prepare *prepare;
  void *context;
  struct pomp_header first; /* of the lowest rank */
  uint32_t *strangers;      /* ranks of other jobs */
  uint32_t found, last, stranger_count, strangers_room;
};

static bool add_stranger(struct one_by_one *o, uint32_t rank) {
  if (!POMP_ARRAY_ROOM(o->strangers, o->strangers_room, o->stranger_count + 1ull))
    return false;
  o->strangers[o->stranger_count++] = rank;
  return true;
}

/* Adds what was read of a file, of which `again` reads more. False: it takes all ranks at once, or there is no memory.
 */
static bool add_rank(struct one_by_one *o, struct experiment *e, struct file_again *again) {
  const struct pomp_header *h = &e->header;
  if (!o->found++)
    o->first = *h;
  else if (h->rank < o->last)
    return false; /* the files are not called after their ranks */
  const bool again_there = o->found > 1 && h->rank == o->last;
  o->last = h->rank;
  if (e->process_count != 1)
    return false;
  if (again_there || !is_of_job(h, &o->first))
    return add_stranger(o, h->rank);
  if (!is_wanted(o->directory, e, o->prepare, o->context))
    return true;
  const uint32_t number = o->frame.e->process_count;
  if (!reread_files_room(o->own, number + 1) || !frame_add_own(&o->frame, e))
    return false;
  o->own->at[number] = *again;
  *again = (struct file_again){.path = NULL};
  return true;
}

static bool add_rank_file(struct one_by_one *o, const char *path) {
  struct file_again again;
  struct experiment e;
  const bool good = !load_file_first(&e, path, &again) || add_rank(o, &e, &again);
  experiment_free(&e);
  load_file_forget(&again);
  return good;
}

enum rank_files_opened rank_files_open(struct reread_files *own, struct experiment *frame, const char *directory,
                                       rank_files_prepare *prepare, void *context) {
  struct one_by_one o = {.own = own, .directory = directory, .prepare = prepare, .context = context};
  struct rank_files files = find_files(directory);
  char error[256];
  bool good = frame_begin(&o.frame, frame, NULL) && !files.no_memory;
  for (uint32_t i = 0; good && i < files.count; i++)
    good = add_rank_file(&o, files.at[i].path);
  for (uint32_t i = 0; good && i < o.stranger_count; i++)
    tell_stranger(directory, o.strangers[i]);
  const bool none = good && !frame->process_count;
  good = good && frame->process_count > 1 && frame_end(&o.frame);
  frame_free(&o.frame);
  free(o.strangers);
  free_files(&files);
  if (good)
    return RANK_FILES_OPENED;
  reread_files_forget(own);
  if (none) {
    find_nothing(prepare, error, sizeof error);
    user_error_print(directory, "%s", error);
  }
  return none ? RANK_FILES_NONE : RANK_FILES_TOGETHER;
}
