/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phases.c - takes the visits of phases, one when the next one begins, and gives each to a cluster. */
#include "records/phases.h"
#include "base/sandbox.h"
#include "pomp_roles.h"
#include "pomp_system.h"
#include "records/metric_values.h"
#include "records/phase_clusters.h"
#include "records/phase_part.h"
#include "records/phase_visits.h"
#include "state/slow_lock.h"

#include <errno.h>
#include <string.h>

#define VISITS 2048u /* so many records of visits a phase has */
#define TRIES 10000
#define RING 4096u /* of so many visits it is known which cluster they belong to */

_Static_assert(sizeof(struct pomp_phase_head) == 64 && sizeof(struct pomp_phase_cluster) == 64 &&
                   sizeof(struct pomp_phase_visit) == 72,
               "layout of the file");

/* A phase: a call path of `thread`. Only that thread writes here, except that others add parts. */
struct pomp_phase_series {
  struct pomp_phase_series *next, *next_of_thread;
  struct pomp_path *path;
  struct pomp_thread *thread;
  /* The parts whose times are compared, the phase's own part first, and all other parts. */
  struct pomp_phase_part *compared, *others;
  struct pomp_phase_part *own;
  struct pomp_phase_head *in_file;
  struct pomp_phase_cluster *in_clusters;
  struct pomp_tls *busy; /* a lock: the thread that takes or begins a visit, or NULL */
  bool slow;             /* the thread in `busy` has the slow lock as well */
  uint64_t visits;       /* how many visits have begun */
  uint64_t begun, taken; /* the number of the visit that has begun last, and of the visit that was taken last */
  uint32_t shift;
  uint32_t places, place_room; /* places of times that are compared, from 1 on; room for them and place 0 in `times` */
  uint64_t *times;
  struct pomp_phase_clusters clusters;
  struct memory {
    uint64_t *at;
    uint32_t room;
  } *memory;           /* of each cluster, for its times */
  uint64_t most[2];    /* of the visits last and before that, the most that a member has had */
  uint32_t ring[RING]; /* which cluster a visit belongs to */
};

bool pomp_phases_there;
static struct pomp_phase_series *all;
static uint32_t most_clusters;

void pomp_phases_start(uint32_t most) { most_clusters = most; }

/* --- making --- */

static int make_file(struct pomp_phase_series *s) {
  const uint32_t visit_size = (uint32_t)(sizeof(struct pomp_phase_visit) + pomp_metric_count * sizeof(int64_t));
  size_t size = sizeof(struct pomp_block) + sizeof *s->in_file + most_clusters * sizeof *s->in_clusters +
                (size_t)VISITS * visit_size;
  struct pomp_block *block;
  size = (size + POMP_FORMAT_ALIGN - 1) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  int error = pomp_arena_block(&block, POMP_BLOCK_PHASE, s->thread->id, sizeof *block, size);
  if (error)
    return error;
  s->in_file = (struct pomp_phase_head *)(void *)(block + 1);
  *s->in_file = (struct pomp_phase_head){.node = s->path->number,
                                         .most = most_clusters,
                                         .factor = s->clusters.factor,
                                         .room = VISITS,
                                         .visit_size = visit_size,
                                         .metrics = pomp_metric_count};
  s->in_clusters = (struct pomp_phase_cluster *)(void *)(s->in_file + 1);
  POMP_RELEASE(block->count, 1);
  pomp_arena_publish();
  return 0;
}

/* True if `t` is the location of the thread that executes the phase, or has this thread as a member 0. */
static bool is_compared(const struct pomp_phase_series *s, const struct pomp_thread *t) {
  while (t != s->thread && t->parent && t->thread_num == 0)
    t = t->parent;
  return t == s->thread;
}

static struct pomp_phase_part *part_of(const struct pomp_phase_series *s, const struct pomp_thread *t) {
  struct pomp_phase_part *part = t->parts;
  while (part && part->series != s)
    part = part->next_of_thread;
  return part;
}

