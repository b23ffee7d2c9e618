/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_end.c - writes a rank's part of the job's file again, or appends the rank's own file to it, when the process
 * ends. MPI is over here, and nobody waits for another rank.
 * Not here: the rank's own file, which stays if the job's can't have all of it (libpompomp's measurement.c).
 *
 * Definitions and locations are numbered for all ranks together. A rank that has done nothing after MPI_Finalize but
 * what it had done before writes its part of the file again, in its place. Any other appends its own file as it is,
 * which a reader takes in place of the part. */
#include "job/rank_end.h"
#include "pomp_file.h"
#include "pomp_process.h"
#include "pomp_quiet.h"
#include "surface/adapter_job.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define LOCK_TRIES 2000 /* one each ms */
#define WAITS 3000      /* of 10 ms, for the traces of other ranks */

static struct pomp_rank_file written; /* as it is in the job's file */
static struct pomp_renumbering numbers;
static struct pomp_rank_sums added_up; /* by all ranks, what this one has */
static struct pomp_place place;
static struct pomp_rank_identity identity;
static char path[PATH_MAX + 32];
static uint32_t record_flags; /* enum pomp_process_flags */

/* --- the file is locked --- */

/* The process that holds the lock has the file for itself. It goes when the descriptor is closed, however that comes.
 */
static bool lock(int fd) {
  struct flock all = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  const struct timespec pause = {0, 1000000};
  int error = -EAGAIN;
  for (int i = 0; i < LOCK_TRIES && error == -EAGAIN; i++) {
    error = pomp_sys_fcntl(fd, F_OFD_SETLK, (long)(uintptr_t)&all);
    if (error == -EAGAIN)
      pomp_sys_nanosleep(&pause);
  }
  return error == 0;
}

static void unlock(int fd) {
  struct flock all = {.l_type = F_UNLCK, .l_whence = SEEK_SET};
  (void)pomp_sys_fcntl(fd, F_OFD_SETLK, (long)(uintptr_t)&all);
}

/* --- the rank's part --- */

/* True if the rank has no block, construct or location that it did not have in MPI_Finalize. */
static bool is_as_before(const struct pomp_rank_file *now, const struct pomp_definitions *d) {
  if (d->string_count != numbers.string_count || d->construct_count != numbers.construct_count ||
      now->locations != written.locations || now->block_count != written.block_count)
    return false;
  for (uint32_t i = 0; i < written.block_count; i++) {
    const struct pomp_rank_block *a = &written.blocks[i], *b = &now->blocks[i];
    if (a->at != b->at || a->head.type != b->head.type || a->head.size != b->head.size ||
        a->head.first != b->head.first || a->head.location != b->head.location)
      return false;
  }
  return true;
}

/* Appends the file to the job's, which is locked until then; `at` becomes the place. Readers see the block when the
 * header says that it is there. 0 or a negative errno. */
static int append_locked(int fd, const char *file, uint64_t used, uint64_t *at) {
  struct pomp_block head = {.type = POMP_BLOCK_OWN_FILE, .count = 1, .first = POMP_FORMAT_ALIGN};
  struct pomp_header job;
  int error = pomp_file_read_at(fd, &job, sizeof job, 0);
  if (error)
    return error;
  if (job.job != identity.job || job.used <= place.part || job.used % POMP_FORMAT_ALIGN)
    return -EBADMSG;
  *at = job.used;
  head.size = head.first + used;
  error = pomp_sys_fallocate(fd, *at, head.size);
  if (!error)
    error = pomp_file_write_at(fd, &head, sizeof head, *at);
  if (!error)
    error = pomp_file_write_at(fd, file, used, *at + head.first);
  job.used += head.size;
  if (!error)
    error = pomp_file_write_at(fd, &job.used, sizeof job.used, offsetof(struct pomp_header, used));
  return error;
}

static int append(int fd, const struct pomp_rank_file *now, const char *file) {
  uint64_t at = 0;
  if (!lock(fd))
    return -EAGAIN;
  int error = append_locked(fd, file, now->header.used, &at);
  unlock(fd);
  if (error)
    return error;
  struct pomp_process p = pomp_rank_file_process(now, place.first_location, &numbers);
  p.locations = written.locations;
  p.blocks = place.part;
  p.blocks_size = written.size;
  p.own_file = at;
  p.flags = record_flags;
  return pomp_file_write_at(fd, &p, sizeof p, place.record);
}

/* The file's own header is that of the first process, but for where the file ends. */
static void write_header(int fd, struct pomp_header own) {
  struct pomp_header job;
  if (!lock(fd))
    return;
  if (pomp_file_read_at(fd, &job, sizeof job, 0) == 0 && job.job == identity.job) {
    own.used = job.used;
    (void)pomp_file_write_at(fd, &own, sizeof own, 0);
  }
  unlock(fd);
}

