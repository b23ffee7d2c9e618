/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.c - the records that are not the usual enter and exit, and a location's way from chunk to chunk.
 * Not here: the usual ones (trace.h), the file (trace_file.c), what is traced when (the callers that append). */
#include "records/trace.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/reserved_file.h"
#include "records/metric_values.h"
#include "records/suspended.h"
#include "state/config.h"
#include "state/file_guard.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <errno.h>

bool pomp_trace_selects, pomp_trace_has_parts;
static uint64_t wanted; /* POMP_TRACE_MEMORY */

/* The definitions have a stream of their own, of which only `trace` is used. It goes on while tracing has a break. */
static struct pomp_thread definitions;

static uint32_t epoch_for(const struct pomp_thread *t) {
  return t == &definitions ? definitions.trace.epoch : POMP_LOAD(pomp_own.trace_on);
}

/* One or two records while they are made. */
struct buffer {
  unsigned char bytes[POMP_TRACE_SLACK];
  unsigned length;
};

/* True if zeros at the end of its arguments count: the values of metrics, or frames. */
static bool is_whole(enum pomp_record_code code) {
  return (code >= POMP_CODE_METRICS && code <= POMP_CODE_METRICS_END) || code == POMP_CODE_METRICS_CHUNK ||
         code == POMP_CODE_RESUME;
}

static void add(struct buffer *b, enum pomp_record_code code, uint64_t delta, const uint64_t *arguments,
                unsigned count) {
  unsigned char bytes[POMP_RECORD_ARGUMENTS_MAX];
  unsigned size = 0;
  while (count && !arguments[count - 1] && !is_whole(code))
    count--;
  for (unsigned i = 0; i < count && size <= sizeof bytes - POMP_VARINT_MAX; i++)
    size += pomp_varint_put(bytes + size, arguments[i]);
  bool is_long = size >= POMP_RECORD_ARGUMENTS_LONG;
  uint64_t payload = code | (uint64_t)(is_long ? POMP_RECORD_ARGUMENTS_LONG : size) << POMP_RECORD_CODE_BITS;
  uint64_t word = POMP_RECORD_OTHER << POMP_RECORD_LENGTH_BITS | payload << POMP_RECORD_HEAD_BITS |
                  delta << (POMP_RECORD_HEAD_BITS + POMP_RECORD_PAYLOAD_BITS);
  unsigned length = word >> 16 == 0 ? 2 : (64 - (unsigned)__builtin_clzll(word) + 7) / 8;
  word |= length - 1;
  memcpy(b->bytes + b->length, &word, sizeof word);
  b->length += length;
  if (is_long)
    b->bytes[b->length++] = (unsigned char)size;
  memcpy(b->bytes + b->length, bytes, size);
  b->length += size;
}

/* Stores the bytes at once, so that they are there as a whole or not at all. */
static void store_first(unsigned char *at, const unsigned char *bytes, unsigned size) {
  POMP_ARCH_STORES_IN_ORDER();
  if (size == 2)
    memcpy(at, bytes, 2);
  else if (size == 4)
    memcpy(at, bytes, 4);
  else
    memcpy(at, bytes, 8);
  POMP_ARCH_STORES_IN_ORDER();
}

/* Stores a gap, then what comes behind the record's first bytes, then these. */
static void store(unsigned char *at, const struct buffer *b) {
  unsigned first = b->length < 4 ? 2 : b->length < 8 ? 4 : 8;
  if (b->length > first) {
    bool is_long = b->length - 2 >= POMP_RECORD_ARGUMENTS_LONG;
    uint16_t gap = pomp_trace_gap(is_long ? 2 + POMP_RECORD_ARGUMENTS_LONG : b->length);
    const unsigned char begin[4] = {(unsigned char)gap, (unsigned char)(gap >> 8), (unsigned char)(b->length - 3)};
    store_first(at, begin, is_long ? 4 : 2);
    memcpy(at + first, b->bytes + first, b->length - first);
  }
  store_first(at, b->bytes, first);
}

/* Packs a task's number into the first and the last argument, as a difference to what this chunk had last. Returns what
 * it has last then. */
