/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* archive_cache.c - keeps blocks that were unpacked until they have been read, and has a thread unpack those that are
 * likely to be read next.
 * Not here: which block something is in (archive.c), how one is unpacked (common/archive). */
#include "archive_parts.h"
#include "pomp_array.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MOST_BYTES (256u << 20) /* of blocks that nobody reads just now */
#define MOST_WANTED 64u

enum state { FREE, BUSY, READY, LOST };

struct entry {
  unsigned char *bytes;
  uint64_t used; /* when it was last */
  uint32_t block, users;
  enum state state;
};

struct archive_cache {
  pthread_mutex_t mutex;
  pthread_cond_t changed; /* a block was unpacked, or is wanted */
  struct entry *entries;
  uint32_t count, room;
  uint64_t bytes, time;
  const struct archive *archive;
  uint32_t wanted[MOST_WANTED], wanted_count; /* blocks to be unpacked */
  pthread_t helper;
  bool has_helper, no_helper, ends;
};

struct archive_cache *archive_cache_begin(void) {
  struct archive_cache *c = calloc(1, sizeof *c);
  if (!c)
    return NULL;
  pthread_mutex_init(&c->mutex, NULL);
  pthread_cond_init(&c->changed, NULL);
  c->no_helper = sysconf(_SC_NPROCESSORS_ONLN) < 2;
  return c;
}

void archive_cache_end(struct archive_cache *c) {
  if (!c)
    return;
  pthread_mutex_lock(&c->mutex);
  c->ends = true;
  pthread_cond_broadcast(&c->changed);
  pthread_mutex_unlock(&c->mutex);
  if (c->has_helper)
    pthread_join(c->helper, NULL);
  for (uint32_t i = 0; i < c->count; i++)
    free(c->entries[i].bytes);
  free(c->entries);
  pthread_cond_destroy(&c->changed);
  pthread_mutex_destroy(&c->mutex);
  free(c);
}

/* --- entries; the mutex is held --- */

static struct entry *find(struct archive_cache *c, uint32_t block) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->entries[i].state != FREE && c->entries[i].block == block)
      return &c->entries[i];
  return NULL;
}

static void forget(struct archive_cache *c, struct entry *e, const struct archive *a) {
  c->bytes -= a->blocks[e->block].head.size;
  free(e->bytes);
  *e = (struct entry){.state = FREE};
}

/* Forgets those that were used longest ago, as long as there are too many. */
static void make_room(struct archive_cache *c, const struct archive *a) {
  while (c->bytes > MOST_BYTES) {
    struct entry *oldest = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
      struct entry *e = &c->entries[i];
      if (e->state == READY && !e->users && (!oldest || e->used < oldest->used))
        oldest = e;
    }
    if (!oldest)
      return;
    forget(c, oldest, a);
  }
}

/* Makes an entry that is busy. NULL if there is no memory. */
static struct entry *make(struct archive_cache *c, const struct archive *a, uint32_t block) {
  struct entry *e = NULL;
  make_room(c, a);
  for (uint32_t i = 0; !e && i < c->count; i++)
    if (c->entries[i].state == FREE)
      e = &c->entries[i];
  if (!e) {
    if (!POMP_ARRAY_ROOM(c->entries, c->room, c->count + 1ull))
      return NULL;
    e = &c->entries[c->count++];
  }
  *e = (struct entry){
      .block = block, .state = BUSY, .used = ++c->time, .bytes = malloc(a->blocks[block].head.size + 8ull)};
  if (!e->bytes) {
    e->state = FREE;
    return NULL;
  }
  c->bytes += a->blocks[block].head.size;
  return e;
}

/* Unpacks the block of an entry that is busy. The mutex is given back meanwhile, so that the entry may move. */
static struct entry *unpack(struct archive_cache *c, const struct archive *a, uint32_t block, unsigned char *bytes) {
  pthread_mutex_unlock(&c->mutex);
  const bool good = archive_unpack(a, block, bytes, true);
  pthread_mutex_lock(&c->mutex);
  struct entry *e = find(c, block);
  e->state = good ? READY : LOST;
  if (!good) {
    c->bytes -= a->blocks[block].head.size;
    free(e->bytes);
    e->bytes = NULL;
  }
  pthread_cond_broadcast(&c->changed);
  return e;
}

/* --- the helper --- */

static void *help(void *argument) {
  struct archive_cache *c = argument;
  pthread_mutex_lock(&c->mutex);
  while (!c->ends) {
    if (!c->wanted_count) {
      pthread_cond_wait(&c->changed, &c->mutex);
      continue;
    }
    const uint32_t block = c->wanted[--c->wanted_count];
    struct entry *e = find(c, block) ? NULL : make(c, c->archive, block);
    if (e)
      unpack(c, c->archive, block, e->bytes);
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

/* Has the block that comes behind this one unpacked, if it is of the same file. */
static void want_next(struct archive_cache *c, const struct archive *a, uint32_t block) {
  const struct archive_block *b = &a->blocks[block];
  if (c->no_helper || b->head.kind != POMP_ARCHIVE_CHUNKS || block + 1 >= a->block_count ||
      b[1].head.kind != POMP_ARCHIVE_CHUNKS || b[1].head.member != b->head.member || c->wanted_count == MOST_WANTED ||
      find(c, block + 1))
    return;
  c->archive = a;
  c->wanted[c->wanted_count++] = block + 1;
  if (!c->has_helper)
    start_helper(c);
  pthread_cond_broadcast(&c->changed);
}

/* --- reading --- */

/* Returns the entry of the block when it has been unpacked; NULL if there is no memory. */
static struct entry *get(struct archive_cache *c, const struct archive *a, uint32_t block) {
  want_next(c, a, block);
  for (;;) {
    struct entry *e = find(c, block);
    if (!e)
      return (e = make(c, a, block)) ? unpack(c, a, block, e->bytes) : NULL;
    if (e->state != BUSY)
      return e;
    pthread_cond_wait(&c->changed, &c->mutex);
  }
}

static bool read_block(const struct archive *a, uint32_t block, void *to, uint64_t at, size_t size) {
  struct archive_cache *c = a->cache;
  const struct pomp_archive_block *head = &a->blocks[block].head;
  pthread_mutex_lock(&c->mutex);
  struct entry *e = get(c, a, block);
  const bool good = e && e->state == READY && at <= head->size && size <= head->size - at;
  if (good) {
    e->users++;
    e->used = ++c->time;
    const unsigned char *from = e->bytes + at;
    pthread_mutex_unlock(&c->mutex);
    memcpy(to, from, size);
    pthread_mutex_lock(&c->mutex);
    e = find(c, block);
    if (!--e->users && head->kind != POMP_ARCHIVE_HEADS && at + size == head->size)
      forget(c, e, a);
  }
  pthread_mutex_unlock(&c->mutex);
  return good;
}

bool archive_cache_read(const struct archive *a, uint32_t block, void *to, uint64_t at, size_t size) {
  if (read_block(a, block, to, at, size))
    return true;
  archive_tell_lost(a, block);
  const uint32_t again = archive_again(a, block);
  if (again == UINT32_MAX)
    return false;
  if (read_block(a, again, to, at, size))
    return true;
  archive_tell_lost(a, again);
  return false;
}
