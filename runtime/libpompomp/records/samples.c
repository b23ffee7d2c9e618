/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples.c - the records of samples, and each thread's index of them; see samples.h.
 * Not here: threads (teams/sampling.c). */
#include "records/samples.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/side_stack.h"
#include "records/sample_modules.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#define FIRST_ROOM 256u
#define MODULES_SECONDS 1.0 /* from one look at what code there is to the next */
#define UNKNOWN_SECONDS 0.1 /* and if a thread is in code that is not known */

struct pomp_sample_entry {
  uint64_t hash;
  struct pomp_sample *record; /* NULL: nothing is there */
};

static uint64_t modules_read; /* the tick at which they were read last */

struct pomp_sampler *pomp_sampler_make(void) {
  struct pomp_sampler *s = pomp_arena_scratch(sizeof *s);
  struct pomp_sample_entry *index = s ? pomp_arena_scratch(FIRST_ROOM * sizeof *index) : NULL;
  if (!index) {
    if (s)
      pomp_arena_scratch_free(s, sizeof *s);
    return NULL;
  }
  s->index = index;
  s->room = FIRST_ROOM;
  s->clock.fd = -1;
  return s;
}

static uint64_t hash_of(const struct pomp_sample *f, uint64_t stack) {
  uint64_t hash =
      ((uint64_t)f->node << 32 | f->state) * 0x9e3779b97f4a7c15u ^ ((uint64_t)f->flags << 32 | f->os_thread);
  hash = (hash ^ hash >> 32 ^ f->pc) * 0xff51afd7ed558ccdu;
  hash = (hash ^ hash >> 33 ^ stack) * 0xc4ceb9fe1a85ec53u;
  return hash ^ hash >> 31;
}

/* Finds the record, or the place for it. The table is never full. */
static struct pomp_sample_entry *find(const struct pomp_sampler *s, uint64_t hash) {
  uint32_t i = (uint32_t)hash & (s->room - 1);
  while (s->index[i].record && s->index[i].hash != hash)
    i = (i + 1) & (s->room - 1);
  return &s->index[i];
}

static bool grow(struct pomp_sampler *s) {
  struct pomp_sample_entry *old = s->index;
  const uint32_t old_room = s->room;
  struct pomp_sample_entry *made = pomp_arena_scratch(2 * (size_t)old_room * sizeof *made);
  if (!made)
    return false;
  s->index = made;
  s->room = 2 * old_room;
  for (uint32_t i = 0; i < old_room; i++)
    if (old[i].record)
      *find(s, old[i].hash) = old[i];
  pomp_arena_scratch_free(old, old_room * sizeof *old);
  return true;
}

/* Code may have come since it was looked last, in the place of other code, too. That is looked at rarely, as it takes
 * long, and there may be code that no list has. */
static bool should_read_modules(const struct pomp_sampler *s, uint64_t now) {
  const uint64_t before = POMP_LOAD(modules_read);
  return !before ||
         pomp_clock_seconds(now - before) >= (pomp_sample_modules_at(s->found.pc) ? MODULES_SECONDS : UNKNOWN_SECONDS);
}

static bool index_is_full(const struct pomp_sampler *s) { return s->used * 4 >= s->room * 3; }

/* Nearly each sample of some programs finds another stack. So room is made for many at once, and a thread takes of it
 * without a lock and without a system call, as all of it is the thread's own. */
static bool has_room(const struct pomp_sampler *s) {
  return !index_is_full(s) && pomp_arena_records_fit(&s->records, sizeof(struct pomp_sample)) &&
         pomp_sample_stack_fits(&s->stacks, &s->scan) && !should_read_modules(s, pomp_clock());
}

struct making {
  struct pomp_sampler *s;
  bool done;
};
static void make_room(void *argument) {
  struct making *m = argument;
  struct pomp_sampler *s = m->s;
  if (pomp_phase != POMP_RUNNING || (index_is_full(s) && !grow(s)))
    return;
  const uint64_t now = pomp_clock();
  if (should_read_modules(s, now)) {
    POMP_STORE(modules_read, now ? now : 1);
    pomp_sample_modules_read();
  }
  pomp_sample_stack_make_room(&s->stacks, &s->scan);
  m->done = pomp_arena_records_fit(&s->records, sizeof(struct pomp_sample)) ||
            (pomp_sample_has_room() &&
             pomp_arena_records_make_room(&s->records, POMP_BLOCK_SAMPLES, sizeof(struct pomp_sample)) == 0);
}

/* Where there is no room for the stack, it may be one that has a record without it. */
static struct pomp_sample_entry *add(struct pomp_sampler *s) {
  s->found.stack = pomp_sample_stack(&s->stacks, &s->scan);
  const uint64_t hash = hash_of(&s->found, s->found.stack ? s->scan.hash : 0);
  struct pomp_sample_entry *e = find(s, hash);
  if (!e->record) {
    struct pomp_sample *record = pomp_arena_records_take(&s->records, sizeof *record);
    *record = s->found;
    *e = (struct pomp_sample_entry){hash, record};
    s->used++;
  }
  return e;
}

/* Making room may move the index. */
static struct pomp_sample_entry *add_with_room(struct pomp_sampler *s) {
  struct making m = {s, has_room(s)};
  if (!m.done && pomp_slow_begin_at_once()) {
    pomp_call_aside(make_room, &m);
    pomp_slow_end();
  }
  return m.done ? add(s) : NULL;
}

bool pomp_sampler_count(struct pomp_sampler *s, uint64_t due, uint64_t period) {
  struct pomp_sample_entry *e = find(s, hash_of(&s->found, s->scan.hash));
  if (!e->record && !(e = add_with_room(s)))
    return false;
  POMP_ADD(e->record->count, 1);
  POMP_ADD(e->record->time, due * period);
  return true;
}
