/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_late.c - adds up for whom ranks have waited and what those did then, and counts messages by their sizes. */
#include "findings/mpi_late.h"
#include "files/replay.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* --- rows of which many are added, and equal ones become one from time to time --- */

struct pile {
  char *at;
  size_t size; /* of a row */
  uint32_t count, room;
  int (*order)(const void *x, const void *y);
  void (*merge)(void *to, const void *from);
};

static void squash(struct pile *p) {
  uint32_t kept = 0;
  if (!p->count)
    return;
  qsort(p->at, p->count, p->size, p->order);
  for (uint32_t i = 1; i < p->count; i++) {
    char *last = p->at + kept * p->size, *row = p->at + i * p->size;
    if (p->order(last, row) == 0)
      p->merge(last, row);
    else if (++kept != i)
      memcpy(p->at + kept * p->size, row, p->size);
  }
  p->count = kept + 1;
}

static bool add(struct pile *p, const void *row) {
  if (p->count == p->room) {
    squash(p);
    if (p->count >= p->room / 2 && !pomp_array_room((void *)&p->at, &p->room, p->room + 1ull, p->size))
      return false;
  }
  memcpy(p->at + p->count++ * p->size, row, p->size);
  return true;
}

#define ORDER(x, y)                                                                                                    \
  if ((x) != (y))                                                                                                      \
  return (x) < (y) ? -1 : 1

/* This is what rows are made from. The regions of the source's own analysis are in another order than those of `a`. */
struct from {
  const struct traced_run *s;
  const struct late_records *r;
  const struct analysis *a;
};

static uint32_t region_of(const struct from *f, uint32_t region) {
  return region == NO_REGION ? NO_REGION : analysis_region(f->a, f->s->analysis.regions[region].key);
}
static uint32_t region_at(const struct from *f, const struct visit *v) {
  return region_of(f, f->s->analysis.paths[v->path].region);
}

/* --- for whom --- */

static int by_waiter(const void *x, const void *y) {
  const struct mpi_wait *a = x, *b = y;
  ORDER(a->region, b->region);
  ORDER(a->kind, b->kind);
  ORDER(a->late, b->late);
  ORDER(a->location, b->location);
  return 0;
}
static void add_waits(void *to, const void *from) {
  struct mpi_wait *a = to;
  const struct mpi_wait *b = from;
  a->waits += b->waits;
  a->found += b->found;
  a->least += b->least;
  a->most += b->most;
}

static enum mpi_late kind_of(enum late_kind kind) {
  return kind == LATE_SENDER ? MPI_LATE_SENDER : kind == LATE_RECEIVER ? MPI_LATE_RECEIVER : MPI_LATE_COLLECTIVE;
}

static bool find_waits(struct pile *waits, const struct from *f) {
  for (uint32_t i = 0; i < f->r->visits.count; i++) {
    const struct visit *v = &f->r->visits.at[i];
    if (!v->wait || v->by == NO_VISIT)
      continue;
    struct mpi_wait w = {.region = region_at(f, v),
                         .location = v->location,
                         .late = f->r->visits.at[v->by].process,
                         .kind = kind_of(v->kind),
                         .waits = 1,
                         .found = v->wait,
                         .least = v->uncertain ? 0 : v->least,
                         .most = v->uncertain ? visit_own_time(v) : v->most};
    if (!add(waits, &w))
      return false;
  }
  squash(waits);
  return true;
}

/* --- what those did during that time --- */

/* While others waited for the visit `by` of a location, which was late, in the waiting region: the longest of their
 * waits. */
struct span {
  uint32_t location, by, region;
  enum mpi_late kind;
  uint64_t from, to;
};

static int by_late_visit(const void *x, const void *y) {
  const struct span *a = x, *b = y;
  ORDER(a->location, b->location);
  ORDER(a->by, b->by);
  ORDER(a->region, b->region);
  ORDER(a->kind, b->kind);
  return 0;
}
static void longest(void *to, const void *from) {
  struct span *a = to;
  const struct span *b = from;
  a->from = b->from < a->from ? b->from : a->from;
  a->to = b->to > a->to ? b->to : a->to;
}
static int by_begin(const void *x, const void *y) {
  const struct span *a = x, *b = y;
  ORDER(a->location, b->location);
  ORDER(a->from, b->from);
  return by_late_visit(x, y);
}

static bool find_spans(struct pile *spans, const struct from *f) {
  for (uint32_t i = 0; i < f->r->visits.count; i++) {
    const struct visit *v = &f->r->visits.at[i];
    if (!v->wait || v->by == NO_VISIT)
      continue;
    struct span span = {.location = f->r->visits.at[v->by].location,
                        .by = v->by,
                        .region = region_at(f, v),
                        .kind = kind_of(v->kind),
                        .from = v->enter,
                        .to = v->enter + v->wait};
    if (!add(spans, &span))
      return false;
  }
  squash(spans);
  if (spans->count)
    qsort(spans->at, spans->count, sizeof(struct span), by_begin);
  return true;
}

static int by_doing(const void *x, const void *y) {
  const struct mpi_doing *a = x, *b = y;
  ORDER(a->region, b->region);
  ORDER(a->kind, b->kind);
  ORDER(a->late, b->late);
  ORDER(a->doing, b->doing);
  return 0;
}
static void add_time(void *to, const void *from) {
  ((struct mpi_doing *)to)->time += ((const struct mpi_doing *)from)->time;
}

/* This goes through a location's records. The spans are in the order in which they begin; those before `next` that are
 * not over are `open`. */
struct sweep {
  const struct from *from;
  struct pile *doings;
  const struct span *spans;
  uint32_t count, next, late;
  uint32_t *open;
  uint32_t open_count;
};

