/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_resolve.c - finds for each wait which thread ended it, and when.
 * Not here: what the threads did (critical_collect.c). */
#include "findings/critical_steps.h"
#include "pomp_array.h"

#include <stdlib.h>

#define ORDER(x, y)                                                                                                    \
  if ((x) != (y))                                                                                                      \
  return (x) < (y) ? -1 : 1

/* --- barriers: the members of a team meet the same ones in the same order, and nobody leaves one before the last has
 * come. So the visits of an instance follow each other in the order of their begins, each member once --- */

static int by_enter(const void *x, const void *y) {
  const struct wait *a = *(struct wait *const *)x, *b = *(struct wait *const *)y;
  ORDER(a->key, b->key);
  ORDER(a->at, b->at);
  ORDER(a, b); /* a thread's own are in their order */
  return 0;
}

/* The one that had something to do for longest has let the others go on. */
static void meet(struct wait *const *met, uint32_t count) {
  const struct wait *last = met[0];
  for (uint32_t i = 1; i < count; i++)
    if (met[i]->begin > last->begin)
      last = met[i];
  uint32_t by = last->by;
  uint64_t at = last->begin;
  for (uint32_t i = 0; i < count; i++)
    if (met[i]->begin < at && met[i]->end != UINT64_MAX) {
      met[i]->by = by;
      met[i]->at = at;
    }
}

/* Takes visits out of `all` that began together, if their members are not in the instance yet, and leaves the others.
 * `in` has the instance that each thread was in last. */
static uint32_t take_members(struct wait **all, uint32_t count, uint32_t *in, uint32_t instance) {
  uint32_t taken = 0;
  for (uint32_t i = 0; i < count; i++) {
    struct wait *w = all[i];
    if (in[w->by] == instance)
      continue;
    in[w->by] = instance;
    for (uint32_t k = i; k > taken; k--)
      all[k] = all[k - 1];
    all[taken++] = w;
  }
  return taken;
}

static void find_instances(struct wait **all, uint32_t count, uint32_t *in) {
  uint32_t instance = 0;
  for (uint32_t first = 0, end; first < count; first = end) {
    uint64_t left = UINT64_MAX;
    uint32_t together = 0, taken = 0;
    instance++;
    for (end = first; end < count && all[end]->key == all[first]->key && all[end]->at <= left; end += taken) {
      for (together = end;
           together < count && all[together]->key == all[end]->key && all[together]->at == all[end]->at;)
        together++;
      taken = take_members(all + end, together - end, in, instance);
      for (uint32_t i = end; i < end + taken; i++)
        left = all[i]->end < left ? all[i]->end : left;
      if (taken < together - end) {
        end += taken;
        break;
      }
    }
    meet(all + first, end - first);
  }
}

static bool resolve_barriers(struct run *r) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].wait_count; k++)
      count += r->threads[i].waits[k].kind == CRITICAL_BARRIER;
  struct wait **all = malloc((count + 1ull) * sizeof *all);
  uint32_t *in = calloc(r->thread_count + 1ull, sizeof *in), n = 0;
  bool good = all && in;
  for (uint32_t i = 0; good && i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].wait_count; k++)
      if (r->threads[i].waits[k].kind == CRITICAL_BARRIER)
        all[n++] = &r->threads[i].waits[k];
  if (good && count) {
    qsort(all, count, sizeof *all, by_enter);
    find_instances(all, count, in);
  }
  free(all);
  free(in);
  return good;
}

/* --- what releases --- */

struct releases {
  struct release *at;
  size_t count;
};

static int by_key(const void *x, const void *y) {
  const struct release *a = x, *b = y;
  ORDER(a->kind, b->kind);
  ORDER(a->key, b->key);
  ORDER(a->at, b->at);
  ORDER(a->by, b->by);
  return 0;
}