static struct pomp_trace_last_task pack_task(const struct pomp_thread *t, enum pomp_record_code code, uint64_t task,
                                             uint64_t packed[3]) {
  struct pomp_trace_last_task last = t->last_task;
  uint32_t number = (uint32_t)task, creator = (uint32_t)(task >> 32);
  if (last.chunk != (uint32_t)t->trace.sequence)
    last = (struct pomp_trace_last_task){.chunk = (uint32_t)t->trace.sequence, .creator = t->id};
  if (code == POMP_CODE_TASK_CREATE) {
    packed[0] = number - last.created - 1;
    last.created = number;
  } else if (creator == last.creator)
    packed[0] = pomp_zigzag((int64_t)number - last.number);
  else {
    packed[0] = number;
    packed[2] = creator + 1ull;
  }
  last.number = number;
  last.creator = creator;
  return last;
}

static void stop(int error, uint64_t now) {
  POMP_STORE(pomp_own.trace_on, 0);
  definitions.trace.epoch = 0;
  unsigned long long limit = pomp_trace_lacks()->limit;
  const bool less = error == -ENOMEM && limit < wanted;
  if (!pomp_trace_file_stopped(now, less ? POMP_STOP_MEMORY : pomp_reserved_stop(error)))
    return;
  if (less)
    pomp_say(POMP_SAYS_TRACE_MAPPED_LESS, limit);
  else if (error == -ENOMEM)
    pomp_say(POMP_SAYS_TRACE_MEMORY_USED, limit);
  else
    pomp_say(POMP_SAYS_TRACE_CANT_GROW, strerror(-error));
}

/* Writes the location's state, as of now; `current` is given, as it may be the one before the event at hand. Returns
 * how many frames follow the head. */
static uint32_t fill_head(struct pomp_trace_chunk *c, const struct pomp_thread *t, const struct pomp_path *current) {
  c->current = current->number;
  c->base = t->base->number;
  c->task = pomp_task_number(t->task);
  c->team_size = t->team_size;
  c->generation = t->generation;
  uint32_t frames = pomp_task_frames(t, (struct pomp_frame *)(void *)(c + 1), POMP_TRACE_FRAMES_MAX);
  c->suspended = frames;
  return frames;
}

static void begin_chunk(struct pomp_thread *t, struct pomp_trace_chunk *c, const struct pomp_path *current,
                        uint64_t now, bool resumed) {
  struct pomp_trace *r = &t->trace;
  uint32_t frames = 0;
  c->location = t == &definitions ? POMP_TRACE_DEFINITIONS : t->id;
  c->sequence = r->sequence++;
  c->begin_tick = now;
  c->flags = resumed ? POMP_CHUNK_RESUMED : 0;
  if (t != &definitions)
    frames = fill_head(c, t, current);
  __atomic_store_n(&c->valid, 1, __ATOMIC_RELEASE);
  pomp_trace_file_publish();
  r->chunk = (unsigned char *)c;
  r->last = now;
  POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | (sizeof *c + frames * sizeof(struct pomp_frame)));
}

static void append_values(struct pomp_thread *t, enum pomp_record_code code, const int64_t *values);

/* Goes on with the location's chunk after a break. A record says what the head of a new chunk would. False means that
 * there is no chunk, or no room in it, or that too much is suspended. */
static bool resume_here(struct pomp_thread *t, const struct pomp_path *current, uint64_t now) {
  enum { FRAMES = 6, FRAME = 3, FIRST = 5 };
  struct pomp_trace *r = &t->trace;
  struct pomp_frame frames[FRAMES + 1];
  uint64_t state = POMP_LOAD(r->state),
           a[FIRST + FRAME * FRAMES] = {current->number, t->base->number, pomp_task_number(t->task), t->team_size,
                                        t->generation};
  uint32_t at = (uint32_t)state & POMP_TRACE_OFFSET_MASK, suspended = pomp_task_frames(t, frames, FRAMES + 1);
  if (!r->chunk || at > pomp_trace_chunk_size - 2 * POMP_TRACE_SLACK || suspended > FRAMES)
    return false;
  for (uint32_t i = 0; i < suspended; i++) {
    a[FIRST + i * FRAME] = frames[i].current;
    a[FIRST + i * FRAME + 1] = frames[i].base;
    a[FIRST + i * FRAME + 2] = frames[i].task;
  }
  struct buffer b = {.length = 0};
  add(&b, POMP_CODE_CLOCK, 0, &now, 1);
  add(&b, POMP_CODE_RESUME, 0, a, FIRST + suspended * FRAME);
  if (!pomp_arch_exchange(&r->state, state, now << POMP_TRACE_OFFSET_BITS | (at + b.length)))
    return false;
  store(r->chunk + at, &b);
  r->last = now;
  return true;
}

