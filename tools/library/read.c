/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* read.c - opens an experiment, takes snapshots of it, and forgets them.
 * Not here: what is in them (describe.c, read_values.c), what the same things are in two of them (same_in_snapshots.c).
 */
#include "base/stack_room.h"
#include "base/user_error.h"
#include "files/load_file.h"
#include "files/running_process.h"
#include "library/read_internal.h"
#include "pomp_quiet.h"
#include "pomp_read.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static struct pomp_quiet quiet; /* of the thread whose turn it is */

int pomp_read_lock(void) {
  int error = errno;
  pthread_mutex_lock(&turn);
  pomp_quiet_begin(&quiet); /* a file that may not become so long (ulimit -f) is an error as any other */
  return error;
}

void pomp_read_unlock(int error) {
  pomp_quiet_end(&quiet, -EFBIG);
  pthread_mutex_unlock(&turn);
  errno = error;
}

POMP_READ_API uint32_t pomp_read_version(void) { return POMP_READ_VERSION; }

/* --- snapshots --- */

static void snapshot_free(struct snapshot *s) {
  if (!s)
    return;
  if (s->forget)
    s->forget(s);
  analysis_free(&s->analysis);
  experiment_free(&s->loaded.experiment);
  free(s);
}

static struct snapshot *take(const char *name) {
  if (!stack_has_room())
    return NULL;
  struct snapshot *s = calloc(1, sizeof *s);
  if (!s) {
    user_error_print(NULL, "not enough memory");
    return NULL;
  }
  if (load(&s->loaded, name)) {
    if (analyse(&s->analysis, &s->loaded.experiment))
      return s;
    user_error_print(s->loaded.path, "not enough memory");
  }
  snapshot_free(s);
  return NULL;
}

/* Forgets what belongs to the snapshot now. */
static void forget_names(struct pomp_read *r) {
  for (uint32_t i = 0; r->names && i < r->now->loaded.experiment.location_count; i++)
    free(r->names[i]);
  free(r->names);
  r->names = NULL;
}

/* Lines that say what was left out come before those that say why nothing can be done, so the last one counts. */
int pomp_read_begin(char *error, size_t size) {
  int was = pomp_read_lock();
  if (error && size)
    *error = 0;
  load_file_copies = true; /* what is mapped needs a handler of SIGBUS */
  user_error_keep(true, error, error ? size : 0);
  return was;
}

/* If something was left out, that is no error. */
void pomp_read_end(int was, bool good, char *error, size_t size) {
  user_error_keep(false, NULL, 0);
  if (good && error && size)
    *error = 0;
  pomp_read_unlock(was);
}

static struct pomp_read *open_handle(const char *name) {
  struct pomp_read *r = calloc(1, sizeof *r);
  if (!r) {
    user_error_print(NULL, "not enough memory");
    return NULL;
  }
  r->now = take(name);
  if (r->now) {
    const struct loaded *l = &r->now->loaded;
    bool by_pid = name && running_process_is_pid(name) && strcmp(l->directory, name) != 0;
    r->experiment = strdup(l->directory);
    r->pid = by_pid ? strdup(name) : NULL;
    if (r->experiment && (r->pid || !by_pid))
      return r;
    user_error_print(NULL, "not enough memory");
  }
  snapshot_free(r->now);
  free(r->experiment);
  free(r);
  return NULL;
}

POMP_READ_API struct pomp_read *pomp_read_open(const char *name, char *error, size_t size) {
  int was = pomp_read_begin(error, size);
  struct pomp_read *r = open_handle(name);
  pomp_read_end(was, r != NULL, error, size);
  return r;
}

/* As long as a process runs, it has its experiment wherever that was moved. Later, another one may get its number. */
static struct snapshot *take_next(struct pomp_read *r) {
  struct snapshot *next = r->pid ? take(r->pid) : NULL;
  if (!next || next->loaded.experiment.header.pid_start != r->now->loaded.experiment.header.pid_start) {
    snapshot_free(next);
    return take(r->experiment);
  }
  char *moved = strdup(next->loaded.directory);
  if (moved) {
    free(r->experiment);
    r->experiment = moved;
  }
  return next;
}

POMP_READ_API int pomp_read_next(struct pomp_read *r, char *error, size_t size) {
  struct same same = {NULL, NULL, NULL};
  int was = pomp_read_begin(error, size);
  struct snapshot *next = take_next(r);
  if (next && !same_find(&same, &next->analysis, &r->now->analysis)) {
    user_error_print(NULL, "not enough memory");
    snapshot_free(next);
    next = NULL;
  }
  if (next) {
    forget_names(r);
    snapshot_free(r->before);
    same_free(&r->same);
    r->before = r->now;
    r->now = next;
    r->same = same;
    if (r->before->loaded.intervals != next->loaded.intervals) { /* what was measured before is in neither */
      snapshot_free(r->before);
      r->before = NULL;
    }
  } else
    same_free(&same);
  pomp_read_end(was, next != NULL, error, size);
  return next ? 0 : -1;
}

POMP_READ_API void pomp_read_close(struct pomp_read *r) {
  if (!r)
    return;
  int was = pomp_read_lock();
  forget_names(r);
  snapshot_free(r->now);
  snapshot_free(r->before);
  same_free(&r->same);
  free(r->experiment);
  free(r->pid);
  free(r);
  pomp_read_unlock(was);
}
