/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* timeline_levels.c - adds up what a lane did, by bins for drawing, and exactly by windows.
 * Not here: what it did (timeline_lane.c). */
#include "pomp_array.h"
#include "sums/timeline_steps.h"

#include <stdlib.h>
#include <string.h>

#define BINS_LANE 65536u  /* of a lane, at most */
#define BINS_ALL 1048576u /* of all lanes; each has at least BINS_LEAST */
#define BINS_LEAST 512u

bool levels_make(struct timeline *t) {
  uint64_t most = BINS_ALL / (t->lane_count ? t->lane_count : 1);
  most = most > BINS_LANE ? BINS_LANE : most < BINS_LEAST ? BINS_LEAST : most;
  while (most > BINS_LEAST && most > 4 * t->events)
    most /= 2;
  unsigned shift = 0;
  while ((t->end >> shift) + 1 > most)
    shift++;
  bool good = true;
  for (; good && t->level_count < TIMELINE_LEVELS; shift += 2) {
    struct timeline_level *l = &t->levels[t->level_count++];
    *l = (struct timeline_level){.shift = shift, .bins = (uint32_t)(t->end >> shift) + 1};
    size_t bins = (size_t)l->bins * t->lane_count;
    l->nodes = malloc((bins + 1) * sizeof *l->nodes);
    good = l->nodes != NULL;
    if (good)
      memset(l->nodes, 0xff, bins * sizeof *l->nodes);
    for (int c = 0; good && c < TIMELINE_CAUSE_COUNT; c++)
      good = (l->shares[c] = calloc(bins + 1, 1)) != NULL;
    if (l->bins <= BINS_LEAST)
      break;
  }
  return good;
}

void sum_begin(struct summer *m, struct timeline *t, uint32_t lane) {
  *m = (struct summer){.timeline = t, .lane = lane};
}

static void add_node(struct bin *b, uint32_t node, uint64_t ns) {
  uint32_t least = 0;
  for (uint32_t i = 0; i < b->count; i++) {
    if (b->nodes[i] == node) {
      b->times[i] += ns;
      return;
    }
    least = b->times[i] < b->times[least] ? i : least;
  }
  if (b->count < BIN_NODES)
    least = b->count++;
  else if (b->times[least] > ns)
    return;
  b->nodes[least] = node;
  b->times[least] = ns;
}

static void add_to_bin(struct summer *m, uint32_t level, uint64_t number, const struct bin *from);

/* Writes a bin, and adds it to that of the next level. */
static void flush(struct summer *m, uint32_t level) {
  struct timeline_level *l = &m->timeline->levels[level];
  struct bin *b = &m->bins[level];
  size_t at = (size_t)m->lane * l->bins + b->number;
  uint32_t top = 0;
  double width = (double)(1ull << l->shift);
  for (int c = 0; c < TIMELINE_CAUSE_COUNT; c++)
    l->shares[c][at] = (unsigned char)((double)b->ns[c] / width * 255 + 0.5);
  for (uint32_t i = 1; i < b->count; i++)
    top = b->times[i] > b->times[top] ? i : top;
  if (b->count)
    l->nodes[at] = b->nodes[top];
  struct bin sum = *b;
  sum.nodes[0] = b->nodes[top];
  sum.times[0] = b->times[top];
  sum.count = b->count != 0;
  if (level + 1 < m->timeline->level_count)
    add_to_bin(m, level + 1, b->number >> 2, &sum);
  *b = (struct bin){.number = b->number + 1};
}

static void add_to_bin(struct summer *m, uint32_t level, uint64_t number, const struct bin *from) {
  struct bin *b = &m->bins[level];
  if (b->number != number) {
    flush(m, level);
    b->number = number;
  }
  for (int c = 0; c < TIMELINE_CAUSE_COUNT; c++)
    b->ns[c] += from->ns[c];
  if (from->count)
    add_node(b, from->nodes[0], from->times[0]);
}

static void add_to_bins(struct summer *m, uint64_t begin, uint64_t end, enum timeline_cause cause, uint32_t node) {
  const struct timeline_level *l = &m->timeline->levels[0];
  while (begin < end) {
    uint64_t number = begin >> l->shift, until = (number + 1) << l->shift;
    until = until < end ? until : end;
    struct bin *b = &m->bins[0];
    if (b->number != number) {
      flush(m, 0);
      b->number = number;
    }
    b->ns[cause] += until - begin;
    if (node != TIMELINE_NOTHING)
      add_node(b, node, until - begin);
    begin = until;
  }
}

