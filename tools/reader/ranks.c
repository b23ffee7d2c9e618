/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ranks.c - the files of single ranks, rank-N.pomp or rank-N/profile.pomp, of a job that runs, or that did not end as
 * it should. Not here: how several experiments become one (processes.c), single files (load_file.c). */
#include "ranks.h"
#include "load_file.h"
#include "pomp_array.h"
#include "stored.h"
#include "user_error.h"

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

bool ranks_find(const char *directory, char *path, size_t size) {
  struct newest n = {.directory = directory, .path = path, .size = size};
  stored_list(directory, take_newest, &n);
  return n.found;
}

struct parts {
  const char *directory;
  struct experiment *at;
  uint32_t count, room;
  bool no_memory;
};

/* Adds the experiment of one rank. False if there is no memory. */
static bool add(struct parts *parts, const char *path) {
  if (!POMP_ARRAY_ROOM(parts->at, parts->room, parts->count + 1ull))
    return false;
  struct experiment *e = &parts->at[parts->count];
  if (!load_file(e, path))
    experiment_free(e);
  else
    parts->count++;
  return true;
}

static bool add_file(void *context, const char *name) {
  struct parts *parts = context;
  char path[4096];
  parts->no_memory = file_of(parts->directory, name, path, sizeof path) && !add(parts, path);
  return !parts->no_memory;
}

static int by_rank(const void *x, const void *y) {
  const struct experiment *a = x, *b = y;
  return a->header.rank != b->header.rank ? (a->header.rank < b->header.rank ? -1 : 1) : 0;
}

/* Keeps what belongs to the same job as the lowest rank; no other job belongs here. */
static void select_job(struct parts *parts, const char *directory) {
  uint32_t kept = 0;
  qsort(parts->at, parts->count, sizeof *parts->at, by_rank);
  for (uint32_t i = 0; i < parts->count; i++) {
    const struct pomp_header *h = &parts->at[i].header, *first = &parts->at[0].header;
    bool same = h->job == first->job && h->ranks == first->ranks && h->ranks;
    if (same && (!kept || h->rank > parts->at[kept - 1].header.rank)) {
      parts->at[kept++] = parts->at[i];
      continue;
    }
    user_error_print(directory, "what rank %u of another job has left is left out", h->rank);
    experiment_free(&parts->at[i]);
  }
  parts->count = kept;
}

static void keep_prepared(struct parts *parts, const char *directory, ranks_prepare *prepare, void *context) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < parts->count; i++) {
    char path[4200];
    snprintf(path, sizeof path, "%s/" POMP_FORMAT_RANK_DIRECTORY, directory, parts->at[i].header.rank);
    if (prepare(context, &parts->at[i], path))
      parts->at[kept++] = parts->at[i];
    else
      experiment_free(&parts->at[i]);
  }
  parts->count = kept;
}

bool ranks_load(struct experiment *e, const char *directory, ranks_prepare *prepare, void *context) {
  struct parts parts = {.directory = directory};
  char error[256] = "";
  *e = (struct experiment){.program = ""};
  stored_list(directory, add_file, &parts);
  const bool good = !parts.no_memory;
  if (good && parts.count)
    select_job(&parts, directory);
  if (good && parts.count && prepare)
    keep_prepared(&parts, directory, prepare, context);
  snprintf(error, sizeof error,
           !good     ? "not enough memory"
           : prepare ? "no rank has a trace"
                     : "no rank's file can be read");
  if (good && parts.count && experiment_join(e, parts.at, parts.count, error, sizeof error))
    return true;
  if (e->parts == NULL) { /* for experiment_free */
    e->parts = parts.at;
    e->part_count = parts.count;
  }
  return user_error(directory, "%s", error);
}
