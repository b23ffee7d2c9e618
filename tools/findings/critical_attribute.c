/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_attribute.c - goes through the events once more, and finds what the path was in, and what was done while
 * others waited for it. Not here: where the path is (critical_walk.c). */
#include "findings/critical_steps.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* Others begin or end to wait for a thread. */
struct change {
  uint64_t at;
  uint32_t thread;
  int32_t on, off; /* so many more wait for the path, or for what is not on it */
};

/* Sums that all worker threads share, and add to in turn. */
struct sums {
  struct run *run;
  struct critical_path *path;
  struct change *changes; /* by thread, then by time */
  size_t change_count;
  uint32_t *order;    /* the segments by thread, in the order of time */
  uint64_t *in_parts; /* by part of the run, then by call path */
  pthread_mutex_t mutex;
};

/* This is a thread while its events go by. */
struct walker {
  const struct thread *thread;
  const struct sums *sums;
  uint32_t *nodes; /* what is open; MARK: a task has interrupted what is below */
  uint32_t count, room;
  const uint32_t *segment, *segments_end;
  const struct change *change, *changes_end;
  uint32_t part; /* of the trace */
  uint64_t now;
  int64_t on, off;
  uint64_t gaps;
  struct critical_time *times;
  uint64_t *in_parts;
  bool alive, no_memory;
};
#define MARK TRACE_NO_NODE

/* --- times --- */

/* Takes out of a stretch what was not traced. Stretches come in the order of time. */
static uint64_t traced(struct walker *w, uint64_t begin, uint64_t end) {
  const struct traced_run *s = w->thread->source;
  const struct trace *t = s->trace;
  uint64_t time = 0;
  if (!t->part_count)
    return end - begin;
  for (uint32_t i = w->part; i < t->part_count; i++) {
    uint64_t on = traced_run_ns(s, t->parts[i].on);
    uint64_t off = t->parts[i].off == UINT64_MAX ? UINT64_MAX : traced_run_ns(s, t->parts[i].off);
    if (off <= begin)
      w->part = i + 1;
    if (on >= end)
      break;
    uint64_t from = on > begin ? on : begin, to = off < end ? off : end;
    time += to > from ? to - from : 0;
  }
  w->gaps += end - begin - time;
  return time;
}

static void add_on_path(struct walker *w, uint64_t begin, uint64_t end, uint32_t path) {
  const struct critical_path *c = w->sums->path;
  uint64_t time = traced(w, begin, end), length = c->wall / CRITICAL_PARTS + 1;
  uint32_t paths = w->sums->run->source->analysis.path_count;
  w->times[path].path += time;
  if (!w->count && !w->alive)
    w->times[path].all += time; /* as that of a fork, before a member begins */
  for (uint64_t part = begin / length; time && part < CRITICAL_PARTS && part * length < end; part++) {
    uint64_t from = part * length > begin ? part * length : begin;
    uint64_t to = (part + 1) * length < end ? (part + 1) * length : end;
    w->in_parts[part * paths + path] += to - from;
  }
}

/* Until then the thread was as it is. */
static void until(struct walker *w, uint64_t ns, uint32_t path) {
  const struct critical_segment *all = w->sums->path->segments;
  struct critical_time *t = &w->times[path];
  if (ns <= w->now)
    return;
  if (w->count || w->alive)
    t->all += ns - w->now;
  for (; w->segment < w->segments_end && all[*w->segment].begin < ns; w->segment++) {
    const struct critical_segment *s = &all[*w->segment];
    uint64_t from = s->begin > w->now ? s->begin : w->now, to = s->end < ns ? s->end : ns;
    if (to > from)
      add_on_path(w, from, to, path);
    if (s->end > ns)
      break;
  }
  for (uint64_t at = w->now; at < ns;) {
    bool changes = w->change < w->changes_end && w->change->at < ns;
    uint64_t next = changes ? (w->change->at > at ? w->change->at : at) : ns;
    t->waited += (next - at) * (uint64_t)w->on;
    t->waited_off += (next - at) * (uint64_t)w->off;
    w->on += changes ? w->change->on : 0;
    w->off += changes ? w->change->off : 0;
    w->change += changes;
    at = next;
  }
  w->now = ns;
}

/* --- events --- */

static uint32_t path_at(const struct walker *w, uint32_t node) {
  const uint32_t path = node == MARK ? 0 : w->thread->source->paths[node];
  return path == NO_PATH ? 0 : path;
}

static uint32_t top_of(const struct walker *w) { return w->count ? path_at(w, w->nodes[w->count - 1]) : 0; }

