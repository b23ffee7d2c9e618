/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_file.c - copies one file of an experiment into memory, even while its program adds to it, and has it parsed.
 * Not here: the parser (read_experiment.c), which file (load.c, rank_files.c). */
#include "files/load_file.h"
#include "base/huge_pages.h"
#include "base/mapped_file.h"
#include "base/user_error.h"
#include "files/last_moment.h"
#include "files/stored.h"
#include "pomp_file.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Reads [from, to) of the file into the same place of `bytes`. */
static bool read_range(int fd, unsigned char *bytes, uint64_t from, uint64_t to) {
  return from >= to || pomp_file_read_at(fd, bytes + from, to - from, from) == 0;
}

struct copy {
  const char *path;
  int fd;
  unsigned char *bytes;
  uint64_t used;
  const struct node_taker *taker; /* NULL: nobody takes the call paths */
  struct mapped_file mapped;      /* or `bytes` are those of the file itself */
};

/* Finds how much of it counts by the first bytes of a file. False, with a message, if it is no experiment. */
static bool probe(const struct copy *c, const unsigned char *head, uint64_t size, uint64_t *used) {
  char error[256];
  const uint64_t some = size < POMP_FORMAT_HEADER_SIZE ? size : POMP_FORMAT_HEADER_SIZE;
  return experiment_probe(head, some, used, error, sizeof error) || user_error(c->path, "%s", error);
}

static bool is_there(const struct copy *c, uint64_t size, uint64_t used) {
  return used <= size ||
         user_error(c->path, "cut off: %llu of %llu bytes", (unsigned long long)size, (unsigned long long)used);
}

/* Finds how much of the file counts now. False, with a message, if it is no experiment. */
static bool read_used(const struct copy *c, uint64_t *used) {
  struct stat s;
  unsigned char head[POMP_FORMAT_HEADER_SIZE];
  if (fstat(c->fd, &s) != 0)
    return user_error(c->path, "%s", strerror(errno));
  if (!S_ISREG(s.st_mode))
    return user_error(c->path, "not a file");
  uint64_t size = (uint64_t)s.st_size < sizeof head ? (uint64_t)s.st_size : sizeof head;
  if (!read_range(c->fd, head, 0, size))
    return user_error(c->path, "can't be read");
  if (!probe(c, head, size, used))
    return false;
  if (fstat(c->fd, &s) != 0) /* the file may have grown; bytes are written before `used` includes them */
    return user_error(c->path, "%s", strerror(errno));
  return is_there(c, (uint64_t)s.st_size, *used);
}

/* Reads [0, to) of the file into bytes that are 0, but for its holes: those are 0 there, too, and would take memory and
 * time.
 * `*holes` becomes how many bytes they have. */
static bool read_data(int fd, unsigned char *bytes, uint64_t to, uint64_t *holes) {
  *holes = 0;
  for (uint64_t at = 0; at < to;) {
    off_t data = lseek(fd, (off_t)at, SEEK_DATA), hole = data < 0 ? data : lseek(fd, data, SEEK_HOLE);
    if (data < 0 && errno == ENXIO)
      data = (off_t)to; /* nothing but a hole is left */
    else if (data < 0 || hole < 0)
      return read_range(fd, bytes, at, to); /* the file system does not know */
    uint64_t from = (uint64_t)data < to ? (uint64_t)data : to,
             end = hole > 0 && (uint64_t)hole < to ? (uint64_t)hole : to;
    *holes += from - at;
    if (!read_range(fd, bytes, from, end))
      return false;
    at = end;
  }
  return true;
}

/* A copy of an experiment may have holes where the original has zeros. But more than a GiB, with next to nothing
 * between, is no experiment, and must not cost what it seems to be. */
static bool is_empty(uint64_t holes, uint64_t used) { return holes > 1u << 30 && holes / 64 > used - holes; }

