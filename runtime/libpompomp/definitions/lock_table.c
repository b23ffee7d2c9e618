/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_table.c - finds and makes the records of OpenMP's locks, and their records in the file.
 * Not here: what is in a record (lock_holders.c).
 *
 * The table has sets of records by a hash of the address. A set has lines of seven records, with their tags side by
 * side, as a search reads no more of most records. When all records of a set are in use it gets another line, up to
 * three; then the lock that has been free for longest loses its record. So of 100,000 locks hardly any is lost. */
#include "definitions/lock_table.h"
#include "base/arena.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <errno.h>
#include <stddef.h>

#define SET_BITS 13
#define WAYS 7u
#define LINES_MAX 3u
#define HELD 1u /* in a tag: the address is above it, and 0 is no lock's */

struct line {
  uint64_t tag[WAYS];
  struct line *next;
  struct pomp_lock records[WAYS];
};

/* Lines are made together: their records fill a block of the file. */
#define IN_FILE ((POMP_FORMAT_ALIGN - sizeof(struct pomp_block)) / sizeof(struct pomp_held_lock))
#define BATCH (IN_FILE / WAYS)
_Static_assert(BATCH *WAYS == IN_FILE, "a block of the file is filled");

static struct line *sets[1u << SET_BITS];
static struct line *spare; /* the lines of the last batch that no set has yet */
static uint32_t spares;

static uint64_t tag_of(const void *address) { return (uint64_t)(uintptr_t)address << 1; }

static struct line **set_of(uint64_t tag) { return &sets[tag * 0x9e3779b97f4a7c15u >> (64 - SET_BITS)]; }

static struct line *first_of(struct line **set) { return __atomic_load_n(set, __ATOMIC_ACQUIRE); }

/* NOLINTNEXTLINE(readability-non-const-parameter): the exchange is a builtin. */
static bool change(uint64_t *tag, uint64_t from, uint64_t to) {
  return __atomic_compare_exchange_n(tag, &from, to, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED);
}

/* Makes a record that was another lock's, or nobody's, like new. */
static struct pomp_lock *clear(struct pomp_lock *l) {
  POMP_STORE(l->by.begin, 0);
  POMP_STORE(l->end, 0);
  POMP_STORE(l->by.depth, 0);
  return l;
}

static int make_lines(void) {
  struct pomp_block *block;
  struct line *made = pomp_arena_scratch(BATCH * sizeof *made);
  if (!made)
    return -ENOMEM;
  int error = pomp_arena_block(&block, POMP_BLOCK_LOCKS, 0, sizeof *block, POMP_FORMAT_ALIGN);
  if (error)
    return error;
  struct pomp_held_lock *in_file = (struct pomp_held_lock *)(void *)(block + 1);
  for (unsigned i = 0; i < BATCH * WAYS; i++) {
    struct pomp_lock *l = &made[i / WAYS].records[i % WAYS];
    l->tag = &made[i / WAYS].tag[i % WAYS];
    l->by.in_file = in_file + i;
  }
  POMP_RELEASE(block->count, (uint32_t)IN_FILE);
  pomp_arena_publish();
  spare = made;
  spares = BATCH;
  return 0;
}

/* Gives the set another line, whose first record is the lock's. NULL: it has as many as it may have, or there is no
 * memory, and then measurement ends. */
static struct pomp_lock *add_line(struct line **set, uint64_t tag) {
  struct pomp_lock *l = NULL;
  unsigned lines = 0;
  if (!pomp_slow_begin())
    return NULL;
  for (const struct line *line = *set; line; line = line->next)
    lines++;
  int error = pomp_is_measuring() && lines < LINES_MAX && !spares ? make_lines() : 0;
  if (error)
    pomp_gate_stop(error);
  if (lines < LINES_MAX && spares) {
    struct line *line = spare++;
    spares--;
    line->tag[0] = tag;
    line->next = *set;
    l = &line->records[0];
    __atomic_store_n(set, line, __ATOMIC_RELEASE);
  }
  pomp_slow_end();
  return l;
}

/* Takes over the record of the lock that has been free for longest. */
static struct pomp_lock *take_over(struct line **set, uint64_t tag) {
  enum { TRIES = 4 };
  for (int tries = 0; tries < TRIES; tries++) {
    struct pomp_lock *oldest = NULL;
    uint64_t old = 0;
    for (struct line *line = first_of(set); line; line = line->next)
      for (unsigned i = 0; i < WAYS; i++) {
        uint64_t found = POMP_LOAD(line->tag[i]);
        if (!(found & HELD) && !pomp_lock_logs(&line->records[i]) &&
            (!oldest || POMP_LOAD(line->records[i].end) < POMP_LOAD(oldest->end))) {
          oldest = &line->records[i];
          old = found;
        }
      }
    if (!oldest)
      return NULL;
    if (change(oldest->tag, old, tag))
      return clear(oldest);
  }
  return NULL;
}

static struct pomp_lock *take_new(struct line **set, uint64_t tag) {
  unsigned lines = 0;
  for (struct line *line = first_of(set); line; line = line->next, lines++)
    for (unsigned i = 0; i < WAYS; i++)
      if (!POMP_LOAD(line->tag[i]) && change(&line->tag[i], 0, tag))
        return clear(&line->records[i]);
  struct pomp_lock *l = lines < LINES_MAX ? add_line(set, tag) : NULL;
  return l ? l : take_over(set, tag);
}

