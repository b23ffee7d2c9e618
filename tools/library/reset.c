/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reset.c - keeps what the processes of a run have measured so far, so that snapshots have what comes later.
 * Not here: how what was kept is taken off (subtract_state.c of tools/files).
 *
 * Nothing is asked of the processes: their files are copied while they go on. All copies are written before any gets
 * its name, so that a run is divided for all of its processes or for none. */
#include "base/user_error.h"
#include "files/intervals.h"
#include "files/load_file.h"
#include "files/running_process.h"
#include "library/control_block.h"
#include "library/read_internal.h"
#include "pomp_file.h"
#include "pomp_read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* This is what a process has measured, and where it is kept. */
struct process_state {
  unsigned char *bytes;
  size_t size;
  char path[4300], temporary[4310];
  struct stat about; /* the process's own file: who may read that may read this */
  bool is_written;
};

static bool keep_bytes(void *context, unsigned char *bytes, uint64_t size) {
  struct process_state *k = context;
  k->bytes = malloc(size);
  k->size = size;
  if (k->bytes)
    memcpy(k->bytes, bytes, size);
  return false;
}

/* Copies what the process has now, as it was when the copying began: what is open is known up to then. */
static bool copy(const struct process *p, struct process_state *k) {
  struct experiment e;
  char path[4200];
  if (!running_process_path(p, path, sizeof path))
    return false;
  if (stat(path, &k->about) != 0)
    return user_error(path, "%s", strerror(errno));
  bool good = load_file_changed(&e, path, keep_bytes, k, NULL);
  const struct process *now = good ? &e.processes[0] : p;
  if (good && (now->file_device != p->file_device || now->file_inode != p->file_inode || now->state != RUN_RUNNING))
    good = user_error(NULL, "process %u has ended", p->header.pid);
  else if (good && !k->bytes)
    good = user_error(NULL, "not enough memory");
  if (good) {
    struct pomp_header h;
    memcpy(&h, k->bytes, sizeof h);
    h.end_tick = now->copied_tick;
    memcpy(k->bytes, &h, sizeof h);
  }
  experiment_free(&e);
  return good;
}

static bool write_file(struct process_state *k) {
  const int fd = open(k->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0)
    return user_error(k->temporary, "%s", strerror(errno));
  k->is_written = true;
  const bool has_group = fchown(fd, (uid_t)-1, k->about.st_gid) == 0;
  int error = pomp_file_write(fd, k->bytes, k->size);
  if (!error && fchmod(fd, k->about.st_mode & (has_group ? 0777 : 0707)) != 0)
    error = -errno;
  if (close(fd) != 0 && !error)
    error = -errno;
  return !error || user_error(k->temporary, "%s", strerror(-error));
}

static void name_file(struct process_state *k, const char *directory, const struct pomp_header *h, uint32_t number) {
  if (h->ranks)
    snprintf(k->path, sizeof k->path, "%s/" POMP_FORMAT_INTERVAL_RANK_FILE, directory, number, h->rank);
  else
    snprintf(k->path, sizeof k->path, "%s/" POMP_FORMAT_INTERVAL_FILE, directory, number);
  snprintf(k->temporary, sizeof k->temporary, "%s.%d", k->path, (int)getpid());
}

static bool keep_all(const struct loaded *l, struct process_state *all, uint32_t *number) {
  const struct experiment *e = &l->experiment;
  char directory[sizeof l->path];
  struct stat s;
  intervals_directory(l->path, directory, sizeof directory);
  if (stat(directory, &s) != 0)
    return user_error(directory, "%s", strerror(errno));
  if (!user_owns(&s, directory))
    return false;
  *number = intervals_next(directory, e);
  for (uint32_t i = 0; i < e->process_count; i++)
    if (!copy(&e->processes[i], &all[i]))
      return false;
  for (uint32_t i = 0; i < e->process_count; i++) {
    name_file(&all[i], directory, &e->processes[i].header, *number);
    if (!write_file(&all[i]))
      return false;
  }
  for (uint32_t i = 0; i < e->process_count; i++) {
    if (rename(all[i].temporary, all[i].path) != 0)
      return user_error(all[i].path, "%s", strerror(errno));
    all[i].is_written = false;
  }
  return true;
}

static int reset(const struct loaded *l) {
  const struct experiment *e = &l->experiment;
  struct process_state *all = calloc(e->process_count, sizeof *all);
  uint32_t number = 0;
  const bool good = all ? keep_all(l, all, &number) : user_error(NULL, "not enough memory");
  for (uint32_t i = 0; all && i < e->process_count; i++) {
    if (all[i].is_written)
      unlink(all[i].temporary);
    free(all[i].bytes);
  }
  free(all);
  return good ? (int)number : -1;
}

POMP_READ_API int pomp_read_reset(struct pomp_read *r, char *error, size_t size) {
  const int was = pomp_read_begin(error, size), number = reset(&r->now->loaded);
  pomp_read_end(was, number > 0, error, size);
  return number;
}