/* --- windows --- */

static void end_window(struct summer *m) {
  struct timeline *t = m->timeline;
  uint32_t first = 2 * t->lanes[m->lane].first_node;
  if (!POMP_ARRAY_ROOM(t->sums, t->sum_room, (uint64_t)t->sum_count + m->touched_count)) {
    m->no_memory = true;
    return;
  }
  for (uint32_t i = 0; i < m->touched_count; i++) {
    uint32_t key = m->touched[i];
    t->sums[t->sum_count++] = (struct timeline_sum){m->times[key], first + key};
    m->times[key] = 0;
  }
  m->touched_count = 0;
  t->sum_ends[(size_t)m->lane * t->window_count + m->window] = t->sum_count;
}

static void add_to_window(struct summer *m, uint64_t ns, uint32_t key) {
  uint32_t old = m->time_room;
  if (!ns)
    return;
  if (!POMP_ARRAY_ROOM(m->times, m->time_room, key + 1ull) ||
      !POMP_ARRAY_ROOM(m->touched, m->touched_room, m->touched_count + 1ull)) {
    m->no_memory = true;
    return;
  }
  memset(m->times + old, 0, (size_t)(m->time_room - old) * sizeof *m->times);
  if (!m->times[key])
    m->touched[m->touched_count++] = key;
  m->times[key] += ns;
}

static void add_to_windows(struct summer *m, uint64_t begin, uint64_t end, uint32_t key) {
  const struct timeline *t = m->timeline;
  for (;;) {
    bool last = m->window + 1 == t->window_count;
    uint64_t until = last ? UINT64_MAX : t->windows[m->window + 1].begin;
    if (begin < until && key != TIMELINE_NOTHING)
      add_to_window(m, (end < until ? end : until) - begin, key);
    if (end < until)
      return;
    begin = begin > until ? begin : until;
    end_window(m);
    m->window++;
  }
}

/* --- how many lanes work --- */

static void end_work(struct summer *m) {
  struct timeline *t = m->timeline;
  if (m->work_begin == m->work_end)
    return;
  if (!POMP_ARRAY_ROOM(t->changes, t->change_room, t->change_count + 2ull)) {
    m->no_memory = true;
    return;
  }
  t->changes[t->change_count++] = 2 * m->work_begin + 1;
  t->changes[t->change_count++] = 2 * m->work_end;
}

static void add_work(struct summer *m, uint64_t begin, uint64_t end) {
  if (begin != m->work_end) {
    end_work(m);
    m->work_begin = begin;
  }
  m->work_end = end;
}

static int by_time(const void *x, const void *y) {
  const uint64_t a = *(const uint64_t *)x, b = *(const uint64_t *)y;
  return (a > b) - (a < b);
}

bool sum_at_work(struct timeline *t) {
  uint64_t before = 0;
  uint32_t working = 0;
  t->at_work = calloc(t->lane_count + 1ull, sizeof *t->at_work);
  if (!t->at_work)
    return false;
  if (t->change_count)
    qsort(t->changes, t->change_count, sizeof *t->changes, by_time);
  for (uint32_t i = 0; i < t->change_count; i++) {
    const uint64_t now = t->changes[i] / 2;
    t->at_work[working] += now - before;
    before = now;
    working = t->changes[i] % 2 ? working + 1 : working - 1;
  }
  t->at_work[0] += t->end - before;
  free(t->changes);
  t->changes = NULL;
  return true;
}

void sum_add(struct summer *m, uint64_t begin, uint64_t end, uint32_t node, bool waits) {
  const struct timeline *t = m->timeline;
  const struct timeline_node *n = node == TIMELINE_NOTHING ? NULL : &t->nodes[node];
  if (begin >= end || m->no_memory)
    return;
  add_to_bins(m, begin, end, !n ? TIMELINE_IDLE : waits ? n->wait_cause : n->cause, node);
  if (n && !waits && (n->cause == TIMELINE_WORK || n->cause == TIMELINE_SERIAL))
    add_work(m, begin, end);
  add_to_windows(m, begin, end, n ? 2 * (node - t->lanes[m->lane].first_node) + waits : TIMELINE_NOTHING);
}

void sum_end(struct summer *m) {
  end_work(m);
  for (uint32_t i = 0; i < m->timeline->level_count; i++)
    if (m->bins[i].number < m->timeline->levels[i].bins)
      flush(m, i);
  while (!m->no_memory && m->window < m->timeline->window_count) {
    end_window(m);
    m->window++;
  }
  free(m->times);
  free(m->touched);
}
