/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.h - the trace: each event appends a record to its location's stream.
 * Not here: the layout (pomp_trace_format.h), the file and its chunks (trace_file.c).
 *
 * A location's stream is written by the thread that has the location, and by its signal handlers, which may come at any
 * instruction. So the place where the next record goes and the time of the last one are one word, and a record takes
 * its place by comparing and exchanging it, with no handler in between (pomp_arch_exchange): what a handler appends in
 * between makes it fail, and the record is made again. Then the record is stored: who is killed before has zeros there,
 * which readers skip. What takes more than one store is a gap first, which readers skip, too, and its begin comes last.
 */
#ifndef POMP_TRACE_H
#define POMP_TRACE_H

#include "pomp_arch.h"
#include "pomp_trace_format.h"
#include "pomp_varint.h"
#include "records/call_tree.h"
#include "records/trace_file.h"
#include "state/own_process.h"

#include <string.h>

struct pomp_config;

/* While pomp_own.trace_on is not 0, events are traced. It changes when tracing goes on after a break, and each location
 * then begins anew. It is read without a lock: a thread that is late appends to memory that is still there. */
#define POMP_TRACING __builtin_expect(POMP_LOAD(pomp_own.trace_on), 0)

#define POMP_TRACE_OFFSET_BITS 17
#define POMP_TRACE_OFFSET_MASK ((1u << POMP_TRACE_OFFSET_BITS) - 1)
#define POMP_TRACE_FULL (1u << (POMP_TRACE_OFFSET_BITS - 1)) /* an offset that says that there is no room */
#define POMP_TRACE_DELTA_BITS 46                             /* a longer time sets the clock anew */
/* A chunk is left when less than this is free: what a record and one that sets the clock take together. */
#define POMP_TRACE_SLACK 256u
#define POMP_TRACE_FRAMES_MAX 64u /* in a chunk's head; deeper ones are left out */

/* True if POMP_TRACE_SELECT is set (selected_visits.h). */
extern bool pomp_trace_selects POMP_HIDDEN;
/* True if the trace has parts, or has had a break. */
extern bool pomp_trace_has_parts POMP_HIDDEN;

/* From `now` on tracing goes on, unless it has ended, or has a break. Under the slow lock, as the next one. */
void pomp_trace_switch(bool on, uint64_t now);
/* The same for a trace that was on from its begin, and whose visits nobody selects. */
void pomp_trace_turn(bool on, uint64_t now);

/* Starts the file `path` in its directory `at`; `first` is the location that is there already. 0 or a negative errno.
 * Under the slow lock, as the next four. */
int pomp_trace_start(int at, const char *path, const struct pomp_config *config, struct pomp_thread *first);
/* True if the trace was started and has not ended since. If it has, the user knows why. */
bool pomp_trace_goes_on(void);
/* Ends the trace, as the measurement is over. */
void pomp_trace_end(void);
void pomp_trace_remove(void);
/* Defines a new call path of a location. The root stands for the location. */
void pomp_trace_define(const struct pomp_thread *t, const struct pomp_path *p);
/* Writes any other definition. False means that there is no trace. */
bool pomp_trace_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count);
/* Appends nothing any more, as the file is lost. */
void pomp_trace_forget(void);

/* Makes a key an argument. Constructs that have small numbers take few bytes. */
static inline uint64_t pomp_trace_key(uint32_t key) {
  return (uint64_t)POMP_KEY_CONSTRUCT(key) << POMP_RECORD_ROLE_BITS | POMP_KEY_ROLE(key);
}

/* Makes a node an argument. */
static inline uint64_t pomp_trace_node(const struct pomp_thread *t, const struct pomp_path *p) {
  return pomp_zigzag((int64_t)p->number - (int64_t)t->trace.root);
}