struct pomp_lock *pomp_lock_take(const void *address, bool *held) {
  uint64_t tag = tag_of(address);
  struct line **set = set_of(tag);
  *held = false;
  for (struct line *line = first_of(set); line; line = line->next)
    for (unsigned i = 0; i < WAYS; i++) {
      uint64_t found = POMP_LOAD(line->tag[i]);
      if (found == (tag | HELD)) {
        *held = true;
        return &line->records[i];
      }
      if (found == tag && pomp_lock_logs(&line->records[i]))
        return &line->records[i];
      if (found == tag && change(&line->tag[i], tag, tag | HELD))
        return &line->records[i];
    }
  return take_new(set, tag | HELD);
}

struct pomp_lock *pomp_lock_held(const void *address) {
  uint64_t tag = tag_of(address);
  for (struct line *line = first_of(set_of(tag)); line; line = line->next)
    for (unsigned i = 0; i < WAYS; i++)
      if (POMP_LOAD(line->tag[i]) == (tag | HELD) ||
          (POMP_LOAD(line->tag[i]) == tag && pomp_lock_logs(&line->records[i])))
        return &line->records[i];
  return NULL;
}

struct pomp_lock *pomp_lock_known(const void *address) {
  uint64_t tag = tag_of(address);
  for (struct line *line = first_of(set_of(tag)); line; line = line->next)
    for (unsigned i = 0; i < WAYS; i++)
      if ((POMP_LOAD(line->tag[i]) & ~(uint64_t)HELD) == tag)
        return &line->records[i];
  return NULL;
}

/* Two threads may both make the record. Then the one that comes first in the set is found from there on, and the other
 * one becomes the oldest. */
struct pomp_lock *pomp_lock_share(const void *address) {
  struct pomp_lock *l = pomp_lock_known(address);
  return l ? l : take_new(set_of(tag_of(address)), tag_of(address));
}

/* Records of two locations are on different cache lines. */
bool pomp_log_in_file(struct pomp_log *log) {
  enum { STEP = 64 / sizeof(struct pomp_held_lock) };
  static struct pomp_held_lock *next;
  static uint32_t left;
  if (!pomp_slow_begin())
    return false;
  if (pomp_is_measuring() && !left) {
    struct pomp_block *block;
    int error = pomp_arena_block(&block, POMP_BLOCK_LOCKS, 0, sizeof *block, POMP_FORMAT_ALIGN);
    if (!error) {
      next = (struct pomp_held_lock *)(void *)(block + 1);
      left = IN_FILE / STEP;
      POMP_RELEASE(block->count, (uint32_t)IN_FILE);
      pomp_arena_publish();
    } else
      pomp_gate_stop(error);
  }
  if (left) {
    log->by.in_file = next;
    next += STEP;
    left--;
  }
  pomp_slow_end();
  return log->by.in_file != NULL;
}
_Static_assert(sizeof(struct pomp_block) % 64 == 0, "the records of locks begin with a cache line");

/* The holder comes last, so that a reader that sees one sees what belongs to it. */
void pomp_lock_show(const struct pomp_holder *h, const void *address, uint32_t location) {
  struct pomp_held_lock *f = h->in_file;
  POMP_STORE(f->address, (uint64_t)(uintptr_t)address);
  POMP_STORE(f->since, POMP_LOAD(h->begin));
  POMP_STORE(f->construct, POMP_LOAD(h->construct));
  POMP_STORE(f->depth, POMP_LOAD(h->depth));
  POMP_RELEASE(f->holder, location + 1);
}

/* The tag of a lock that has got logs in this hold still says that it is held. */
void pomp_lock_leave(struct pomp_lock *l, struct pomp_holder *h) {
  if (pomp_is_measuring())
    POMP_STORE(h->in_file->holder, 0);
  uint64_t tag = POMP_LOAD(*l->tag);
  if (tag & HELD)
    __atomic_store_n(l->tag, tag & ~(uint64_t)HELD, __ATOMIC_RELEASE);
}

/* The lock is gone, or new: a release that was not reported is no hold any more. */
static void leave_all(struct pomp_lock *l, bool held) {
  struct pomp_logs *logs = pomp_lock_logs(l);
  if (held && pomp_is_measuring())
    POMP_STORE(l->by.in_file->holder, 0);
  for (uint32_t i = 0; logs && i <= logs->mask; i++) {
    struct pomp_log *log = POMP_ACQUIRE(logs->of[i]);
    if (!log || !POMP_LOAD(log->by.depth))
      continue;
    POMP_STORE(log->by.depth, 0);
    POMP_STORE(log->by.begin, 0);
    if (pomp_is_measuring())
      POMP_STORE(log->by.in_file->holder, 0);
  }
}

void pomp_lock_forget(const void *address) {
  uint64_t tag = tag_of(address);
  for (struct line *line = first_of(set_of(tag)); line; line = line->next)
    for (unsigned i = 0; i < WAYS; i++) {
      uint64_t found = POMP_LOAD(line->tag[i]);
      if ((found & ~(uint64_t)HELD) != tag)
        continue;
      leave_all(&line->records[i], found & HELD);
      change(&line->tag[i], found, 0);
    }
}
