/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_cache.c - keeps blocks that were unpacked until they have been read, and has a thread unpack those that are
 * likely to be read next.
 * Not here: which block something is in (archive.c), how one is unpacked (common/archive). */
#include "files/archive_internal.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BYTES (256u << 20) /* of blocks that nobody reads just now */
#define MOST_WANTED 64u
#define SPARE 8u /* pieces of memory of each kind that are kept for the next block */
#define AHEAD 3u /* blocks of a kind */
#define FAR 16u  /* blocks */

enum state { FREE, BUSY, READY, LOST };

struct entry {
  unsigned char *bytes;
  size_t room;
  uint64_t used; /* when it was last */
  uint32_t users;
  enum state state;
};

struct archive_cache {
  pthread_mutex_t mutex;
  pthread_cond_t unpacked; /* a block was */
  pthread_cond_t wanting;  /* the helper has something to do */
  struct entry *entries;   /* by block */
  uint32_t count;
  uint64_t bytes, time;
  const struct archive *archive;
  uint32_t wanted[MOST_WANTED], wanted_count; /* blocks to be unpacked */
  struct pomp_archive_bytes spares[SPARE];    /* of blocks that were read */
  struct archive_work works[SPARE];           /* that no thread uses just now */
  uint32_t spare_count, work_count;
  pthread_t helper;
  bool has_helper, no_helper, ends, no_memory;
  unsigned forks; /* the process's that it is for */
};

static unsigned forks; /* how many forks lie between the program's first process and this one */
static void count_fork(void) { forks++; }
static void watch_forks(void) { pthread_atfork(NULL, NULL, count_fork); }

struct archive_cache *archive_cache_begin(uint32_t blocks) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  struct archive_cache *c = calloc(1, sizeof *c);
  if (c)
    c->entries = calloc(blocks + 1ull, sizeof *c->entries);
  if (!c || !c->entries) {
    free(c);
    return NULL;
  }
  pthread_once(&once, watch_forks);
  c->forks = forks;
  c->count = blocks;
  pthread_mutex_init(&c->mutex, NULL);
  pthread_cond_init(&c->unpacked, NULL);
  pthread_cond_init(&c->wanting, NULL);
  cpu_set_t cpus; /* on a machine with more processors than this holds, it is not told; then there are enough */
  c->no_helper = sched_getaffinity(0, sizeof cpus, &cpus) == 0 && CPU_COUNT(&cpus) < 2;
  return c;
}

void archive_cache_end(struct archive_cache *c) {
  if (!c)
    return;
  pthread_mutex_lock(&c->mutex);
  c->ends = true;
  pthread_cond_signal(&c->wanting);
  pthread_mutex_unlock(&c->mutex);
  if (c->has_helper)
    pthread_join(c->helper, NULL);
  for (uint32_t i = 0; i < c->count; i++)
    free(c->entries[i].bytes);
  for (uint32_t i = 0; i < c->spare_count; i++)
    free(c->spares[i].at);
  for (uint32_t i = 0; i < c->work_count; i++)
    archive_work_free(&c->works[i]);
  free(c->entries);
  pthread_cond_destroy(&c->unpacked);
  pthread_cond_destroy(&c->wanting);
  pthread_mutex_destroy(&c->mutex);
  free(c);
}

/* --- entries; the mutex is held --- */

/* Returns memory for a block, if there is any; a small block of chunks gets as much as others, so that they can have it
 * next. */
static bool get_bytes(struct archive_cache *c, const struct pomp_archive_block *head, struct entry *e) {
  const bool chunks = head->kind == POMP_ARCHIVE_CHUNKS;
  for (uint32_t i = c->spare_count; chunks && i-- > 0;)
    if (c->spares[i].room >= head->size) {
      *e = (struct entry){.bytes = c->spares[i].at, .room = c->spares[i].room};
      c->spares[i] = c->spares[--c->spare_count];
      return true;
    }
  const size_t room = chunks && head->size < POMP_ARCHIVE_BLOCK_BYTES ? POMP_ARCHIVE_BLOCK_BYTES : head->size;
  *e = (struct entry){.bytes = malloc(room + POMP_COLUMNS_SLACK), .room = room};
  return e->bytes != NULL;
}

static void forget(struct archive_cache *c, uint32_t block, const struct archive *a) {
  struct entry *e = &c->entries[block];
  c->bytes -= a->blocks[block].head.size;
  if (c->spare_count < SPARE && a->blocks[block].head.kind == POMP_ARCHIVE_CHUNKS)
    c->spares[c->spare_count++] = (struct pomp_archive_bytes){.at = e->bytes, .room = e->room};
  else
    free(e->bytes);
  *e = (struct entry){.state = FREE};
}