/* Returns how many of the first bytes of the file are in its holes, as far as the file system knows. */
static uint64_t holes_of(int fd, uint64_t to) {
  uint64_t holes = 0;
  for (uint64_t at = 0; at < to;) {
    off_t data = lseek(fd, (off_t)at, SEEK_DATA), hole = data < 0 ? data : lseek(fd, data, SEEK_HOLE);
    if (data < 0 && errno == ENXIO)
      data = (off_t)to;
    else if (data < 0 || hole <= data)
      return holes;
    holes += ((uint64_t)data < to ? (uint64_t)data : to) - at;
    at = hole > data ? (uint64_t)hole : to;
  }
  return holes;
}

static bool read_first(struct copy *c, uint64_t used) {
  uint64_t holes;
  c->bytes = huge_pages_calloc(used, 1);
  if (!c->bytes)
    return user_error(c->path, "not enough memory");
  if (!read_data(c->fd, c->bytes, used, &holes))
    return user_error(c->path, "can't be read");
  return !is_empty(holes, used) || user_error(c->path, "damaged: %llu of %llu bytes were never written",
                                              (unsigned long long)holes, (unsigned long long)used);
}

static bool extend(struct copy *c, uint64_t used) {
  unsigned char *bytes = realloc(c->bytes, used);
  if (!bytes)
    return user_error(c->path, "not enough memory");
  c->bytes = bytes;
  return read_range(c->fd, bytes, c->used, used) || user_error(c->path, "can't be read");
}

/* A program that runs adds to its experiment while it is copied. So the copy may have call paths without the
 * constructs that they name. Therefore constructs are copied again after the call paths, and strings after the
 * constructs. Blocks that are new since the last copy are taken only if they are of the types that are still to
 * come. */
static bool copy_again(struct copy *c, bool strings_only) {
  uint64_t used, old = c->used;
  if (!read_used(c, &used) || (used > old && !extend(c, used)))
    return false;
  used = used > old ? used : old;
  struct pomp_block b;
  for (uint64_t at = POMP_FORMAT_HEADER_SIZE; at < used && used - at >= sizeof b; at += b.size) {
    memcpy(&b, c->bytes + at, sizeof b);
    if (b.size < sizeof b || b.size > used - at)
      break; /* the parser will say so */
    bool wanted = b.type == POMP_BLOCK_STRINGS || (b.type == POMP_BLOCK_CONSTRUCTS && !strings_only);
    if (at >= old && !wanted)
      memset(c->bytes + at, 0, sizeof b.type); /* now it has no known type */
    if (at < old && wanted && !read_range(c->fd, c->bytes, at, at + b.size))
      return user_error(c->path, "can't be read");
  }
  c->used = used;
  return true;
}

/* True if the records of a block say of so many more processes that they have added the rest, here and not behind all
 * blocks. */
static bool have_added_all(const struct copy *c, uint64_t at, const struct pomp_block *b, uint64_t *ended) {
  struct pomp_process p;
  if (b->first > b->size || b->count > (b->size - b->first) / POMP_PROCESS_SIZE)
    return false;
  for (uint32_t i = 0; i < b->count; i++) {
    if (pomp_file_read_at(c->fd, &p, sizeof p, at + b->first + (uint64_t)i * POMP_PROCESS_SIZE) != 0 ||
        p.header.state != POMP_STATE_COMPLETE || p.own_file)
      return false;
  }
  *ended += b->count;
  return true;
}

/* True if each rank that is in a job's file has added the rest to it: then none writes to it any more. */
static bool is_whole_job(const struct copy *c, const struct pomp_header *h) {
  uint64_t ended = 0;
  struct pomp_block b;
  for (uint64_t at = h->header_size; at < h->used && h->used - at >= sizeof b && ended < h->ranks; at += b.size) {
    if (pomp_file_read_at(c->fd, &b, sizeof b, at) != 0 || b.size < sizeof b || b.size > h->used - at ||
        (b.type == POMP_BLOCK_PROCESSES && !have_added_all(c, at, &b, &ended)))
      return false;
  }
  return ended != 0;
}