/* Appends any record, with `count` arguments. A task is one argument here, its pomp_task_number. */
void pomp_trace_append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                       uint64_t now);
#define POMP_TRACE(t, code, now, ...)                                                                                  \
  do {                                                                                                                 \
    if (POMP_TRACING) {                                                                                                \
      const uint64_t arguments_[] = {__VA_ARGS__};                                                                     \
      pomp_trace_append(t, code, arguments_, sizeof arguments_ / sizeof *arguments_, now);                             \
    }                                                                                                                  \
  } while (0)
/* Appends values of metrics, other than those that go with the events themselves. `values` has one for each metric. */
void pomp_trace_metrics(struct pomp_thread *t, enum pomp_record_code code, const int64_t *values);
/* Writes to where the next records go, which are then written without a page fault; changes nothing there. */
void pomp_trace_touch(const struct pomp_thread *t);
/* Appends a record without arguments, which has the time of the record before it. */
void pomp_trace_mark(struct pomp_thread *t, enum pomp_record_code code);
/* Returns the time of the location's last record or, after a break, of its last event. */
static inline uint64_t pomp_trace_last(const struct pomp_thread *t) {
  uint64_t last = POMP_LOAD(t->location->last);
  return t->trace.epoch == POMP_LOAD(pomp_own.trace_on) || last < t->trace.last ? t->trace.last : last;
}

/* Append a record that is not usual: there is no room, a long time has passed, or a number is great; and leave a chunk
 * that is full. They return `now`, so that a function can end with a call of them. */
uint64_t pomp_trace_enter_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
uint64_t pomp_trace_exit_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now);
uint64_t pomp_trace_next_chunk(struct pomp_thread *t, uint64_t now);

/* Returns the first bytes of a gap of `length` bytes, 3 to POMP_RECORD_ARGUMENTS_LONG + 1. A gap is a record without a
 * time. */
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
      POMP_ARCH_STORES_IN_ORDER();
      memcpy(at + 4, &high, sizeof high);
      POMP_ARCH_STORES_IN_ORDER();
    }
    memcpy(at, &middle, sizeof middle);
  }
}

enum pomp_trace_result { POMP_TRACE_FAR, POMP_TRACE_PUT, POMP_TRACE_PUT_LAST };

/* Stores a usual record. `head` has its kind and payload, and the time is above them by `shift` bits. */
POMP_INLINE enum pomp_trace_result pomp_trace_put(struct pomp_thread *t, uint64_t head, unsigned shift, uint64_t now) {
  struct pomp_trace *r = &t->trace;
  uint64_t state = POMP_LOAD(r->state);
  unsigned char *chunk = POMP_LOAD(r->chunk);
  uint64_t delta = (now - (state >> POMP_TRACE_OFFSET_BITS)) & (UINT64_MAX >> POMP_TRACE_OFFSET_BITS);
  uint32_t at = (uint32_t)state & POMP_TRACE_OFFSET_MASK;
  if (__builtin_expect((delta | (now - r->last)) >> (POMP_TRACE_DELTA_BITS - 8) || at >= POMP_TRACE_FULL ||
                           r->epoch != POMP_LOAD(pomp_own.trace_on),
                       0))
    return POMP_TRACE_FAR;
  uint64_t word = head | delta << shift;
  /* No more than the record may be stored, as a signal handler's record may follow it. */
  uint32_t length = word >> 16 == 0 ? 2 : word >> 32 == 0 ? 4 : word >> 48 == 0 ? 6 : 8;
  word |= length - 1;
  uint32_t end = at + length;
  if (!POMP_LIKELY(pomp_arch_exchange(&r->state, state, now << POMP_TRACE_OFFSET_BITS | end)))
    return POMP_TRACE_FAR; /* which is tried again */
  pomp_trace_store(chunk + at, word, length);
  r->last = now;
  return POMP_LIKELY(end <= pomp_trace_chunk_size - POMP_TRACE_SLACK) ? POMP_TRACE_PUT : POMP_TRACE_PUT_LAST;
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
