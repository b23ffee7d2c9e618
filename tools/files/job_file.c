/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_file.c - reads the file of all ranks, finds out which ranks it does not have all of, and joins it with those
 * ranks' own files.
 * Not here: how experiments become one (processes.c), single files (load_file.c).
 *
 * A rank that brings the rest may be writing its part of the job's file just now, or may have been killed there. So
 * what that part holds is not looked at if the rank has a file of its own, beside the job's or appended to it. */
#include "files/job_file.h"
#include "base/user_error.h"
#include "files/load_file.h"
#include "files/rank_files.h"
#include "files/stored.h"
#include "pomp_array.h"
#include "pomp_file.h"
#include "pomp_names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TRIES 4 /* ranks end while they are looked for */

struct job_file {
  const char *path;
  struct experiment *parts; /* the first one is for the job's file; then ranks' own */
  uint32_t count, room;
  uint64_t appended; /* bytes of the job's file that were read as files of ranks */
  bool again;        /* a rank has brought the rest in between */
  bool failed;
};

/* True if the rank's own file has been found already. */
static bool is_there(const struct job_file *j, uint32_t rank) {
  for (uint32_t i = 1; i < j->count; i++)
    if (j->parts[i].header.rank == rank)
      return true;
  return false;
}

static bool is_own(const struct experiment *e, const struct pomp_header *rank) {
  return e->header.job == rank->job && e->header.rank == rank->rank && e->process_count == 1;
}

/* Adds the rank's own file, if it is of the job. */
static bool add_own(struct job_file *j, const char *path, const struct pomp_header *rank) {
  if (!POMP_ARRAY_ROOM(j->parts, j->room, j->count + 1ull)) {
    j->failed = true;
    return false;
  }
  struct experiment *e = &j->parts[j->count];
  if (load_file(e, path) && is_own(e, rank)) {
    j->count++;
    return true;
  }
  experiment_free(e);
  return false;
}

/* True if the record in the file says of its process that it has ended, as it does not in the copy. */
static bool has_ended_since(const struct job_file *j, uint64_t at) {
  struct pomp_process p = {.first_location = 0};
  int fd = stored_open(j->path);
  bool ended = fd >= 0 && pomp_file_read_at(fd, &p, sizeof p, at) == 0 && p.header.state == POMP_STATE_COMPLETE;
  if (fd >= 0)
    close(fd);
  return ended;
}

/* Keeps of a process in the copy only its locations, each with an empty call tree, as the locations of later processes
 * are numbered after them, and its metrics, so that it has the same metrics as the others. */
static void empty_block(unsigned char *bytes, uint64_t at, struct pomp_block b) {
  const uint64_t room = b.size - sizeof b;
  if (b.type == POMP_BLOCK_LOCATION && b.first >= sizeof b + sizeof(struct pomp_location) &&
      b.first <= b.size - sizeof(struct pomp_node) && room >= sizeof(struct pomp_location) + sizeof(struct pomp_node)) {
    struct pomp_location l, empty = {.id = 0};
    memcpy(&l, bytes + at + sizeof b, sizeof l);
    empty.id = l.id;
    empty.parent = empty.thread_num = empty.level = empty.team_size = empty.cpu = POMP_NOT_KNOWN;
    memcpy(bytes + at + sizeof b, &empty, sizeof empty);
    const struct pomp_node root = {.min = UINT64_MAX};
    memcpy(bytes + at + b.first, &root, sizeof root);
    b.count = 1;
  } else if (b.type != POMP_BLOCK_LOCATION && b.type != POMP_BLOCK_METRICS)
    b.type = 0;
  memcpy(bytes + at, &b, sizeof b);
}

/* Calls `found` for each block between two offsets, as far as they make sense. */
typedef void each_found(void *context, unsigned char *bytes, uint64_t at, struct pomp_block b);
static void each_block(unsigned char *bytes, uint64_t from, uint64_t to, each_found *found, void *context) {
  struct pomp_block b;
  for (uint64_t at = from; at < to && to - at >= sizeof b; at += b.size) {
    memcpy(&b, bytes + at, sizeof b);
    if (b.size < sizeof b || b.size % POMP_FORMAT_ALIGN || b.size > to - at)
      return;
    found(context, bytes, at, b);
  }
}

static void found_in_part(void *context, unsigned char *bytes, uint64_t at, struct pomp_block b) {
  (void)context;
  empty_block(bytes, at, b);
}

struct copy {
  struct job_file *job;
  uint64_t size;
};

/* Adds the file of its own that a rank has appended to the job's. False if it can't be used. */
static bool add_appended(const struct copy *c, const unsigned char *bytes, const struct pomp_process *p) {
  struct job_file *j = c->job;
  struct pomp_block b;
  char error[256] = "";
  if (p->own_file > c->size - sizeof b)
    return !(j->again = true);
  memcpy(&b, bytes + p->own_file, sizeof b);
  if (b.type != POMP_BLOCK_OWN_FILE) /* it came after the copy */
    return !(j->again = true);
  /* No two ranks have the same block. */
  if (b.size > c->size - p->own_file || b.first > b.size || b.size > c->size - j->appended)
    return false;
  j->appended += b.size;
  if (!POMP_ARRAY_ROOM(j->parts, j->room, j->count + 1ull)) {
    j->failed = true;
    return false;
  }
  struct experiment *e = &j->parts[j->count];
  if (experiment_parse(e, bytes + p->own_file + b.first, b.size - b.first, NULL, error, sizeof error)) {
    if (is_own(e, &p->header)) {
      j->count++;
      return true;
    }
    snprintf(error, sizeof error, "it is not of this rank");
  }
  user_error_print(j->path, "what rank %u has added at its end is left out: %s", p->header.rank, error);
  experiment_free(e);
  return false;
}