/* True if the file is all there, and nobody goes on with it: not the other ranks of a job, either. */
static bool is_whole(const struct copy *c) {
  struct pomp_header h;
  return read_range(c->fd, (unsigned char *)&h, 0, sizeof h) && h.state == POMP_STATE_COMPLETE &&
         (!h.ranks || is_whole_job(c, &h));
}

bool load_file_copies;

bool load_file_is_empty(int fd, uint64_t used) { return is_empty(holes_of(fd, used), used); }

/* A file that is whole is not copied: that takes as long as to read it. */
static bool map(struct copy *c, uint64_t used) {
  if (load_file_copies || !is_whole(c) || load_file_is_empty(c->fd, used) || !mapped_file_open(&c->mapped, c->fd, used))
    return false;
  c->bytes = c->mapped.bytes;
  c->used = used;
  if (!c->taker)
    mapped_file_touch(&c->mapped);
  return true;
}

static void forget(struct copy *c) {
  if (c->mapped.bytes)
    mapped_file_close(&c->mapped);
  else
    free(c->bytes);
}

static bool copy(struct copy *c) {
  uint64_t used;
  if (c->bytes) { /* an archive has it */
    const uint64_t size = c->used;
    return probe(c, c->bytes, size, &c->used) && is_there(c, size, c->used);
  }
  if (!read_used(c, &used))
    return false;
  if (map(c, used))
    return true;
  if (!read_first(c, used))
    return false;
  c->used = used;
  struct pomp_header h;
  memcpy(&h, c->bytes, sizeof h);
  if (h.state != POMP_STATE_COMPLETE && (!copy_again(c, false) || !copy_again(c, true)))
    return false;
  h.used = c->used;
  memcpy(c->bytes, &h, sizeof h);
  return true;
}

/* True if the file has what the copy has. */
static bool is_as_copied(const struct copy *c) {
  unsigned char piece[1 << 12];
  const uint64_t used = offsetof(struct pomp_header, used), size = sizeof(uint64_t);
  for (uint64_t at = 0, count; at < c->used; at += count) {
    count = c->used - at < sizeof piece ? c->used - at : sizeof piece;
    if (pomp_file_read_at(c->fd, piece, count, at) != 0)
      return false;
    if (!at) /* how much of it counts is what was found when it was copied */
      memcpy(piece + used, c->bytes + used, size);
    if (memcmp(piece, c->bytes + at, count) != 0)
      return false;
  }
  return true;
}

/* True if nobody writes to the file any more, nor has while it was copied. */
static bool is_final(const struct copy *c, const struct experiment *e, const struct last_moment *moment) {
  const enum run_state state = e->processes[0].state;
  return moment->packed || state == RUN_COMPLETE || (state == RUN_KILLED && is_as_copied(c));
}

/* Keeps what is needed to read the same once more: the copy, if the file does not stay as it is. */
static void keep_for_later(struct copy *c, const struct experiment *e, const struct last_moment *moment,
                           struct file_again *again) {
  again->used = c->used;
  again->is_steady = e->processes[0].state == RUN_COMPLETE || e->processes[0].state == RUN_KILLED;
  if (is_final(c, e, moment))
    return;
  again->is_steady = false;
  again->bytes = c->bytes;
  c->bytes = NULL;
}