static struct pomp_phase_part *make_part(struct pomp_phase_series *s, struct pomp_thread *t) {
  struct pomp_phase_part *part = pomp_phase_part_new(s, t);
  if (!part)
    return NULL;
  part->is_compared = is_compared(s, t);
  part->is_member = t->parent == s->thread;
  part->visit = s->visits;
  struct pomp_phase_part **list = part->is_compared ? &s->compared : &s->others;
  part->next_of_series = *list;
  POMP_RELEASE(*list, part);
  part->next_of_thread = t->parts;
  POMP_RELEASE(t->parts, part);
  return part;
}

/* Makes room for another place. What the times were in before stays where it is, as a visit may be compared there. */
static bool make_place(struct pomp_phase_series *s) {
  if (s->places + 1 < s->place_room)
    return true;
  const uint32_t room = s->place_room ? s->place_room * 2 : 64;
  uint64_t *times = pomp_arena_scratch(room * sizeof *times);
  if (!times)
    return false;
  s->times = times;
  POMP_RELEASE(s->place_room, room);
  return true;
}

static int add_path(struct pomp_phase_series *s, struct pomp_thread *t, const struct pomp_path *p) {
  struct pomp_phase_part *part = part_of(s, t);
  if (!make_place(s) || (!part && !(part = make_part(s, t))))
    return -ENOMEM;
  return pomp_phase_part_add(part, p, s->path->number, most_clusters, &s->places);
}

int pomp_phase_make(struct pomp_thread *t, struct pomp_path *p) {
  struct pomp_phase_series *s = pomp_arena_scratch(sizeof *s);
  if (!s)
    return -ENOMEM;
  s->path = p;
  s->thread = t;
  s->clusters.most = most_clusters;
  s->clusters.factor = POMP_PHASE_FACTOR;
  s->clusters.first = pomp_arena_scratch(most_clusters * sizeof *s->clusters.first);
  s->memory = pomp_arena_scratch(most_clusters * sizeof *s->memory);
  int error = s->clusters.first && s->memory ? make_file(s) : -ENOMEM;
  if (!error)
    error = add_path(s, t, p);
  if (error)
    return error;
  s->own = s->compared;
  pomp_tree_hide(t, p);
  s->next = all;
  s->next_of_thread = t->phases;
  POMP_RELEASE(t->phases, s);
  POMP_RELEASE(all, s);
  POMP_STORE(pomp_phases_there, true);
  return 0;
}

int pomp_phase_path_made(struct pomp_thread *t, const struct pomp_path *p) {
  int error = 0;
  for (struct pomp_phase_series *s = all; s && !error; s = s->next)
    for (const struct pomp_path *outer = p->parent; outer; outer = outer->parent)
      if (outer == s->path) {
        error = add_path(s, t, p);
        break;
      }
  return error;
}

/* --- visits are taken --- */

static struct pomp_phase_visit *record_of(const struct pomp_phase_series *s, uint64_t visit) {
  const uint64_t i = (visit - 1) >> s->shift;
  char *first = (char *)(s->in_clusters + s->clusters.most);
  return i < VISITS ? (struct pomp_phase_visit *)(void *)(first + i * s->in_file->visit_size) : NULL;
}

/* There are cells then for what is taken of the part. Without any, the report says so. `slow`: this thread has the slow
 * lock. */
static void prepare(struct pomp_phase_part *part, bool slow) {
  struct pomp_phase_series *s = part->series;
  if (!pomp_phase_part_prepare(part, s->ring[POMP_LOAD(part->visit) % RING], slow))
    __atomic_fetch_or(&s->in_file->flags, (uint32_t)POMP_PHASE_LACKS, __ATOMIC_RELAXED);
}