/* From one moment to another the location was in a region. */
static bool add_segment(struct sweep *w, uint64_t from, uint64_t to, uint32_t doing) {
  uint32_t kept = 0;
  while (w->next < w->count && w->spans[w->next].from < to)
    w->open[w->open_count++] = w->next++;
  for (uint32_t i = 0; i < w->open_count; i++) {
    const struct span *s = &w->spans[w->open[i]];
    uint64_t begin = s->from > from ? s->from : from, end = s->to < to ? s->to : to;
    struct mpi_doing row = {.region = s->region, .late = w->late, .doing = NO_REGION, .kind = s->kind};
    if (end > begin && doing != NO_REGION) {
      row.doing = region_of(w->from, doing);
      row.time = end - begin;
      if (!add(w->doings, &row))
        return false;
    }
    if (s->to > to)
      w->open[kept++] = w->open[i];
  }
  w->open_count = kept;
  return true;
}

static bool sweep_stream(struct sweep *w, const struct traced_run *rank, const struct trace_stream *stream) {
  struct replay p;
  struct trace_cursor c;
  struct trace_record record;
  uint32_t node;
  uint64_t last = 0;
  replay_begin(&p, rank->trace, stream->location, NULL);
  bool good = trace_cursor_begin(&c, rank->trace, stream);
  while (good && (w->next < w->count || w->open_count) && trace_next(&c, &record)) {
    uint64_t now = traced_run_time(rank, record.time);
    if (now > last) {
      good = add_segment(w, last, now, p.current == TRACE_NO_NODE ? NO_REGION : rank->regions[p.current]);
      last = now;
    }
    if (record.code == TRACE_RESUME)
      good = good && replay_resume(&p, &c.state, record.time);
    else
      replay_step(&p, &record, &node);
    good = good && !p.no_memory;
  }
  trace_cursor_end(&c);
  replay_end(&p);
  return good;
}

/* Goes through the records of a rank at each location that has spans, of which there are so many from the first on, and
 * the spans of other ranks behind them. Returns how many it has taken; 0: not enough memory. */
static uint32_t sweep_rank(struct pile *doings, const struct from *f, const struct span *spans, uint32_t count,
                           uint32_t *open) {
  const struct experiment *e = f->s->experiment;
  const uint32_t late = e->locations[spans[0].location].process;
  const struct traced_run *rank = &f->s->job->ranks[late];
  bool good = traced_run_enter(f->s, late);
  uint32_t i = 0, n;
  for (; good && i < count && e->locations[spans[i].location].process == late; i += n) {
    for (n = 1; i + n < count && spans[i + n].location == spans[i].location;)
      n++;
    struct sweep w = {.from = f, .doings = doings, .spans = spans + i, .count = n, .late = late, .open = open};
    for (uint32_t k = 0; good && k < rank->trace->stream_count; k++)
      if (rank->first_location + rank->trace->streams[k].location == spans[i].location)
        good = sweep_stream(&w, rank, &rank->trace->streams[k]);
  }
  traced_run_leave(f->s, late);
  return good ? i : 0;
}

static bool find_doings(struct pile *doings, const struct from *f, const struct pile *spans) {
  const struct span *all = (const struct span *)(const void *)spans->at;
  uint32_t *open = malloc((spans->count + 1ull) * sizeof *open);
  bool good = open != NULL;
  for (uint32_t i = 0, n; good && i < spans->count; i += n) {
    n = sweep_rank(doings, f, all + i, spans->count - i, open);
    good = n != 0;
  }
  free(open);
  if (good)
    squash(doings);
  return good;
}

/* --- how large messages are --- */

static int by_size(const void *x, const void *y) {
  const struct mpi_size *a = x, *b = y;
  ORDER(a->region, b->region);
  ORDER(a->bytes, b->bytes);
  return 0;
}
static void add_messages(void *to, const void *from) {
  ((struct mpi_size *)to)->messages += ((const struct mpi_size *)from)->messages;
}

/* A message counts where the profile counts it: where the send begins, and where the receive is over. */
static bool find_sizes(struct pile *sizes, const struct from *f) {
  const struct visit *visits = f->r->visits.at;
  bool good = true;
  for (uint32_t i = 0; good && i < f->r->sends.count; i++) {
    const struct half *h = &f->r->sends.at[i];
    good = add(sizes, &(struct mpi_size){region_at(f, &visits[h->begin]), h->bytes, 1});
  }
  for (uint32_t i = 0; good && i < f->r->receives.count; i++) {
    const struct half *h = &f->r->receives.at[i];
    good = add(sizes, &(struct mpi_size){region_at(f, &visits[h->end]), h->bytes, 1});
  }
  if (good)
    squash(sizes);
  return good;
}

bool late_whom(struct late *l, const struct traced_run *s, const struct late_records *r, const struct analysis *a) {
  struct pile waits = {.size = sizeof(struct mpi_wait), .order = by_waiter, .merge = add_waits};
  struct pile spans = {.size = sizeof(struct span), .order = by_late_visit, .merge = longest};
  struct pile doings = {.size = sizeof(struct mpi_doing), .order = by_doing, .merge = add_time};
  struct pile sizes = {.size = sizeof(struct mpi_size), .order = by_size, .merge = add_messages};
  const struct from f = {s, r, a};
  bool good =
      find_waits(&waits, &f) && find_spans(&spans, &f) && find_doings(&doings, &f, &spans) && find_sizes(&sizes, &f);
  free(spans.at);
  l->waits = (struct mpi_wait *)(void *)waits.at;
  l->wait_count = waits.count;
  l->doings = (struct mpi_doing *)(void *)doings.at;
  l->doing_count = doings.count;
  l->sizes = (struct mpi_size *)(void *)sizes.at;
  l->size_count = sizes.count;
  return good;
}