/* This is when tracing went on or off last. */
static uint64_t switched;

/* Returns since when what is open at the location has been open in the trace: since tracing went on, as nothing has
 * happened there between that and the event at hand. */
static uint64_t since(const struct pomp_thread *t, uint64_t now) {
  uint64_t from = t->trace.last > switched ? t->trace.last : switched;
  return pomp_trace_has_parts && from < now ? from : now;
}

/* Gives the location another chunk. False means that it has none now. Signals are held back. */
static bool change_chunk(struct pomp_thread *t, const struct pomp_path *current, uint64_t now) {
  struct pomp_trace *r = &t->trace;
  uint32_t epoch = epoch_for(t);
  bool resumed = r->epoch != epoch;
  uint64_t flushed = 0;
  struct pomp_trace_chunk *c = NULL;
  if (!epoch) { /* tracing ended just now; the chunk that it has is given back when it takes the next */
    r->epoch = 0;
    POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | POMP_TRACE_FULL);
    return false;
  }
  if (resumed && resume_here(t, current, since(t, now))) {
    r->epoch = epoch;
    if (pomp_metric_count)
      append_values(t, POMP_CODE_METRICS_CHUNK, pomp_metric_values(t));
    return true;
  }
  pomp_guard_keep();
  int error = pomp_trace_file_chunk(&c, &r->slot, r->chunk != NULL, &flushed);
  if (error) {
    r->chunk = NULL;
    r->epoch = 0; /* what comes next, if anything does, comes after a gap */
    r->last = now;
    POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | POMP_TRACE_FULL);
    if (error == -EAGAIN)
      pomp_trace_file_lost();
    else
      stop(error, t == &definitions ? pomp_clock() : now); /* definitions are numbered, and have no time */
    return false;
  }
  begin_chunk(t, c, current, resumed && t != &definitions ? since(t, now) : now, resumed);
  r->epoch = epoch;
  if (pomp_metric_count && t != &definitions)
    append_values(t, POMP_CODE_METRICS_CHUNK, pomp_metric_values(t));
  if (flushed && t != &definitions) {
    const uint64_t ticks[] = {flushed};
    pomp_trace_append(t, POMP_CODE_FLUSH, ticks, 1, now + flushed);
  }
  return true;
}

/* Does so under the slow lock, which this thread may have already. */
static bool change_chunk_locked(struct pomp_thread *t, const struct pomp_path *current, uint64_t now) {
  bool locked = pomp_slow_begin();
  if (!locked && !pomp_slow_is_own()) {
    pomp_trace_file_lost();
    return false;
  }
  bool good = pomp_is_measuring() && change_chunk(t, current, now);
  if (locked)
    pomp_slow_end();
  return good;
}

uint64_t pomp_trace_next_chunk(struct pomp_thread *t, uint64_t now) {
  uint32_t at = (uint32_t)POMP_LOAD(t->trace.state) & POMP_TRACE_OFFSET_MASK;
  if (epoch_for(t) && at > pomp_trace_chunk_size - POMP_TRACE_SLACK)
    change_chunk_locked(t, t->current, t->trace.last);
  return now;
}

/* Appends any record. `current` is what was open before the event, or NULL if that is not known. Then the event is not
 * recorded if the chunk begins anew, as its head has the state after the event. */