static void note_most(struct pomp_phase_series *s, uint64_t visit, uint64_t busy) {
  uint64_t *most = &s->most[visit & 1], now = POMP_LOAD(*most);
  if (visit + 1 < POMP_LOAD(s->visits)) /* it is too late */
    return;
  while (busy > now && !__atomic_compare_exchange_n(most, &now, busy, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
    ;
}

/* Adds what a part had to the visit. The caller has the part's lock. */
static void take(struct pomp_phase_part *part, uint64_t next) {
  struct pomp_phase_series *s = part->series;
  const uint64_t visit = part->visit;
  struct pomp_phase_visit *v = visit ? record_of(s, visit) : NULL;
  struct pomp_phase_sums sums = {0, 0, NULL};
  if (v && (part == s->own || !part->is_compared))
    sums.metrics = (int64_t *)(void *)(v + 1);
  pomp_phase_part_take(part, s->ring[visit % RING], next, &sums);
  if (!v)
    return;
  if (sums.wait)
    __atomic_fetch_add(&v->wait, sums.wait, __ATOMIC_RELAXED);
  const uint64_t busy = sums.busy > sums.wait ? sums.busy - sums.wait : 0;
  if (!part->is_member || !sums.busy)
    return;
  __atomic_fetch_add(&v->busy, busy, __ATOMIC_RELAXED);
  __atomic_fetch_add(&v->members, 1, __ATOMIC_RELAXED);
  note_most(s, visit, busy);
}

void pomp_phase_catch_up(struct pomp_thread *t) {
  for (struct pomp_phase_part *part = t->parts; part; part = part->next_of_thread) {
    const uint64_t visit = POMP_ACQUIRE(part->series->visits);
    if (POMP_LIKELY(POMP_LOAD(part->visit) == visit))
      continue;
    prepare(part, false);
    if (!pomp_phase_part_begin(part))
      continue;
    if (part->visit < visit)
      take(part, visit);
    pomp_phase_part_end(part);
  }
}

/* Adds the most that a member had of a visit, which all members have told of by now, or else are late. */
static void settle_most(struct pomp_phase_series *s, uint64_t visit) {
  struct pomp_phase_visit *v = visit ? record_of(s, visit) : NULL;
  const uint64_t most = __atomic_exchange_n(&s->most[visit & 1], 0, __ATOMIC_RELAXED);
  if (v)
    POMP_ADD(v->most, most);
}

/* --- all parts at once --- */

static void unlock(struct pomp_phase_part *list, const struct pomp_phase_part *end) {
  for (; list != end; list = list->next_of_series)
    pomp_phase_part_end(list);
}
/* Takes the locks of all parts, and what they have of visits before the last one. False: it has none. */
static bool lock_all(struct pomp_phase_series *s) {
  struct pomp_phase_part *lists[] = {s->compared, POMP_ACQUIRE(s->others)};
  for (size_t i = 0; i < 2; i++)
    for (struct pomp_phase_part *part = lists[i]; part; part = part->next_of_series)
      if (part->visit < s->visits)
        prepare(part, s->slow);
  for (size_t i = 0; i < 2; i++)
    for (struct pomp_phase_part *part = lists[i]; part; part = part->next_of_series) {
      if (!pomp_phase_part_begin(part)) {
        unlock(lists[i], part);
        if (i)
          unlock(lists[0], NULL);
        return false;
      }
      if (part->visit < s->visits)
        take(part, s->visits);
    }
  return true;
}
static void unlock_all(struct pomp_phase_series *s) {
  unlock(s->compared, NULL);
  unlock(s->others, NULL);
}

/* Tells readers whether a change is half done. */
static void change(const struct pomp_phase_series *s, bool now) {
  POMP_STORE(s->in_file->factor, s->clusters.factor);
  uint32_t flags = (s->clusters.any_paths ? POMP_PHASE_ANY_PATHS : 0) | (now ? POMP_PHASE_CHANGING : 0);
  flags |= POMP_LOAD(s->in_file->flags) & POMP_PHASE_LACKS;
  __atomic_store_n(&s->in_file->flags, flags, __ATOMIC_SEQ_CST);
}

/* --- clusters --- */

static void move_cluster(struct pomp_phase_series *s, uint32_t from, uint32_t to) {
  struct pomp_phase_cluster *a = &s->in_clusters[to], *b = &s->in_clusters[from];
  for (struct pomp_phase_part *part = s->compared; part; part = part->next_of_series)
    pomp_phase_part_move(part, from, to);
  for (struct pomp_phase_part *part = s->others; part; part = part->next_of_series)
    pomp_phase_part_move(part, from, to);
  pomp_phase_cluster_join(a, b);
  s->clusters.first[from].at = NULL;
  s->clusters.last = 0;
}

/* Joins each two clusters that are alike. Parts with untaken visits refer to clusters by number, so no part may have
 * any. False: no two clusters are alike, or a lock can't be had. */
static bool move_alike(struct pomp_phase_series *s, bool *locked) {
  uint32_t from, to;
  if (!pomp_phase_find_pair(&s->clusters, &to, &from))
    return false;
  *locked = lock_all(s);
  if (!*locked)
    return false;
  change(s, true);
  do
    move_cluster(s, from, to);
  while (pomp_phase_find_pair(&s->clusters, &to, &from));
  change(s, false);
  unlock_all(s);
  return true;
}

/* Keeps the times of the first visit of a new cluster. False: there is no memory. */
static bool make_cluster(struct pomp_phase_series *s, uint32_t cluster, const struct pomp_phase_times *times) {
  struct memory *m = &s->memory[cluster];
  if (m->room < times->count) {
    const uint32_t room = s->place_room;
    if (pomp_sandbox_is_entered() || (!s->slow && !pomp_slow_begin()))
      return false;
    uint64_t *made = pomp_arena_scratch(room * sizeof *made);
    if (!s->slow)
      pomp_slow_end();
    if (!made)
      return false;
    *m = (struct memory){made, room};
  }
  memcpy(m->at, times->at, times->count * sizeof *m->at);
  s->clusters.first[cluster] = (struct pomp_phase_times){m->at, times->count, times->total};
  s->clusters.last = cluster;
  return true;
}

static uint32_t choose(struct pomp_phase_series *s, const struct pomp_phase_times *times) {
  struct pomp_phase_clusters *c = &s->clusters;
  bool locked = true;
  for (;;) {
    uint32_t cluster = pomp_phase_find(c, times);
    if (cluster != POMP_PHASE_NO_CLUSTER)
      return cluster;
    cluster = pomp_phase_unused(c);
    if (cluster != POMP_PHASE_NO_CLUSTER)
      return make_cluster(s, cluster, times) ? cluster : c->last;
    if (move_alike(s, &locked))
      continue;
    if (!locked || !pomp_phase_loosen(c))
      return c->last;
    change(s, false);
  }
}

/* Takes the last visit, which is over. */
static void take_visit(struct pomp_phase_series *s) {
  const uint64_t visit = s->visits;
  struct pomp_phase_times times = {s->times, s->places + 1, pomp_phase_part_time(s->own)};
  memset(times.at, 0, times.count * sizeof *times.at);
  for (const struct pomp_phase_part *part = s->compared; part; part = part->next_of_series)
    pomp_phase_part_compare(part, times.at, times.count);
  const uint32_t cluster = choose(s, &times);
  s->ring[visit % RING] = cluster;
  settle_most(s, visit - 1);
  pomp_phase_cluster_note(&s->in_clusters[cluster], visit, times.total);
  struct pomp_phase_visit *v = record_of(s, visit);
  if (v) {
    pomp_phase_visit_note(v, visit, times.total);
    POMP_STORE(v->cluster, cluster + 1);
  }
  for (struct pomp_phase_part *part = s->compared; part; part = part->next_of_series) {
    prepare(part, s->slow);
    if (pomp_phase_part_begin(part)) {
      take(part, visit + 1);
      pomp_phase_part_end(part);
    }
  }
  s->taken = visit;
}

/* --- records of visits --- */

/* Makes each two neighbours one record, as there is no room for another one. */
static void thin(struct pomp_phase_series *s) {
  const size_t size = s->in_file->visit_size;
  char *first = (char *)(s->in_clusters + s->clusters.most);
  if (!lock_all(s))
    return;
  change(s, true);
  pomp_phase_visits_halve(first, size, VISITS, pomp_metric_count);
  POMP_STORE(s->in_file->shift, ++s->shift);
  change(s, false);
  unlock_all(s);
}

/* --- visits begin --- */

static struct pomp_phase_series *series_of(const struct pomp_thread *t, const struct pomp_path *p) {
  struct pomp_phase_series *s = t->phases;
  while (s && s->path != p)
    s = s->next_of_thread;
  return s;
}

struct pomp_path *pomp_phase_path(const struct pomp_thread *t, uint32_t key) {
  for (const struct pomp_phase_series *s = t->phases; s; s = s->next_of_thread)
    if (s->path->key == key && s->path->parent == t->current)
      return s->path;
  return NULL;
}

/* False: this thread has it, in what a signal handler has interrupted, or the one that has it does not go on. */
static bool begin(struct pomp_phase_series *s) {
  for (int tries = 0; tries < TRIES; tries++) {
    struct pomp_tls *nobody = NULL;
    if (__atomic_compare_exchange_n(&s->busy, &nobody, &pomp_tls, false, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
      return true;
    if (nobody == &pomp_tls)
      return false;
    pomp_sys_sched_yield();
  }
  return false;
}
static void end(struct pomp_phase_series *s) { POMP_RELEASE(s->busy, NULL); }

/* Takes what is left of visits whose clusters may be forgotten. */
static void sweep(struct pomp_phase_series *s) {
  for (struct pomp_phase_part *part = POMP_ACQUIRE(s->others); part; part = part->next_of_series) {
    prepare(part, false);
    if (pomp_phase_part_begin(part)) {
      take(part, s->visits + 1);
      pomp_phase_part_end(part);
    }
  }
}

void pomp_phase_next(struct pomp_thread *t, const struct pomp_path *p) {
  struct pomp_phase_series *s = series_of(t, p);
  if (!s || !begin(s))
    return;
  if (s->taken < s->visits)
    take_visit(s);
  if (s->visits && s->visits % (RING / 2) == 0)
    sweep(s);
  if (s->visits >> s->shift >= VISITS)
    thin(s);
  POMP_RELEASE(s->visits, s->visits + 1);
  POMP_STORE(s->in_file->visits, s->visits);
  for (struct pomp_phase_part *part = s->compared; part; part = part->next_of_series)
    POMP_STORE(part->visit, s->visits);
  end(s);
}

void pomp_phase_begun(const struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  struct pomp_phase_series *s = series_of(t, p);
  struct pomp_phase_visit *v = s ? record_of(s, s->visits) : NULL;
  if (v && !v->begin)
    POMP_STORE(v->begin, now);
  if (s)
    POMP_RELEASE(s->begun, s->visits);
}

static void finish(struct pomp_phase_series *s) {
  const bool has_begun = POMP_ACQUIRE(s->begun) == s->visits;
  const bool is_open = POMP_LOAD(pomp_node_of(s->path)->start) != 0;
  s->slow = pomp_slow_is_own();
  if (has_begun && !is_open && s->taken < s->visits)
    take_visit(s);
  for (struct pomp_phase_part *part = POMP_ACQUIRE(s->others); part; part = part->next_of_series) {
    prepare(part, s->slow);
    if (pomp_phase_part_begin(part)) {
      if (part->visit < s->visits || s->taken == s->visits)
        take(part, s->visits);
      pomp_phase_part_end(part);
    }
  }
  s->slow = false;
  settle_most(s, s->visits - 1);
  if (s->taken == s->visits)
    settle_most(s, s->visits);
}

void pomp_phases_finish(void) {
  for (struct pomp_phase_series *s = POMP_ACQUIRE(all); s; s = s->next)
    if (s->visits && begin(s)) {
      finish(s);
      end(s);
    }
}