static void push(struct walker *w, uint32_t node) {
  if (POMP_ARRAY_ROOM(w->nodes, w->room, w->count + 1ull))
    w->nodes[w->count++] = node;
  else
    w->no_memory = true;
}

static void pop(struct walker *w, uint32_t node) {
  uint32_t at = w->count;
  while (at && w->nodes[at - 1] != node)
    at--;
  if (at)
    w->count = at - 1;
}

static bool take(void *context, const struct event *e) {
  struct walker *w = context;
  uint64_t ns = traced_run_ns(w->thread->source, e->time);
  ns = ns < w->sums->path->wall ? ns : w->sums->path->wall;
  switch (e->kind) {
  case EVENT_TEAM_BEGIN: /* until then it is the fork that takes time */
    until(w, ns, w->count ? top_of(w) : path_at(w, e->node));
    break;
  case EVENT_ENTER:
  case EVENT_SUSPEND:
    until(w, ns, top_of(w));
    push(w, e->kind == EVENT_ENTER ? e->node : MARK);
    break;
  case EVENT_LEAVE:
  case EVENT_GO_ON:
    until(w, ns, top_of(w));
    pop(w, e->kind == EVENT_LEAVE ? e->node : MARK);
    break;
  case EVENT_ALIVE:
    until(w, ns, top_of(w));
    w->alive = e->on;
    break;
  default:
    break;
  }
  return !w->no_memory;
}

/* --- all of a thread --- */

/* Adds what a thread has found to what all have. */
static void add(struct sums *s, const struct walker *w) {
  uint32_t paths = s->run->source->analysis.path_count;
  pthread_mutex_lock(&s->mutex);
  s->path->gaps += w->gaps;
  for (uint32_t i = 0; i < paths; i++) {
    s->path->paths[i].path += w->times[i].path;
    s->path->paths[i].all += w->times[i].all;
    s->path->paths[i].waited += w->times[i].waited;
    s->path->paths[i].waited_off += w->times[i].waited_off;
  }
  for (uint32_t i = 0; i < CRITICAL_PARTS * paths; i++)
    s->in_parts[i] += w->in_parts[i];
  pthread_mutex_unlock(&s->mutex);
}

static void find_segments(struct walker *w, uint32_t location) {
  const struct critical_path *c = w->sums->path;
  const uint32_t *order = w->sums->order;
  uint32_t low = 0, high = c->segment_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (c->segments[order[middle]].location < location)
      low = middle + 1;
    else
      high = middle;
  }
  w->segment = w->segments_end = order + low;
  while (w->segments_end < order + c->segment_count && c->segments[*w->segments_end].location == location)
    w->segments_end++;
}

static void find_changes(struct walker *w, uint32_t thread) {
  const struct sums *s = w->sums;
  size_t low = 0, high = s->change_count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (s->changes[middle].thread < thread)
      low = middle + 1;
    else
      high = middle;
  }
  w->change = w->changes_end = s->changes + low;
  while (w->changes_end < s->changes + s->change_count && w->changes_end->thread == thread)
    w->changes_end++;
}

static bool walk(void *context, uint32_t i) {
  struct sums *s = context;
  const struct thread *t = &s->run->threads[i];
  uint32_t paths = s->run->source->analysis.path_count;
  uint64_t misfits = 0;
  char error[128];
  struct walker w = {.thread = t, .sums = s};
  w.times = calloc(paths + 1ull, sizeof *w.times);
  w.in_parts = calloc((size_t)CRITICAL_PARTS * paths + 1, sizeof *w.in_parts);
  find_segments(&w, t->location);
  find_changes(&w, i);
  bool good = w.times && w.in_parts && states_of(t->source, t->location, take, &w, &misfits, error, sizeof error);
  if (good) {
    until(&w, s->path->wall, top_of(&w));
    add(s, &w);
  }
  free(w.nodes);
  free(w.times);
  free(w.in_parts);
  return good && !w.no_memory;
}

/* --- before --- */

static int by_thread(const void *x, const void *y) {
  const struct change *a = x, *b = y;
  if (a->thread != b->thread)
    return a->thread < b->thread ? -1 : 1;
  return a->at < b->at ? -1 : a->at > b->at;
}