static void append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                   uint64_t now, const struct pomp_path *current) {
  struct pomp_trace *r = &t->trace;
  bool of_task = code == POMP_CODE_TASK_CREATE || code == POMP_CODE_TASK_TAKE;
  for (;;) {
    uint32_t epoch = epoch_for(t);
    if (!epoch)
      return;
    uint64_t state = POMP_LOAD(r->state);
    unsigned char *chunk = POMP_LOAD(r->chunk);
    uint32_t at = (uint32_t)state & POMP_TRACE_OFFSET_MASK;
    if (at >= POMP_TRACE_FULL || r->epoch != epoch) {
      bool resumed = r->epoch != epoch;
      if (!change_chunk_locked(t, current ? current : t->current, now) || (resumed && !current))
        return;
      continue;
    }
    uint64_t delta = (now - (state >> POMP_TRACE_OFFSET_BITS)) & (UINT64_MAX >> POMP_TRACE_OFFSET_BITS);
    struct buffer b = {.length = 0};
    if ((delta | (now - r->last)) >> POMP_TRACE_DELTA_BITS) {
      add(&b, POMP_CODE_CLOCK, 0, &now, 1);
      delta = 0;
    }
    struct pomp_trace_last_task last;
    if (of_task) {
      uint64_t packed[3] = {0, count > 1 ? arguments[1] : 0};
      last = pack_task(t, code, arguments[0], packed);
      add(&b, code, delta, packed, 3);
    } else
      add(&b, code, delta, arguments, count);
    if (!pomp_arch_exchange(&r->state, state, now << POMP_TRACE_OFFSET_BITS | (at + b.length)))
      continue;
    store(chunk + at, &b);
    r->last = now;
    if (of_task)
      t->last_task = last;
    if (at + b.length > pomp_trace_chunk_size - POMP_TRACE_SLACK)
      pomp_trace_next_chunk(t, now);
    return;
  }
}

void pomp_trace_mark(struct pomp_thread *t, enum pomp_record_code code) {
  if (POMP_LOAD(pomp_own.trace_on))
    append(t, code, NULL, 0, pomp_trace_last(t), NULL);
}

static void append_values(struct pomp_thread *t, enum pomp_record_code code, const int64_t *values) {
  enum { AT_ONCE = 7 };
  for (uint32_t first = 0; first < pomp_metric_count; first += AT_ONCE) {
    uint64_t arguments[1 + AT_ONCE] = {first};
    uint32_t count = 0;
    for (; count < AT_ONCE && first + count < pomp_metric_count; count++) {
      int64_t value = POMP_LOAD(values[first + count]);
      arguments[1 + count] = pomp_zigzag(value);
    }
    append(t, code, arguments, 1 + count, t->trace.last, NULL);
  }
}

/* Appends the values that were read for the event before. */
static void append_metrics(struct pomp_thread *t) {
  t->trace.counted = 0;
  append_values(t, POMP_CODE_METRICS, pomp_metric_values(t));
}

void pomp_trace_metrics(struct pomp_thread *t, enum pomp_record_code code, const int64_t *values) {
  if (POMP_LOAD(pomp_own.trace_on))
    append_values(t, code, values);
}

/* Writes what is there. It is an exchange because the compiler has to keep the store, and because a signal handler's
 * record may come in between. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the store is a builtin. */
static void touch(unsigned char *at) {
  unsigned char seen = POMP_LOAD(*at);
  __atomic_compare_exchange_n(at, &seen, seen, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

void pomp_trace_touch(const struct pomp_thread *t) {
  uint32_t epoch = POMP_LOAD(pomp_own.trace_on), at = (uint32_t)POMP_LOAD(t->trace.state) & POMP_TRACE_OFFSET_MASK;
  unsigned char *chunk = POMP_LOAD(t->trace.chunk);
  if (!epoch || epoch != t->trace.epoch || at > pomp_trace_chunk_size - POMP_TRACE_SLACK)
    return;
  touch(chunk + at);
  touch(chunk + at + POMP_TRACE_SLACK - 1);
}

/* True if a visit begins, ends or is resumed with the record. */
static bool is_counted(enum pomp_record_code code) {
  switch (code) {
  case POMP_CODE_REENTER:
  case POMP_CODE_THREAD_END:
  case POMP_CODE_TEAM_END:
  case POMP_CODE_TEAM_BARRIER:
  case POMP_CODE_TASK_TAKE:
  case POMP_CODE_TASK_BACK:
  case POMP_CODE_TASK_LEAVE:
  case POMP_CODE_REOPEN:
    return true;
  default:
    return false;
  }
}

void pomp_trace_append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                       uint64_t now) {
  bool of_mpi =
      code >= POMP_CODE_SEND && code < POMP_CODE_DEFINE_NODE; /* such a record changes nothing that a head has */
  append(t, code, arguments, count, now, of_mpi ? t->current : NULL);
  if (pomp_metric_count && t->trace.counted && is_counted(code))
    append_metrics(t);
}

uint64_t pomp_trace_enter_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  uint64_t arguments[] = {pomp_trace_node(t, p), 0};
  bool begins = POMP_KEY_ROLE(p->key) == POMP_ROLE_TASK && pomp_task_begins(t, now, &arguments[1]);
  append(t, begins ? POMP_CODE_TASK_ENTER : POMP_CODE_ENTER_FAR, arguments, 2, now, p->parent);
  if (pomp_metric_count)
    append_metrics(t);
  return now;
}

