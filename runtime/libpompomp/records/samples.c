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

static struct pomp_arena_records records;
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
static void look_at_modules(const struct pomp_sampler *s) {
  const uint64_t now = pomp_clock();
  const double since = pomp_clock_seconds(now - modules_read);
  if (modules_read && since < (pomp_sample_modules_at(s->found.pc) ? MODULES_SECONDS : UNKNOWN_SECONDS))
    return;
  modules_read = now ? now : 1;
  pomp_sample_modules_read();
}

static struct pomp_sample_entry *add(struct pomp_sampler *s) {
  if (s->used * 4 >= s->room * 3 && !grow(s))
    return NULL;
  look_at_modules(s);
  s->found.stack = pomp_sample_stack(&s->scan);
  struct pomp_sample_entry *e = find(s, hash_of(&s->found, s->found.stack ? s->scan.hash : 0));
  void *record;
  if (e->record)
    return e;
  if (!pomp_sample_has_room() || pomp_arena_record(&records, POMP_BLOCK_SAMPLES, sizeof(struct pomp_sample), &record))
    return NULL;
  *(struct pomp_sample *)record = s->found;
  *e = (struct pomp_sample_entry){hash_of(&s->found, s->found.stack ? s->scan.hash : 0), record};
  s->used++;
  return e;
}

struct addition {
  struct pomp_sampler *s;
  struct pomp_sample_entry *made;
};
static void add_aside(void *argument) {
  struct addition *a = argument;
  if (pomp_phase == POMP_RUNNING)
    a->made = add(a->s);
}

bool pomp_sampler_count(struct pomp_sampler *s, uint64_t due, uint64_t period) {
  struct addition a = {s, find(s, hash_of(&s->found, s->scan.hash))};
  if (!a.made->record) {
    a.made = NULL;
    if (!pomp_slow_begin_at_once())
      return false;
    pomp_call_aside(add_aside, &a);
    pomp_slow_end();
  }
  if (!a.made)
    return false;
  struct pomp_sample *r = a.made->record;
  POMP_ADD(r->count, 1);
  POMP_ADD(r->time, due * period);
  return true;
}
