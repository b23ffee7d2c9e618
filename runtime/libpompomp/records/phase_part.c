/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_part.c - takes what the call paths of a location below a phase have more than at the last visit, and adds it to
 * the cells of a cluster. */
#include "records/phase_part.h"
#include "base/sandbox.h"
#include "definitions/metric_list.h"
#include "pomp_roles.h"
#include "pomp_system.h"
#include "records/metric_values.h"
#include "state/slow_lock.h"

#include <errno.h>

#define SEGMENT_MIN 16u
#define SEGMENT_MAX 1024u
#define PLAIN 3u /* visits, inclusive, wait */
#define MESSAGE_VALUES 4u
#define TRIES 100000
#define METRICS_AND_MESSAGES (POMP_METRICS_MAX + MESSAGE_VALUES)
#define ROWS_MAX (64u << 10) /* bytes of a block of rows; each is twice as large as the one before */
#define LINE 64u             /* threads write to rows side by side, and share no cache line */

_Static_assert(sizeof(struct pomp_phase_cells) == 32, "layout of the file");

bool pomp_phase_has_messages;

struct pomp_phase_part *pomp_phase_part_new(struct pomp_phase_series *series, struct pomp_thread *t) {
  struct pomp_phase_part *part = pomp_arena_scratch(sizeof *part);
  if (!part)
    return NULL;
  part->series = series;
  part->thread = t;
  part->has_messages = pomp_phase_has_messages;
  part->values = PLAIN + pomp_metric_count + (part->has_messages ? MESSAGE_VALUES : 0);
  return part;
}

static uint32_t more_values(const struct pomp_phase_part *part) { return part->values - PLAIN; }