/* Forgets those that were used longest ago, as long as there are too many. */
static void make_room(struct archive_cache *c, const struct archive *a) {
  while (c->bytes > MOST_BYTES) {
    uint32_t oldest = c->count;
    for (uint32_t i = 0; i < c->count; i++) {
      const struct entry *e = &c->entries[i];
      if (e->state == READY && !e->users && (oldest == c->count || e->used < c->entries[oldest].used))
        oldest = i;
    }
    if (oldest == c->count)
      return;
    forget(c, oldest, a);
  }
}

/* Unpacks a block to where there is room for it. The mutex is given back for as long as that takes. */
static enum pomp_unpacked unpack_to(struct archive_cache *c, const struct archive *a, uint32_t block,
                                    unsigned char *to) {
  struct archive_work work = {0};
  if (c->work_count)
    work = c->works[--c->work_count];
  pthread_mutex_unlock(&c->mutex);
  const enum pomp_unpacked result = archive_unpack(a, block, to, &work);
  pthread_mutex_lock(&c->mutex);
  if (c->work_count < SPARE)
    c->works[c->work_count++] = work;
  else
    archive_work_free(&work);
  return result;
}

/* Unpacks a block that is not there. False if there is no memory. */
static bool unpack(struct archive_cache *c, const struct archive *a, uint32_t block) {
  struct entry *e = &c->entries[block];
  make_room(c, a);
  if (!get_bytes(c, &a->blocks[block].head, e))
    return false;
  c->bytes += a->blocks[block].head.size;
  e->state = BUSY;
  e->used = ++c->time;
  const enum pomp_unpacked result = unpack_to(c, a, block, e->bytes);
  e->state = READY;
  if (result != POMP_UNPACKED) {
    forget(c, block, a);
    e->state = result == POMP_UNPACK_NO_MEMORY ? FREE : LOST;
  }
  pthread_cond_broadcast(&c->unpacked);
  return result != POMP_UNPACK_NO_MEMORY;
}

/* --- the helper --- */

static void drop_wanted(struct archive_cache *c, uint32_t i) {
  memmove(c->wanted + i, c->wanted + i + 1, (--c->wanted_count - i) * sizeof *c->wanted);
}

static void *help(void *argument) {
  struct archive_cache *c = argument;
  pthread_mutex_lock(&c->mutex);
  while (!c->ends) {
    if (!c->wanted_count) {
      pthread_cond_wait(&c->wanting, &c->mutex);
      continue;
    }
    const uint32_t block = c->wanted[0];
    drop_wanted(c, 0);
    if (c->entries[block].state == FREE)
      unpack(c, c->archive, block);
  }
  pthread_mutex_unlock(&c->mutex);
  return NULL;
}

/* It takes no signal, as these are for the program. */
static void start_helper(struct archive_cache *c) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  c->has_helper = pthread_create(&c->helper, NULL, help, c) == 0;
  c->no_helper = !c->has_helper;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Returns the index of a block in the list of wanted blocks; the length of the list if the block is not in it. */
static uint32_t find_wanted(const struct archive_cache *c, uint32_t block) {
  uint32_t i = 0;
  while (i < c->wanted_count && c->wanted[i] != block)
    i++;
  return i;
}

/* A small file is read sooner than another thread would be woken. */
static bool is_small(const struct archive *a, uint32_t block) {
  return a->members[a->blocks[block].head.member].about.size <= POMP_ARCHIVE_BLOCK_BYTES;
}

static void want(struct archive_cache *c, const struct archive *a, uint32_t block) {
  if (c->no_helper || is_small(a, block) || c->entries[block].state != FREE || c->wanted_count == MOST_WANTED ||
      find_wanted(c, block) < c->wanted_count)
    return;
  c->archive = a;
  c->wanted[c->wanted_count++] = block;
  if (!c->has_helper)
    start_helper(c);
  pthread_cond_signal(&c->wanting);
}

void archive_cache_want(const struct archive *a, uint32_t block) {
  pthread_mutex_lock(&a->cache->mutex);
  want(a->cache, a, block);
  pthread_mutex_unlock(&a->cache->mutex);
}

/* Has the blocks of the same kind that come behind this one unpacked. */
static void want_next(struct archive_cache *c, const struct archive *a, uint32_t block) {
  const struct archive_block *b = a->blocks;
  const uint16_t kind = b[block].head.kind;
  if (c->no_helper || kind == POMP_ARCHIVE_HEADS)
    return;
  for (uint32_t next = block + 1, found = 0; next - block < FAR && next < a->block_count && found < AHEAD; next++) {
    if (b[next].head.kind != kind || b[next].head.flags & POMP_ARCHIVE_AGAIN)
      continue;
    found++;
    want(c, a, next);
  }
}