static bool load_with(struct experiment *e, const char *path, load_change *change, void *context,
                      const struct node_taker *taker, struct file_again *again) {
  char error[256];
  *e = (struct experiment){.program = ""};
  struct copy c = {.path = path, .taker = taker};
  const int fd = c.fd = stored_open_or_unpack(path, &c.bytes, &c.used);
  if (fd < 0 && !c.bytes)
    return user_error(path, "%s", strerror(errno));
  struct last_moment moment = {.fd = fd, .begun_ns = last_moment_clock()};
  moment.packed = stored_times(path, &moment.changed_ns, &moment.born_ns);
  bool good = copy(&c);
  moment.bytes = c.bytes;
  moment.size = c.used;
  if (good && change && !c.mapped.bytes && !change(context, c.bytes, c.used)) /* what is mapped is whole */
    c.taker = NULL;
  if (good) {
    const struct experiment_way way = {.witness = last_moment_of,
                                       .context = &moment,
                                       .taker = c.taker,
                                       .release = c.taker && c.mapped.bytes ? mapped_file_release : NULL,
                                       .copy = c.taker && c.mapped.bytes ? mapped_file_copy : NULL};
    good = experiment_parse(e, c.bytes, c.used, &way, error, sizeof error);
    if (c.mapped.bytes && mapped_file_is_cut(&c.mapped))
      good = user_error(path, "cut off while it was read");
    else if (!good)
      user_error(path, "%s", error);
    for (uint32_t i = 0; good && i < e->process_count; i++)
      last_moment_note_file(fd, moment.packed, &e->processes[i]);
    if (good && again)
      keep_for_later(&c, e, &moment, again);
  }
  forget(&c);
  if (fd >= 0)
    close(fd);
  return good;
}

bool load_file(struct experiment *e, const char *path) { return load_with(e, path, NULL, NULL, NULL, NULL); }

bool load_file_changed(struct experiment *e, const char *path, load_change *change, void *context,
                       const struct node_taker *taker) {
  return load_with(e, path, change, context, taker, NULL);
}

/* --- once more --- */

bool load_file_first(struct experiment *e, const char *path, struct file_again *again) {
  *again = (struct file_again){.path = strdup(path)};
  *e = (struct experiment){.program = ""};
  if (!again->path || stored_stat(path, &again->about) != 0)
    return user_error(path, "%s", strerror(errno));
  return load_with(e, path, NULL, NULL, NULL, again);
}

/* Is an experiment_witness of what was known when the file was read first, which the context has. */
static uint64_t as_before(const void *context, struct process *p, uint64_t latest) {
  const struct process *before = context;
  (void)latest;
  p->state = before->state;
  p->end_known = before->end_known;
  p->doubt = before->doubt;
  p->marked = before->marked;
  p->copied_tick = before->copied_tick;
  p->file_device = before->file_device;
  p->file_inode = before->file_inode;
  p->in_use = before->in_use;
  return before->end_known == END_EVENT ? 0 : before->end_tick;
}

static bool is_still(const struct file_again *again) {
  struct stat s;
  const struct stat *t = &again->about;
  return stored_stat(again->path, &s) == 0 && s.st_dev == t->st_dev && s.st_ino == t->st_ino &&
         s.st_size == t->st_size && s.st_mtim.tv_sec == t->st_mtim.tv_sec && s.st_mtim.tv_nsec == t->st_mtim.tv_nsec;
}

/* Copies the file as it was; NULL: that can't be. */
static unsigned char *copy_still(const struct file_again *again) {
  unsigned char *bytes = NULL;
  uint64_t holes, size = again->used;
  const int fd = is_still(again) ? stored_open_or_unpack(again->path, &bytes, &size) : -1;
  bool good = bytes && size >= again->used;
  if (fd >= 0) {
    bytes = huge_pages_calloc(again->used, 1);
    good = bytes && read_data(fd, bytes, again->used, &holes) && is_still(again);
    close(fd);
  }
  if (good) {
    memcpy(bytes + offsetof(struct pomp_header, used), &again->used, sizeof again->used);
    return bytes;
  }
  free(bytes);
  return NULL;
}

bool load_file_again(struct experiment *e, const struct file_again *again, const struct process *before) {
  char error[256];
  const struct experiment_way way = {.witness = as_before, .context = before};
  unsigned char *bytes = again->bytes ? again->bytes : copy_still(again);
  *e = (struct experiment){.program = ""};
  const bool good = bytes && experiment_parse(e, bytes, again->used, &way, error, sizeof error);
  if (!again->bytes)
    free(bytes);
  return good;
}

void load_file_forget(struct file_again *again) {
  free(again->path);
  free(again->bytes);
  *again = (struct file_again){.path = NULL};
}