/* Appends a segment: its block has the numbers of the nodes, then where the cells are. */
static int add_segment(struct pomp_phase_part *part, uint32_t phase, uint32_t clusters) {
  uint32_t room = part->last ? part->last->room * 2 : SEGMENT_MIN;
  room = room < SEGMENT_MAX ? room : SEGMENT_MAX;
  struct pomp_phase_segment *s = pomp_arena_scratch(sizeof *s + room * sizeof s->entries[0]);
  if (s && more_values(part))
    s->before = pomp_arena_scratch((size_t)room * more_values(part) * sizeof *s->before);
  if (!s || (more_values(part) && !s->before))
    return -ENOMEM;
  const size_t head = sizeof *s->block + sizeof(struct pomp_phase_cells), numbers = (size_t)room * sizeof *s->numbers;
  size_t size = head + numbers + clusters * sizeof *s->rows;
  size = (size + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  int error = pomp_arena_block(&s->block, POMP_BLOCK_PHASE_CELLS, part->thread->id, (uint32_t)head, size);
  if (error)
    return error;
  struct pomp_phase_cells *in_file = (struct pomp_phase_cells *)(void *)(s->block + 1);
  *in_file = (struct pomp_phase_cells){.phase = phase,
                                       .clusters = clusters,
                                       .room = room,
                                       .values = part->values,
                                       .metrics = pomp_metric_count,
                                       .flags = part->has_messages ? POMP_PHASE_MESSAGES : 0,
                                       .visit = part->visit};
  s->room = room;
  s->numbers = (uint32_t *)(void *)((char *)s->block + head);
  s->rows = (uint64_t *)(void *)((char *)s->numbers + numbers);
  pomp_arena_publish();
  if (part->last)
    POMP_RELEASE(part->last->next, s);
  else
    POMP_RELEASE(part->first, s);
  part->last = s;
  return 0;
}

static struct pomp_phase_entry *find(const struct pomp_phase_part *part, const struct pomp_path *p) {
  for (struct pomp_phase_segment *s = POMP_ACQUIRE(part->first); s; s = POMP_ACQUIRE(s->next))
    for (uint32_t i = 0, count = POMP_ACQUIRE(s->count); i < count; i++)
      if (s->entries[i].path == p)
        return &s->entries[i];
  return NULL;
}

static uint32_t facts_of(uint32_t role, bool is_part) {
  uint32_t facts = pomp_role_is(role, POMP_IS_WAITING) ? POMP_PHASE_WAITS : 0;
  if (pomp_role_wait(role) == POMP_WAIT_BLOCKED)
    facts |= POMP_PHASE_BLOCKED;
  if (!is_part && role != POMP_ROLE_BLAME)
    facts |= POMP_PHASE_TOP;
  return facts;
}

int pomp_phase_part_add(struct pomp_phase_part *part, const struct pomp_path *p, uint32_t phase, uint32_t clusters,
                        uint32_t *places) {
  if (!part->last || part->last->count == part->last->room) {
    int error = add_segment(part, phase, clusters);
    if (error)
      return error;
  }
  struct pomp_phase_segment *s = part->last;
  const uint32_t role = POMP_KEY_ROLE(p->key);
  struct pomp_phase_entry *e = &s->entries[s->count];
  e->node = pomp_node_of(p);
  e->path = p;
  e->parent = pomp_role_is(role, POMP_IS_APART) ? NULL : find(part, p->parent);
  e->facts = facts_of(role, e->parent != NULL);
  e->place = part->is_compared && role != POMP_ROLE_BLAME ? ++*places : 0;
  s->numbers[s->count] = p->number;
  POMP_RELEASE(s->count, s->count + 1);
  POMP_RELEASE(s->block->count, s->count);
  return 0;
}

void pomp_phase_part_messages(const struct pomp_thread *t, const struct pomp_path *p, const struct pomp_messages *m) {
  for (const struct pomp_phase_part *part = t->parts; part; part = part->next_of_thread) {
    struct pomp_phase_entry *e = find(part, p);
    if (e)
      POMP_RELEASE(e->messages, m);
  }
}

bool pomp_phase_part_begin(struct pomp_phase_part *part) {
  for (int tries = 0; tries < TRIES; tries++) {
    struct pomp_tls *nobody = NULL;
    if (__atomic_compare_exchange_n(&part->taking, &nobody, &pomp_tls, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return true;
    if (nobody == &pomp_tls)
      return false;
    if (tries > 1000)
      pomp_sys_sched_yield();
  }
  return false;
}

void pomp_phase_part_end(struct pomp_phase_part *part) { POMP_RELEASE(part->taking, NULL); }

uint64_t pomp_phase_part_time(const struct pomp_phase_part *part) {
  const struct pomp_phase_entry *e = &part->first->entries[0];
  return POMP_LOAD(e->node->inclusive) - e->inclusive;
}

void pomp_phase_part_compare(const struct pomp_phase_part *part, uint64_t *times, uint32_t places) {
  for (const struct pomp_phase_segment *s = POMP_ACQUIRE(part->first); s; s = POMP_ACQUIRE(s->next))
    for (uint32_t i = 0, count = POMP_ACQUIRE(s->count); i < count; i++) {
      const struct pomp_phase_entry *e = &s->entries[i];
      const uint64_t time = POMP_LOAD(e->node->inclusive) - e->inclusive;
      if (!e->place || e->place >= places || (!time && POMP_LOAD(e->node->visits) == e->visits))
        continue;
      times[e->place] += time + 1;
      if (e->parent && times[e->parent->place])
        times[e->parent->place] -= time < times[e->parent->place] ? time : times[e->parent->place] - 1;
    }
}

/* NOLINTBEGIN(readability-non-const-parameter): the stores are builtins. */
/* Takes the values of metrics and messages. */
static void take_more(const struct pomp_phase_part *part, const struct pomp_phase_segment *s, uint32_t i,
                      uint64_t *cell, int64_t *metrics) {
  const struct pomp_phase_entry *e = &s->entries[i];
  const struct pomp_messages *m = POMP_ACQUIRE(e->messages);
  int64_t *before = s->before + (size_t)i * more_values(part), now[METRICS_AND_MESSAGES] = {0};
  for (uint32_t k = 0; k < pomp_metric_count; k++)
    now[k] = pomp_metric_inclusive(e->path, k);
  if (part->has_messages) {
    int64_t *sent = &now[pomp_metric_count];
    sent[0] = m ? (int64_t)POMP_LOAD(m->sent) : 0;
    sent[1] = m ? (int64_t)POMP_LOAD(m->sent_bytes) : 0;
    sent[2] = m ? (int64_t)POMP_LOAD(m->received) : 0;
    sent[3] = m ? (int64_t)POMP_LOAD(m->received_bytes) : 0;
  }
  for (uint32_t k = 0; k < more_values(part); k++) {
    const uint64_t more = (uint64_t)now[k] - (uint64_t)before[k];
    before[k] = now[k];
    POMP_ADD(cell[PLAIN + k], more);
    if (metrics && k < pomp_metric_count && e->facts & POMP_PHASE_TOP)
      __atomic_fetch_add(&metrics[k], (int64_t)more, __ATOMIC_RELAXED);
  }
}

/* It moves what was noted before first: who is killed between these stores loses a part of a visit rather than have it
 * in a cell twice. */
static void take_entry(struct pomp_phase_entry *e, uint64_t visits, uint64_t *cell, struct pomp_phase_sums *sums) {
  const uint64_t inclusive = POMP_LOAD(e->node->inclusive), wait = POMP_LOAD(e->node->wait);
  const uint64_t time = inclusive - e->inclusive, waited = wait - e->wait;
  const uint64_t count = visits - e->visits;
  e->visits = visits;
  e->inclusive = inclusive;
  e->wait = wait;
  POMP_ADD(cell[0], count);
  POMP_ADD(cell[1], time);
  POMP_ADD(cell[2], waited);
  if (e->facts & POMP_PHASE_WAITS)
    sums->wait += time;
  else if (e->facts & POMP_PHASE_BLOCKED)
    sums->wait += waited;
  if (e->facts & POMP_PHASE_TOP)
    sums->busy += time;
}

/* NOLINTEND(readability-non-const-parameter) */

static bool has_more(const struct pomp_phase_entry *e, uint64_t visits) {
  return visits != e->visits || POMP_LOAD(e->node->inclusive) != e->inclusive || POMP_LOAD(e->node->wait) != e->wait;
}

/* `row`: the cluster's cells; NULL: there is no memory for them. */
static void take_segment(const struct pomp_phase_part *part, struct pomp_phase_segment *s, uint64_t *row,
                         struct pomp_phase_sums *sums) {
  const bool more = more_values(part) != 0;
  uint64_t nowhere[PLAIN + METRICS_AND_MESSAGES] = {0}, *cell = row ? row : nowhere;
  const uint32_t step = row ? part->values : 0;
  for (uint32_t i = 0, count = POMP_ACQUIRE(s->count); i < count; i++, cell += step) {
    struct pomp_phase_entry *e = &s->entries[i];
    const uint64_t visits = POMP_LOAD(e->node->visits);
    if (!has_more(e, visits))
      continue;
    take_entry(e, visits, cell, sums);
    if (more)
      take_more(part, s, i, cell, sums->metrics);
  }
}

void pomp_phase_part_take(struct pomp_phase_part *part, uint32_t cluster, uint64_t next_visit,
                          struct pomp_phase_sums *sums) {
  for (struct pomp_phase_segment *s = POMP_ACQUIRE(part->first); s; s = POMP_ACQUIRE(s->next)) {
    const uint64_t row = POMP_ACQUIRE(s->rows[cluster]);
    if (row || POMP_LOAD(s->lacks))
      take_segment(part, s, row ? (uint64_t *)(void *)(pomp_base + row) : NULL, sums);
    POMP_STORE(((struct pomp_phase_cells *)(void *)(s->block + 1))->visit, next_visit);
  }
  POMP_STORE(part->visit, next_visit);
}

/* --- rows --- */

static struct {
  struct pomp_block *block;
  uint64_t size, used;
} rows; /* under the slow lock */

/* Returns where in the file so many bytes are, all 0; 0: there is no memory. */
static uint64_t new_row(uint64_t bytes) {
  bytes = (bytes + LINE - 1) / LINE * LINE;
  if (!rows.block || rows.used + bytes > rows.size) {
    struct pomp_block *block;
    const uint64_t least = (sizeof *block + bytes + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
    uint64_t size = rows.size < ROWS_MAX ? rows.size * 2 : ROWS_MAX;
    size = size > least ? size : least;
    while (pomp_arena_block(&block, POMP_BLOCK_PHASE_ROWS, 0, sizeof *block, size)) {
      if (size == least)
        return 0;
      size = least;
    }
    rows.block = block;
    rows.size = size;
    rows.used = sizeof *block;
    pomp_arena_publish();
  }
  const uint64_t at = (uint64_t)((char *)rows.block - pomp_base) + rows.used;
  rows.used += bytes;
  POMP_RELEASE(rows.block->count, (uint32_t)(rows.used - sizeof *rows.block));
  return at;
}

/* False: there is no memory. */
static bool make_row(const struct pomp_phase_part *part, struct pomp_phase_segment *s, uint32_t cluster) {
  const uint64_t row = s->rows[cluster] ? 0 : new_row((uint64_t)s->room * part->values * sizeof(uint64_t));
  if (row)
    POMP_RELEASE(s->rows[cluster], row);
  else if (!s->rows[cluster])
    POMP_STORE(s->lacks, true);
  return s->rows[cluster] != 0;
}

static bool any_has_more(const struct pomp_phase_segment *s) {
  for (uint32_t i = 0, count = POMP_ACQUIRE(s->count); i < count; i++)
    if (has_more(&s->entries[i], POMP_LOAD(s->entries[i].node->visits)))
      return true;
  return false;
}

bool pomp_phase_part_prepare(struct pomp_phase_part *part, uint32_t cluster, bool under_slow_lock) {
  bool good = true;
  for (struct pomp_phase_segment *s = POMP_ACQUIRE(part->first); s; s = POMP_ACQUIRE(s->next)) {
    if (POMP_LOAD(s->rows[cluster]) || !any_has_more(s))
      continue;
    if (pomp_sandbox_is_entered()) {
      POMP_STORE(s->lacks, true);
      good = false;
    } else if (under_slow_lock || pomp_slow_begin()) {
      good &= make_row(part, s, cluster);
      if (!under_slow_lock)
        pomp_slow_end();
    }
  }
  return good;
}

/* NOLINTNEXTLINE(readability-non-const-parameter): the stores are builtins. */
static void move_row(uint64_t *from, uint64_t *to, size_t size) {
  for (size_t i = 0; i < size; i++) {
    const uint64_t more = POMP_LOAD(from[i]);
    if (!more)
      continue;
    POMP_STORE(from[i], 0);
    POMP_ADD(to[i], more);
  }
}

void pomp_phase_part_move(struct pomp_phase_part *part, uint32_t from, uint32_t to) {
  for (struct pomp_phase_segment *s = part->first; s; s = s->next) {
    const uint64_t moved = s->rows[from];
    if (!moved)
      continue;
    if (s->rows[to]) {
      move_row((uint64_t *)(void *)(pomp_base + moved), (uint64_t *)(void *)(pomp_base + s->rows[to]),
               (size_t)s->room * part->values);
      continue;
    }
    POMP_STORE(s->rows[from], 0);
    POMP_RELEASE(s->rows[to], moved);
  }
}