/* --- reading --- */

/* In a process that was forked off there is no helper, which may have been about to change anything here: what there
 * was stays where it is. Such processes are several, and one ahead for each would be too many. */
static void begin_again(struct archive_cache *c) {
  pthread_mutex_init(&c->mutex, NULL);
  pthread_cond_init(&c->unpacked, NULL);
  pthread_cond_init(&c->wanting, NULL);
  memset(c->entries, 0, c->count * sizeof *c->entries);
  c->bytes = 0;
  c->spare_count = c->work_count = c->wanted_count = 0;
  c->has_helper = false;
  c->no_helper = true;
  c->forks = forks;
}

/* The block is going to be unpacked here: the other thread would come too late, and do it again. */
static void prepare(struct archive_cache *c, const struct archive *a, uint32_t block) {
  const uint32_t wanted = find_wanted(c, block);
  if (wanted < c->wanted_count)
    drop_wanted(c, wanted);
  want_next(c, a, block);
}

/* Unpacks all of a block to where it is to be. What it can't unpack is 0. */
static enum pomp_unpacked read_whole(struct archive_cache *c, const struct archive *a, uint32_t block, void *to) {
  const enum pomp_unpacked result = unpack_to(c, a, block, to);
  if (result != POMP_UNPACKED)
    memset(to, 0, a->blocks[block].head.size);
  if (result == POMP_UNPACK_DAMAGED && c->entries[block].state == FREE)
    c->entries[block].state = LOST;
  return result;
}

/* Returns the entry of the block when it has been unpacked; NULL if there is no memory. */
static struct entry *get(struct archive_cache *c, const struct archive *a, uint32_t block) {
  struct entry *e = &c->entries[block];
  while (e->state == FREE || e->state == BUSY)
    if (e->state == BUSY)
      pthread_cond_wait(&c->unpacked, &c->mutex);
    else if (!unpack(c, a, block))
      return NULL;
  return e;
}

/* Copies a part of a block, which is kept until all of it was read. */
static enum pomp_unpacked read_part(struct archive_cache *c, const struct archive *a, uint32_t block, void *to,
                                    uint64_t at, size_t size) {
  const struct pomp_archive_block *head = &a->blocks[block].head;
  struct entry *e = get(c, a, block);
  if (!e)
    return POMP_UNPACK_NO_MEMORY;
  if (e->state != READY || at > head->size || size > head->size - at)
    return POMP_UNPACK_DAMAGED;
  e->users++;
  e->used = ++c->time;
  const unsigned char *from = e->bytes + at;
  pthread_mutex_unlock(&c->mutex);
  memcpy(to, from, size);
  pthread_mutex_lock(&c->mutex);
  if (!--e->users && head->kind != POMP_ARCHIVE_HEADS && at + size == head->size)
    forget(c, block, a);
  return POMP_UNPACKED;
}

/* Tells whether it is read. If there is no memory, that is said, the first time. */
static enum pomp_unpacked read_block(const struct archive *a, uint32_t block, void *to, uint64_t at, size_t size) {
  struct archive_cache *c = a->cache;
  const struct pomp_archive_block *head = &a->blocks[block].head;
  if (c->forks != forks)
    begin_again(c);
  pthread_mutex_lock(&c->mutex);
  prepare(c, a, block);
  const bool whole = head->kind == POMP_ARCHIVE_BYTES && !at && size == head->size && c->entries[block].state == FREE;
  const enum pomp_unpacked result = whole ? read_whole(c, a, block, to) : read_part(c, a, block, to, at, size);
  const bool tells = result == POMP_UNPACK_NO_MEMORY && !c->no_memory;
  c->no_memory |= result == POMP_UNPACK_NO_MEMORY;
  pthread_mutex_unlock(&c->mutex);
  if (tells)
    archive_tell_no_memory(a, block);
  return result;
}

bool archive_lacked_memory(const struct archive *a) {
  pthread_mutex_lock(&a->cache->mutex);
  const bool lacked = a->cache->no_memory;
  pthread_mutex_unlock(&a->cache->mutex);
  return lacked;
}

bool archive_cache_read(const struct archive *a, uint32_t block, void *to, uint64_t at, size_t size) {
  enum pomp_unpacked result = read_block(a, block, to, at, size);
  if (result != POMP_UNPACK_DAMAGED)
    return result == POMP_UNPACKED;
  archive_tell_lost(a, block);
  const uint32_t again = archive_again(a, block);
  if (again == UINT32_MAX)
    return false;
  result = read_block(a, again, to, at, size);
  if (result == POMP_UNPACK_DAMAGED)
    archive_tell_lost(a, again);
  return result == POMP_UNPACKED;
}