static bool write_again(int fd, const char *file, uint64_t size) {
  struct pomp_rank_file now;
  struct pomp_definitions d = {.failed = false};
  struct pomp_rank_sums sums = {.count = 0};
  struct pomp_quiet quiet;
  int error = pomp_rank_file_read(&now, file, size, &identity, &d);
  if (error)
    return false;
  pomp_quiet_begin(&quiet);
  if (is_as_before(&now, &d))
    error = pomp_merge_write_part(fd, &now, &numbers, &place, record_flags, &sums, &added_up);
  else
    error = append(fd, &now, file);
  if (!error && place.first)
    write_header(fd, now.header);
  pomp_quiet_end(&quiet, error);
  pomp_rank_file_free(&now);
  pomp_rank_sums_free(&sums);
  pomp_definitions_free(&d);
  return !error;
}

/* --- who has the traces converted --- */

/* True if the process's trace is still written: its record says so, and the process is not seen to be gone. */
static bool still_writes(const struct pomp_process *p, const struct pomp_process *own) {
  return p->flags & POMP_PROCESS_CONVERTS &&
         (p->header.host != own->header.host || p->header.pid_space != own->header.pid_space ||
          !pomp_process_is_gone(p->header.pid, p->header.pid_start));
}

/* Finds the first process record of the file; 0: there is none. `count` becomes the number of records in that block. */
static uint64_t find_records(int fd, uint32_t *count) {
  struct pomp_block head;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE;; at += head.size) {
    if (pomp_file_read_at(fd, &head, sizeof head, at) != 0 || head.size < sizeof head)
      return 0;
    *count = head.count;
    if (head.type == POMP_BLOCK_PROCESSES)
      return at + head.first;
  }
}

/* True if no other rank's trace is still written. */
static bool others_are_complete(int fd, const struct pomp_process *own) {
  struct pomp_process p;
  uint32_t count = 0;
  uint64_t records = find_records(fd, &count);
  for (uint64_t i = 0, at = records; i < count; i++, at += POMP_PROCESS_SIZE)
    if (at != place.record && (pomp_file_read_at(fd, &p, sizeof p, at) != 0 || still_writes(&p, own)))
      return false;
  return records != 0;
}

/* Under the lock of the file. A rank that is the last, or that gives up, says that its trace is complete. */
static bool try_last(int fd, bool gives_up) {
  struct pomp_process own;
  if (pomp_file_read_at(fd, &own, sizeof own, place.record) != 0)
    return false;
  bool last = others_are_complete(fd, &own);
  own.flags &= ~(uint32_t)POMP_PROCESS_CONVERTS;
  if (last || gives_up)
    (void)pomp_file_write_at(fd, &own, sizeof own, place.record);
  return last;
}

/* True if this rank is to have the traces converted. The first of the ranks waits for the others, which may end without
 * a word (_exit), but not for long; then the last one does it. Nobody can tell if the file can't be locked. */
static bool is_last(int fd) {
  const struct timespec pause = {0, 10000000};
  bool last = false;
  for (int left = place.first ? WAITS : 0; !last && left >= 0; left--) {
    if (!lock(fd))
      return place.first;
    last = try_last(fd, left == 0);
    unlock(fd);
    if (!last && left)
      pomp_sys_nanosleep(&pause);
  }
  return last;
}

static struct pomp_rank_ended rank_ends(const char *file, uint64_t size, bool converts) {
  struct pomp_rank_ended ended = {.merged = false, .last = converts && place.first};
  int fd = pomp_sys_open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0);
  if (fd < 0)
    return ended;
  record_flags = converts ? POMP_PROCESS_CONVERTS : 0;
  ended.merged = write_again(fd, file, size);
  ended.last = converts && is_last(fd);
  if (pomp_sys_close(fd) < 0)
    ended.merged = false;
  return ended;
}

pomp_rank_ends *pomp_rank_end_prepare(struct pomp_rank_file *f, struct pomp_renumbering *own,
                                      struct pomp_rank_sums *sums, const struct pomp_place *at, const char *directory,
                                      const struct pomp_rank_identity *who) {
  snprintf(path, sizeof path, "%s/%s", directory, POMP_FORMAT_FILE);
  written = *f;
  written.mapped = NULL; /* a copy that is no longer needed */
  numbers = *own;
  added_up = *sums;
  place = *at;
  identity = *who;
  *f = (struct pomp_rank_file){.mapped = NULL};
  *own = (struct pomp_renumbering){0};
  *sums = (struct pomp_rank_sums){.count = 0};
  return rank_ends;
}