/* Looks at a record of a process whose part of the file is not all of it, or may not be. */
static void look_at(const struct copy *c, unsigned char *bytes, uint64_t at) {
  struct pomp_process p;
  char path[4096];
  memcpy(&p, bytes + at, sizeof p);
  bool runs = p.header.state == POMP_STATE_RUNNING;
  if (p.blocks % POMP_FORMAT_ALIGN || p.blocks < POMP_FORMAT_HEADER_SIZE || p.blocks > c->size ||
      p.blocks_size > c->size - p.blocks)
    return;
  if (is_there(c->job, p.header.rank))
    return;
  bool added = false;
  if (!runs)
    added = p.own_file && add_appended(c, bytes, &p);
  else if (rank_files_find_own(c->job->path, p.header.rank, path, sizeof path))
    added = add_own(c->job, path, &p.header);
  if (added)
    each_block(bytes, p.blocks, p.blocks + p.blocks_size, found_in_part, NULL);
  else if (runs && has_ended_since(c->job, at))
    c->job->again = true;
}

static void found_in_file(void *context, unsigned char *bytes, uint64_t at, struct pomp_block b) {
  const struct copy *c = context;
  if (b.type != POMP_BLOCK_PROCESSES || b.first > b.size)
    return;
  for (uint64_t i = 0, to = at + b.size, next = at + b.first; i < b.count && to - next >= POMP_PROCESS_SIZE;
       i++, next += POMP_PROCESS_SIZE)
    look_at(c, bytes, next);
}

static bool change(void *context, unsigned char *bytes, uint64_t size) {
  struct copy c = {context, size};
  if (size >= POMP_FORMAT_HEADER_SIZE)
    each_block(bytes, POMP_FORMAT_HEADER_SIZE, size, found_in_file, &c);
  return c.job->count == 1;
}

static void forget(struct job_file *j) {
  for (uint32_t i = 1; i < j->count; i++)
    experiment_free(&j->parts[i]);
  free(j->parts);
  *j = (struct job_file){.path = j->path};
}

/* Marks the processes of the job's file whose own files are there. */
static void mark_replaced(const struct job_file *j) {
  for (uint32_t i = 1; i < j->count; i++)
    for (uint32_t k = 0; k < j->parts[0].process_count; k++)
      if (j->parts[0].processes[k].header.rank == j->parts[i].header.rank)
        j->parts[0].processes[k].replaced = true;
}

/* Says that the parts of the job's file are not those that the ranks have added up. */
static void tell_sums(const char *path, const struct experiment *e) {
  static const char *const kinds[ADDED_UP_KINDS] = {[ADDED_UP_NODES] = "call paths",
                                                    [ADDED_UP_VISITS] = "visits",
                                                    [ADDED_UP_INCLUSIVE] = "ticks in its visits",
                                                    [ADDED_UP_WAIT] = "ticks of waiting",
                                                    [ADDED_UP_MIN] = "ticks in its shortest visit",
                                                    [ADDED_UP_MAX] = "ticks in its longest visit"};
  const struct added_up *a = &e->added_up;
  const uint32_t construct = POMP_KEY_CONSTRUCT(a->key) - 1;
  const bool known = construct < e->construct_count;
  char name[256], rank[64] = "some rank";
  pomp_region_name(name, sizeof name, POMP_KEY_ROLE(a->key), known ? e->constructs[construct].name : "",
                   known ? e->constructs[construct].sub_name : "");
  if (a->process != NO_PROCESS)
    snprintf(rank, sizeof rank, "rank %u", e->processes[a->process].header.rank);
  user_error_print(path,
                   "damaged: the part of %s is not as it was written: %s has %llu %s, and the ranks have added up "
                   "%llu; don't rely on its figures: read another copy of the file, or measure again",
                   rank, name, (unsigned long long)a->is, kinds[a->kind], (unsigned long long)a->was);
}

bool job_file_load(struct experiment *e, const char *path, const struct node_taker *taker) {
  struct job_file j = {.path = path};
  char error[256] = "";
  bool good = false;
  *e = (struct experiment){.program = ""};
  for (int i = 0; i < TRIES; i++) {
    forget(&j);
    experiment_free(e);
    if (!POMP_ARRAY_ROOM(j.parts, j.room, 1ull)) {
      *e = (struct experiment){.program = ""};
      return user_error(path, "not enough memory");
    }
    j.count = 1;
    good = load_file_changed(e, path, change, &j, taker);
    if (!j.again)
      break;
  }
  if (j.failed)
    good = user_error(path, "not enough memory");
  if (good && e->added_up.differ)
    tell_sums(path, e);
  if (!good || j.count == 1) {
    forget(&j);
    return good;
  }
  j.parts[0] = *e;
  mark_replaced(&j);
  return experiment_join(e, j.parts, j.count, error, sizeof error) || user_error(path, "%s", error);
}