static bool find_all_changes(struct sums *s) {
  const struct run *r = s->run;
  size_t count = 0;
  for (uint32_t i = 0; i < r->thread_count; i++)
    count += 2ull * r->threads[i].wait_count;
  s->changes = malloc((count + 1) * sizeof *s->changes);
  for (uint32_t i = 0; s->changes && i < r->thread_count; i++)
    for (uint32_t k = 0; k < r->threads[i].wait_count; k++) {
      const struct wait *w = &r->threads[i].waits[k];
      uint64_t end = w->at < w->end ? w->at : w->end;
      int32_t on = w->key != 0;
      if (end <= w->begin)
        continue;
      s->changes[s->change_count++] = (struct change){w->begin, w->by, on, !on};
      s->changes[s->change_count++] = (struct change){end, w->by, -on, -!on};
    }
  if (s->changes && s->change_count)
    qsort(s->changes, s->change_count, sizeof *s->changes, by_thread);
  return s->changes != NULL;
}

static int by_location(const void *x, const void *y, void *segments) {
  const uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  const struct critical_segment *all = segments;
  if (all[a].location != all[b].location)
    return all[a].location < all[b].location ? -1 : 1;
  return a < b ? -1 : a > b;
}

static bool order_segments(struct sums *s) {
  uint32_t count = s->path->segment_count;
  s->order = malloc((count + 1ull) * sizeof *s->order);
  for (uint32_t i = 0; s->order && i < count; i++)
    s->order[i] = i;
  if (s->order && count)
    qsort_r(s->order, count, sizeof *s->order, by_location, s->path->segments);
  return s->order != NULL;
}

/* --- after --- */

/* Finds the location, and the region, that has most of each part of the run. */
static bool find_parts(struct sums *s) {
  struct critical_path *c = s->path;
  const struct analysis *a = &s->run->source->analysis;
  uint32_t locations = s->run->source->experiment->location_count;
  uint64_t length = c->wall / CRITICAL_PARTS + 1;
  uint64_t *of_locations = calloc((size_t)CRITICAL_PARTS * locations + 1, sizeof *of_locations);
  uint64_t *of_regions = calloc((size_t)CRITICAL_PARTS * a->region_count + 1, sizeof *of_regions);
  bool good = of_locations && of_regions;
  for (uint32_t i = 0; good && i < c->segment_count; i++) {
    const struct critical_segment *g = &c->segments[i];
    for (uint64_t part = g->begin / length; part < CRITICAL_PARTS && part * length < g->end; part++) {
      uint64_t from = part * length > g->begin ? part * length : g->begin;
      uint64_t to = (part + 1) * length < g->end ? (part + 1) * length : g->end;
      of_locations[part * locations + g->location] += to - from;
    }
  }
  for (uint32_t part = 0; good && part < CRITICAL_PARTS; part++) {
    struct critical_part *p = &c->parts[part];
    for (uint32_t i = 0; i < locations; i++)
      if (of_locations[part * locations + i] > p->on_location)
        *p = (struct critical_part){.location = i, .on_location = of_locations[part * locations + i]};
    for (uint32_t i = 0; i < a->path_count; i++)
      of_regions[part * a->region_count + a->paths[i].region] += s->in_parts[part * a->path_count + i];
    for (uint32_t i = 0; i < a->region_count; i++)
      if (of_regions[part * a->region_count + i] > p->in_region) {
        p->region = i;
        p->in_region = of_regions[part * a->region_count + i];
      }
  }
  free(of_locations);
  free(of_regions);
  return good;
}

static void sum_regions(struct critical_path *c, const struct analysis *a) {
  for (uint32_t i = 0; i < a->path_count; i++) {
    struct critical_time *to = &c->regions[a->paths[i].region];
    to->path += c->paths[i].path;
    to->all += c->paths[i].all;
    to->waited += c->paths[i].waited;
    to->waited_off += c->paths[i].waited_off;
  }
}

bool run_attribute(struct run *r, struct critical_path *c) {
  const struct analysis *a = &r->source->analysis;
  struct sums s = {.run = r, .path = c};
  pthread_mutex_init(&s.mutex, NULL);
  c->paths = calloc(a->path_count + 1ull, sizeof *c->paths);
  c->regions = calloc(a->region_count + 1ull, sizeof *c->regions);
  s.in_parts = calloc((size_t)CRITICAL_PARTS * a->path_count + 1, sizeof *s.in_parts);
  bool good = c->paths && c->regions && s.in_parts && find_all_changes(&s) && order_segments(&s);
  good = good && run_for_threads(r, walk, &s) && find_parts(&s);
  if (good)
    sum_regions(c, a);
  free(s.changes);
  free(s.order);
  free(s.in_parts);
  pthread_mutex_destroy(&s.mutex);
  return good;
}
