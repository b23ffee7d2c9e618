/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.h - the trace: what each event appends to its location's stream.
 * Not here: the layout (pomp_trace_format.h), the file and its chunks (trace_file.c).
 *
 * A location's stream is written by the thread that has the location, and by its signal handlers, which may come at any
 * instruction. So the place where the next record goes and the time of the last one are one word, and a record takes
 * its place by one instruction that compares and exchanges it: what a handler appends in between makes it fail, and the
 * record is made again. Then the record is stored: who is killed before has zeros there, which readers skip. What takes
 * more than one store is a gap first, which readers skip, too, and its begin comes last. */
#ifndef POMP_TRACE_H
#define POMP_TRACE_H

#include "pomp_trace_format.h"
#include "pomp_varint.h"
#include "records/call_tree.h"

#include <string.h>

struct pomp_config;

/* Not 0: events are traced. It changes when tracing goes on after a break, and each location then begins anew. Read
 * without a lock: who is late appends to memory that is still there. */
extern uint32_t pomp_trace_on POMP_HIDDEN;
#define POMP_TRACING __builtin_expect(POMP_LOAD(pomp_trace_on), 0)

#define POMP_TRACE_OFFSET_BITS 17
#define POMP_TRACE_OFFSET_MASK ((1u << POMP_TRACE_OFFSET_BITS) - 1)
#define POMP_TRACE_FULL (1u << (POMP_TRACE_OFFSET_BITS - 1)) /* as an offset: there is no room */
#define POMP_TRACE_DELTA_BITS 46                             /* a longer time sets the clock anew */
/* A chunk is left when less than this is free: what a record and one that sets the clock take together. */
#define POMP_TRACE_SLACK 256u
#define POMP_TRACE_FRAMES_MAX 64u /* in a chunk's head; deeper ones are left out */

/* Compares and exchanges, in one instruction, which no signal handler can come between; other threads don't matter. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the instruction writes to it */
POMP_INLINE bool pomp_trace_take(uint64_t *state, uint64_t old, uint64_t new) {
#if defined(__x86_64__)
  bool taken;
  __asm__ volatile("cmpxchgq %3, %1" : "=@cce"(taken), "+m"(*state), "+a"(old) : "r"(new) : "memory", "cc");
  return taken;
#else
  return __atomic_compare_exchange_n(state, &old, new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/* POMP_TRACE_SELECT is set: the trace has parts (selected_visits.h). */
extern bool pomp_trace_selects POMP_HIDDEN;

/* Tracing goes on, unless it has ended, or has a break, from `now` on. Under the slow lock. */
void pomp_trace_switch(bool on, uint64_t now);

/* Starts the file `path`; `first` is the location that is there already. 0 or a negative errno. Under the slow lock, as
 * the next four. */
int pomp_trace_start(const char *path, const struct pomp_config *config, struct pomp_thread *first);
/* It was started and has not ended since; why it ended was told. */
bool pomp_trace_goes_on(void);
/* Measurement is over. */
void pomp_trace_end(void);
void pomp_trace_remove(void);
/* A new call path of a location; its root stands for the location. */
void pomp_trace_define(const struct pomp_thread *t, const struct pomp_path *p);
/* Any other definition. False: there is no trace. */
bool pomp_trace_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count);
/* In a forked child: the file is the parent's. */
void pomp_trace_forget(void);

/* A key as an argument: constructs that have small numbers take few bytes. */
static inline uint64_t pomp_trace_key(uint32_t key) {
  return (uint64_t)POMP_KEY_CONSTRUCT(key) << POMP_RECORD_ROLE_BITS | POMP_KEY_ROLE(key);
}

/* A node as an argument. */
static inline uint64_t pomp_trace_node(const struct pomp_thread *t, const struct pomp_path *p) {
  return pomp_zigzag((int64_t)p->number - (int64_t)t->trace.root);
}

/* Any record; `count` arguments. A task is one argument here, as pomp_task_number has it. */
void pomp_trace_append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                       uint64_t now);
#define POMP_TRACE(t, code, now, ...)                                                                                  \
  do {                                                                                                                 \
    if (POMP_TRACING) {                                                                                                \
      const uint64_t arguments_[] = {__VA_ARGS__};                                                                     \
      pomp_trace_append(t, code, arguments_, sizeof arguments_ / sizeof *arguments_, now);                             \
    }                                                                                                                  \
  } while (0)
/* Values of metrics, beside those that go with the events themselves: `values` has one for each. */
void pomp_trace_metrics(struct pomp_thread *t, enum pomp_record_code code, const int64_t *values);
/* Writes to where the next records go, which are then written without a page fault; changes nothing there. */
void pomp_trace_touch(const struct pomp_thread *t);
/* Without arguments, and without time of its own: that of the record before. */
void pomp_trace_mark(struct pomp_thread *t, enum pomp_record_code code);
/* Time of the location's last record; after a break, of the last event. */
static inline uint64_t pomp_trace_last(const struct pomp_thread *t) {
  uint64_t last = POMP_LOAD(t->location->last);
  return t->trace.epoch == POMP_LOAD(pomp_trace_on) || last < t->trace.last ? t->trace.last : last;
}