static const struct creation *creation_of(const struct run *r, uint64_t task, uint32_t *by) {
  uint64_t location = task >> 32;
  if (location >= r->source->experiment->location_count)
    return NULL;
  *by = r->thread_of[location];
  const struct thread *t = &r->threads[*by];
  for (uint32_t low = 0, high = t->creation_count; low < high;) {
    uint32_t middle = low + (high - low) / 2;
    if (t->creations[middle].task == task)
      return &t->creations[middle];
    if (t->creations[middle].task < task)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* A task that is complete may have been waited for by its parent, or by whoever waits for all tasks. */
static void add_complete(const struct run *r, struct releases *all, const struct release *from) {
  uint32_t by;
  const struct creation *c = creation_of(r, from->key, &by);
  if (c)
    all->at[all->count++] = (struct release){c->parent, from->at, from->by, RELEASE_CHILD};
  all->at[all->count++] = (struct release){r->threads[from->by].source->number, from->at, from->by, RELEASE_TASK};
}

static bool gather(struct run *r, struct releases *all) {
  size_t count = 0;
  for (uint32_t i = 0; i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].release_count; k++)
      count += r->threads[i].releases[k].kind == RELEASE_CHILD ? 2 : 1;
  all->count = 0;
  all->at = malloc((count + 1) * sizeof *all->at);
  for (uint32_t i = 0; all->at && i < r->thread_count; i++) {
    struct thread *t = &r->threads[i];
    for (uint32_t k = 0; k < t->release_count; k++)
      if (t->releases[k].kind == RELEASE_CHILD)
        add_complete(r, all, &t->releases[k]);
      else
        all->at[all->count++] = t->releases[k];
    free(t->releases);
    t->releases = NULL;
    t->release_count = t->release_room = 0;
  }
  if (all->at && all->count)
    qsort(all->at, all->count, sizeof *all->at, by_key);
  return all->at != NULL;
}

/* Finds the last release of the kind and key by another thread while this thread waited. It is stored in the wait if it
 * is later than the stored one. */
static void find(const struct releases *all, struct wait *w, uint32_t self, enum release_kind kind, uint64_t key) {
  const struct release wanted = {key, w->end, UINT32_MAX, kind};
  size_t low = 0, high = all->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (by_key(&all->at[middle], &wanted) <= 0)
      low = middle + 1;
    else
      high = middle;
  }
  for (const struct release *f = all->at + low; f-- > all->at && f->kind == kind && f->key == key && f->at > w->begin;)
    if (f->by != self) {
      if (w->by == self || f->at > w->at) {
        w->by = f->by;
        w->at = f->at;
      }
      return;
    }
}

/* A task was created while the thread had nothing to do; or it was there, and has become ready: what it depends on is
 * complete, and that are tasks of the same parent, or tasks that it has waited for itself. */
static void find_ready(const struct run *r, const struct releases *all, struct wait *w, uint32_t self) {
  uint32_t by;
  const struct creation *c = creation_of(r, w->key, &by);
  if (c && c->at > w->begin) {
    w->by = by;
    w->at = c->at;
    return;
  }
  if (c)
    find(all, w, self, RELEASE_CHILD, c->parent);
  find(all, w, self, RELEASE_CHILD, w->key);
}

static void resolve(const struct run *r, const struct releases *all, struct wait *w, uint32_t self) {
  switch (w->kind) {
  case CRITICAL_FORK:
    w->by = r->thread_of[w->key];
    break;
  case CRITICAL_JOIN:
    find(all, w, self, RELEASE_MEMBER, w->key);
    break;
  case CRITICAL_LOCK:
    find(all, w, self, RELEASE_LOCK, w->key);
    break;
  case CRITICAL_TASK:
    find_ready(r, all, w, self);
    break;
  case CRITICAL_CHILDREN:
    find(all, w, self, RELEASE_CHILD, w->key);
    if (w->by == self)
      find(all, w, self, RELEASE_TASK, r->threads[self].source->number);
    break;
  default:
    break;
  }
}

/* --- all of them --- */

static bool add_messages(struct run *r, const struct critical_message *messages, size_t count) {
  for (size_t i = 0; i < count; i++) {
    const struct critical_message *m = &messages[i];
    struct thread *t = &r->threads[r->thread_of[m->location]];
    if (!POMP_ARRAY_ROOM(t->waits, t->wait_room, t->wait_count + 1ull))
      return false;
    t->waits[t->wait_count++] =
        (struct wait){.begin = m->begin, .end = m->end, .at = m->at, .by = r->thread_of[m->by], .kind = m->kind};
  }
  return true;
}

static int by_end(const void *x, const void *y) {
  const struct wait *a = x, *b = y;
  ORDER(a->end, b->end);
  ORDER(a->begin, b->begin);
  return 0;
}

/* Leaves those waits that another thread has ended, and that took any time. So none that is over at the time of a
 * release began after it. A member of a team begins by its fork in any case. */
static void drop(struct thread *t, uint32_t self) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->wait_count; i++) {
    const struct wait *w = &t->waits[i];
    if (w->by != self && w->begin < w->end && (w->kind == CRITICAL_FORK || w->begin < w->at))
      t->waits[kept++] = *w;
  }
  t->wait_count = t->cursor = kept;
  if (kept)
    qsort(t->waits, kept, sizeof *t->waits, by_end);
}

bool run_resolve(struct run *r, const struct critical_message *messages, size_t message_count) {
  struct releases all;
  bool good = gather(r, &all) && resolve_barriers(r);
  for (uint32_t i = 0; good && i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].wait_count; k++)
      resolve(r, &all, &r->threads[i].waits[k], i);
  free(all.at);
  good = good && add_messages(r, messages, message_count);
  for (uint32_t i = 0; good && i < r->thread_count; i++)
    drop(&r->threads[i], i);
  return good;
}
