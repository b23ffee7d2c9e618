/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_record.c - takes apart again what the hot path stores for an enter and an exit, as pomp_trace_format.h
 * describes it. Unusual records are not tested here: these functions leave them to others; this program counts the
 * calls of those. */
#include "records/trace.h"
#include "unit.h"

enum { TRACED = 1, ROOT = 1000 };

union pomp_own_page pomp_own_page = {{.trace_on = TRACED}};
static unsigned far, full;

uint64_t pomp_trace_enter_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  (void)t, (void)p;
  far++;
  return now;
}

uint64_t pomp_trace_exit_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  (void)t, (void)p;
  far++;
  return now;
}

uint64_t pomp_trace_next_chunk(struct pomp_thread *t, uint64_t now) {
  (void)t;
  full++;
  return now;
}

static unsigned char chunk[POMP_TRACE_CHUNK_SIZE + 8];
static struct pomp_thread thread;

static uint32_t offset(void) { return (uint32_t)thread.trace.state & POMP_TRACE_OFFSET_MASK; }

static void begin(uint64_t now, uint32_t at) {
  memset(chunk, 0, sizeof chunk);
  memset(&thread, 0, sizeof thread);
  thread.trace.chunk = chunk;
  thread.trace.root = ROOT;
  thread.trace.epoch = TRACED;
  thread.trace.last = now;
  thread.trace.state = now << POMP_TRACE_OFFSET_BITS | at;
  far = full = 0;
}

struct taken {
  unsigned length, kind;
  uint64_t payload, ticks;
};

static struct taken take(uint32_t at) {
  uint64_t word = 0;
  struct taken r = {.length = (chunk[at] & 7u) + 1, .kind = chunk[at] >> POMP_RECORD_LENGTH_BITS & 3u};
  for (unsigned i = 0; i < r.length; i++)
    word |= (uint64_t)chunk[at + i] << 8 * i;
  word >>= POMP_RECORD_HEAD_BITS;
  unsigned payload = r.kind == POMP_RECORD_ENTER        ? POMP_RECORD_PAYLOAD_BITS
                     : r.kind == POMP_RECORD_ENTER_WIDE ? POMP_RECORD_WIDE_BITS
                                                        : 0;
  r.payload = word & ((1u << payload) - 1);
  r.ticks = word >> payload;
  return r;
}

/* Tries a node's number as far from the root as can be, and one more; times of each length. */
static void each_size(void) {
  static const uint32_t numbers[] = {0, 1, (1u << 11) - 1, 1u << 11, (1u << 19) - 1};
  static const uint64_t ticks[] = {0, 1, 7, 1000, 1ull << 11, 1ull << 20, 1ull << 27, 1ull << 30, (1ull << 38) - 1};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    for (size_t k = 0; k < sizeof ticks / sizeof *ticks; k++) {
      struct pomp_path p = {.number = ROOT + numbers[i]};
      uint64_t start = 1ull << 40, now = start + ticks[k];
      begin(start, 64);
      CHECK(pomp_trace_enter(&thread, &p, now) == now && !far && !full);
      struct taken r = take(64);
      CHECK(r.kind == (numbers[i] < 1u << 11 ? POMP_RECORD_ENTER : POMP_RECORD_ENTER_WIDE));
      CHECK(r.payload == numbers[i] && r.ticks == ticks[k] && offset() == 64 + r.length);
      CHECK(thread.trace.state >> POMP_TRACE_OFFSET_BITS == now);
      uint32_t exit_at = offset();
      CHECK(pomp_trace_exit(&thread, &p, now + ticks[k]) == now + ticks[k] && !far);
      struct taken e = take(exit_at);
      CHECK(e.kind == POMP_RECORD_EXIT && e.ticks == ticks[k] && offset() == exit_at + e.length);
      for (uint32_t behind = offset(); behind < offset() + 8; behind++)
        CHECK(chunk[behind] == 0); /* nothing is stored behind a record */
    }
}

/* A record that has no room for something leaves it to others, and the chunk stays as it is. */
static void what_is_not_usual(void) {
  const uint64_t start = 1ull << 40;
  struct pomp_path near = {.number = ROOT + 1}, distant = {.number = ROOT + (1u << 19)};
  begin(start, 64);
  pomp_trace_enter(&thread, &distant, start + 1);
  pomp_trace_enter(&thread, &near, start + (1ull << 45)); /* hours later */
  pomp_trace_enter(&thread, &near, start - 1);            /* the clock went back */
  thread.trace.epoch = TRACED + 1;                        /* there was a break */
  pomp_trace_exit(&thread, &near, start + 1);
  CHECK(far == 4 && !full && offset() == 64 && take(64).length == 1 && !chunk[64]);
  begin(start, POMP_TRACE_FULL);
  pomp_trace_exit(&thread, &near, start + 1);
  CHECK(far == 1 && !full);
}

/* Short records fill a chunk up to where another one would not be sure to fit. */
static void a_chunk_is_filled(void) {
  const uint64_t start = 1ull << 40;
  struct pomp_path p = {.number = ROOT + 1};
  uint64_t now = start;
  begin(start, 64);
  while (!full) {
    pomp_trace_enter(&thread, &p, ++now);
    if (!full)
      pomp_trace_exit(&thread, &p, ++now);
  }
  CHECK(!far && offset() > POMP_TRACE_CHUNK_SIZE - POMP_TRACE_SLACK);
  CHECK(offset() <= POMP_TRACE_CHUNK_SIZE - POMP_TRACE_SLACK + 8);
  uint64_t time = start, open = 0, records = 0;
  for (uint32_t at = 64; at < offset(); records++) {
    struct taken r = take(at);
    CHECK(r.kind == (open ? POMP_RECORD_EXIT : POMP_RECORD_ENTER) && r.ticks == 1);
    open = !open;
    time += r.ticks;
    at += r.length;
  }
  CHECK(time == now && records == now - start);
}

int main(void) {
  each_size();
  what_is_not_usual();
  a_chunk_is_filled();
  return 0;
}