/* What an event does that is not usual: no room, a long time, a great number; or the chunk is full now. Both return
 * `now`, so that they end a function. */
uint64_t pomp_trace_enter_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
uint64_t pomp_trace_exit_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
uint64_t pomp_trace_next_chunk(struct pomp_thread *t, uint64_t now);

/* The first bytes of a gap of `length` bytes, 3 to POMP_RECORD_ARGUMENTS_LONG + 1: of a record without a time. */
POMP_INLINE uint16_t pomp_trace_gap(uint32_t length) {
  uint32_t payload = POMP_CODE_GAP | (length - 2) << POMP_RECORD_CODE_BITS;
  return (uint16_t)(1u | POMP_RECORD_OTHER << POMP_RECORD_LENGTH_BITS | payload << POMP_RECORD_HEAD_BITS);
}

POMP_INLINE void pomp_trace_store(unsigned char *at, uint64_t word, uint32_t length) {
  uint16_t low = (uint16_t)word, high = (uint16_t)(word >> 32);
  uint32_t middle = (uint32_t)word;
  if (length == 2)
    memcpy(at, &low, sizeof low);
  else if (length == 8)
    memcpy(at, &word, sizeof word);
  else {
    if (length == 6) {
      uint16_t gap = pomp_trace_gap(6);
      memcpy(at, &gap, sizeof gap);
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
      memcpy(at + 4, &high, sizeof high);
      __atomic_signal_fence(__ATOMIC_SEQ_CST);
    }
    memcpy(at, &middle, sizeof middle);
  }
}

enum pomp_trace_result { POMP_TRACE_FAR, POMP_TRACE_PUT, POMP_TRACE_PUT_LAST };

/* `head`: kind and payload, below the time by `shift` bits. */
POMP_INLINE enum pomp_trace_result pomp_trace_put(struct pomp_thread *t, uint64_t head, unsigned shift, uint64_t now) {
  struct pomp_trace *r = &t->trace;
  uint64_t state = POMP_LOAD(r->state);
  unsigned char *chunk = POMP_LOAD(r->chunk);
  uint64_t delta = (now - (state >> POMP_TRACE_OFFSET_BITS)) & (UINT64_MAX >> POMP_TRACE_OFFSET_BITS);
  uint32_t at = (uint32_t)state & POMP_TRACE_OFFSET_MASK;
  if (__builtin_expect((delta | (now - r->last)) >> (POMP_TRACE_DELTA_BITS - 8) || at >= POMP_TRACE_FULL ||
                           r->epoch != POMP_LOAD(pomp_trace_on),
                       0))
    return POMP_TRACE_FAR;
  uint64_t word = head | delta << shift;
  /* What is stored must be no more than the record: a handler's may stand behind it. */
  uint32_t length = word >> 16 == 0 ? 2 : word >> 32 == 0 ? 4 : word >> 48 == 0 ? 6 : 8;
  word |= length - 1;
  uint32_t end = at + length;
  if (!POMP_LIKELY(pomp_trace_take(&r->state, state, now << POMP_TRACE_OFFSET_BITS | end)))
    return POMP_TRACE_FAR; /* which tries again */
  pomp_trace_store(chunk + at, word, length);
  r->last = now;
  return POMP_LIKELY(end <= POMP_TRACE_CHUNK_SIZE - POMP_TRACE_SLACK) ? POMP_TRACE_PUT : POMP_TRACE_PUT_LAST;
}

/* Both return `now`. */
POMP_INLINE uint64_t pomp_trace_enter(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  uint32_t payload = p->number - t->trace.root;
  uint64_t head = (uint64_t)payload << POMP_RECORD_HEAD_BITS;
  enum pomp_trace_result result = POMP_TRACE_FAR;
  if (POMP_LIKELY(payload < 1u << POMP_RECORD_PAYLOAD_BITS))
    result = pomp_trace_put(t, POMP_RECORD_ENTER << POMP_RECORD_LENGTH_BITS | head,
                            POMP_RECORD_HEAD_BITS + POMP_RECORD_PAYLOAD_BITS, now);
  else if (payload < 1u << POMP_RECORD_WIDE_BITS)
    result = pomp_trace_put(t, POMP_RECORD_ENTER_WIDE << POMP_RECORD_LENGTH_BITS | head,
                            POMP_RECORD_HEAD_BITS + POMP_RECORD_WIDE_BITS, now);
  if (POMP_LIKELY(result == POMP_TRACE_PUT))
    return now;
  return result == POMP_TRACE_FAR ? pomp_trace_enter_far(t, p, now) : pomp_trace_next_chunk(t, now);
}
POMP_INLINE uint64_t pomp_trace_exit(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  enum pomp_trace_result result =
      pomp_trace_put(t, POMP_RECORD_EXIT << POMP_RECORD_LENGTH_BITS, POMP_RECORD_HEAD_BITS, now);
  if (POMP_LIKELY(result == POMP_TRACE_PUT))
    return now;
  return result == POMP_TRACE_FAR ? pomp_trace_exit_far(t, p, now) : pomp_trace_next_chunk(t, now);
}
#endif