uint64_t pomp_trace_exit_far(struct pomp_thread *t, const struct pomp_path *p, uint64_t now) {
  const uint64_t arguments[] = {pomp_trace_node(t, p)};
  append(t, POMP_CODE_EXIT_FAR, arguments, 1, now, NULL);
  if (pomp_metric_count)
    append_metrics(t);
  return now;
}

void pomp_trace_define(const struct pomp_thread *t, const struct pomp_path *p) {
  if (!definitions.trace.epoch)
    return;
  const uint64_t arguments[] = {p->number, t->id, p->parent ? p->parent->number : 0, p->key};
  append(&definitions, POMP_CODE_DEFINE_NODE, arguments, 4, definitions.trace.last + 1, NULL);
}

bool pomp_trace_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count) {
  if (definitions.trace.epoch)
    append(&definitions, code, arguments, count, definitions.trace.last + 1, NULL);
  return definitions.trace.epoch != 0;
}

void pomp_trace_switch(bool on, uint64_t now) {
  static uint32_t epoch = 1;
  now = now > switched ? now : switched; /* the counters of two cores may differ by a few ticks */
  const uint64_t arguments[] = {now, on};
  switched = now;
  pomp_trace_explain(POMP_CODE_DEFINE_PART, arguments, 2);
  POMP_STORE(pomp_own.trace_on, on && definitions.trace.epoch ? ++epoch : 0);
}

void pomp_trace_turn(bool on, uint64_t now) {
  if ((POMP_LOAD(pomp_own.trace_on) != 0) == on)
    return;
  if (!pomp_trace_has_parts) { /* the first part has been on from the begin */
    const uint64_t first[] = {pomp_clock_begin(), true};
    pomp_trace_explain(POMP_CODE_DEFINE_PART, first, 2);
    pomp_trace_has_parts = true;
    pomp_trace_header()->selected = POMP_TRACE_TURNED;
  }
  pomp_trace_switch(on, now);
}

int pomp_trace_start(int at, const char *path, const struct pomp_config *config, struct pomp_thread *first) {
  int error = pomp_trace_file_create(at, path, config);
  if (error)
    return error;
  wanted = config->trace_memory;
  pomp_trace_selects = pomp_trace_has_parts = *config->trace_select != 0;
  pomp_trace_header()->selected = pomp_trace_selects ? POMP_TRACE_NAMED : 0;
  POMP_STORE(pomp_own.trace_on, !pomp_trace_selects);
  uint64_t begin = pomp_clock_begin();
  definitions.trace = (struct pomp_trace){.state = POMP_TRACE_FULL, .epoch = 1};
  first->trace = (struct pomp_trace){.state = POMP_TRACE_FULL, .epoch = 1, .root = first->root->number};
  definitions.trace.last = 1;
  pomp_trace_define(first, first->root);
  POMP_TRACE(first, POMP_CODE_THREAD_BEGIN, begin, first->os_thread);
  return 0;
}

bool pomp_trace_goes_on(void) { return definitions.trace.epoch != 0; }

void pomp_trace_end(void) {
  if (pomp_trace_header())
    pomp_trace_file_end(); /* what is under way in other threads still goes to the chunks that they have */
}

void pomp_trace_remove(void) {
  pomp_trace_forget();
  pomp_trace_file_remove();
}

void pomp_trace_forget(void) {
  POMP_STORE(pomp_own.trace_on, 0);
  definitions.trace.epoch = 0;
}
