/* trace.c - the records that are not the usual enter and exit, and a location's way from chunk to chunk.
 * Not here: the usual ones (trace.h), the file (trace_file.c), what is traced when (whoever appends). */
#include "trace.h"
#include "config.h"
#include "growing.h"
#include "location.h"
#include "measurement.h"
#include "metric.h"
#include "say.h"
#include "task.h"
#include "trace_file.h"
#include "trace_select.h"

#include <errno.h>

uint32_t pomp_trace_on;

/* The definitions' own stream. Only `trace` is used. It goes on while tracing has a break. */
static struct pomp_thread definitions;

static uint32_t epoch_for(const struct pomp_thread *t) {
  return t == &definitions ? definitions.trace.epoch : POMP_LOAD(pomp_trace_on);
}

/* A record, or two, while they are made. */
struct buffer {
  unsigned char bytes[POMP_TRACE_SLACK];
  unsigned length;
};

static void add_head(struct buffer *b, enum pomp_record_code code, uint64_t delta) {
  uint64_t word = POMP_RECORD_OTHER << POMP_RECORD_LENGTH_BITS | (uint64_t)code << POMP_RECORD_HEAD_BITS |
                  delta << (POMP_RECORD_HEAD_BITS + POMP_RECORD_PAYLOAD_BITS);
  unsigned length = (64 - (unsigned)__builtin_clzll(word) + 7) / 8;
  word |= length - 1;
  memcpy(b->bytes + b->length, &word, sizeof word);
  b->length += length;
}

static void add_arguments(struct buffer *b, const uint64_t *arguments, unsigned count) {
  unsigned char *size = b->bytes + b->length++;
  for (unsigned i = 0; i < count; i++) {
    uint64_t n = arguments[i];
    if (b->length - (size - b->bytes) > POMP_RECORD_ARGUMENTS_MAX - 10)
      break;
    do {
      b->bytes[b->length++] = (unsigned char)((n & 0x7f) | (n > 0x7f ? 0x80 : 0));
      n >>= 7;
    } while (n);
  }
  *size = (unsigned char)(b->bytes + b->length - size - 1);
}

/* The begin, which makes it a record, last. */
static void store(unsigned char *at, const struct buffer *b) {
  uint64_t word;
  memcpy(&word, b->bytes, sizeof word);
  if (b->length < sizeof word) {
    pomp_trace_store(at, word, b->length);
    return;
  }
  if (b->length > sizeof(uint64_t))
    memcpy(at + sizeof(uint64_t), b->bytes + sizeof(uint64_t), b->length - sizeof(uint64_t));
  __atomic_signal_fence(__ATOMIC_SEQ_CST);
  memcpy(at, &word, sizeof word);
}

static void stop(int error, uint64_t now) {
  POMP_STORE(pomp_trace_on, 0);
  definitions.trace.epoch = 0;
  struct pomp_trace_header *h = pomp_trace_header();
  if (h->stop_tick)
    return;
  h->stop_tick = now;
  h->stop_reason = pomp_growing_stop(error);
  if (error == -ENOMEM)
    pomp_say("POMP_TRACE_MEMORY (%llu bytes) is used up: the trace ends here, the profile goes on; see "
             "POMP_TRACE_MODE=flush and ring",
             (unsigned long long)h->limit);
  else
    pomp_say("the trace can't grow (%s): it ends here, the profile goes on", strerror(-error));
}

/* The location's state, as of now; `current` is given, as it may be before the event at hand. */
static void fill_head(struct pomp_trace_chunk *c, const struct pomp_thread *t, const struct pomp_node *current) {
  c->current = pomp_node_number(current);
  c->base = pomp_node_number(t->base);
  c->task = pomp_task_number(t->task);
  c->team_size = t->team_size;
  c->generation = t->generation;
  c->suspended = pomp_task_frames(t, (struct pomp_frame *)(void *)(c + 1), POMP_TRACE_FRAMES_MAX);
}

static void begin_chunk(struct pomp_thread *t, struct pomp_trace_chunk *c, const struct pomp_node *current,
                        uint64_t now, bool resumed) {
  struct pomp_trace *r = &t->trace;
  c->location = t == &definitions ? POMP_TRACE_DEFINITIONS : t->location->id;
  c->sequence = r->sequence++;
  c->begin_tick = now;
  c->flags = resumed ? POMP_CHUNK_RESUMED : 0;
  if (t != &definitions)
    fill_head(c, t, current);
  __atomic_store_n(&c->valid, 1, __ATOMIC_RELEASE);
  pomp_trace_file_publish();
  r->chunk = (unsigned char *)c;
  r->last = now;
  POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | (sizeof *c + c->suspended * sizeof(struct pomp_frame)));
}

/* Gives the location another chunk. False: it has none now. Signals wait. */
static bool change_chunk(struct pomp_thread *t, const struct pomp_node *current, uint64_t now) {
  struct pomp_trace *r = &t->trace;
  uint32_t epoch = epoch_for(t);
  bool resumed = r->epoch != epoch;
  uint64_t flushed = 0;
  struct pomp_trace_chunk *c = NULL;
  if (!epoch) { /* by now; the chunk that it has is given back when it takes the next */
    r->epoch = 0;
    POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | POMP_TRACE_FULL);
    return false;
  }
  int error = pomp_trace_file_chunk(&c, &r->slot, r->chunk != NULL, &flushed);
  if (error) {
    r->chunk = NULL;
    r->epoch = 0; /* what comes next, if anything does, comes after a gap */
    POMP_STORE(r->state, now << POMP_TRACE_OFFSET_BITS | POMP_TRACE_FULL);
    if (error == -EAGAIN)
      pomp_trace_header()->lost++;
    else
      stop(error, now);
    return false;
  }
  begin_chunk(t, c, current, now, resumed);
  r->epoch = epoch;
  if (flushed && t != &definitions) {
    const uint64_t ticks[] = {flushed};
    pomp_trace_append(t, POMP_CODE_FLUSH, ticks, 1, now + flushed);
  }
  return true;
}

/* Under the slow lock, whether this thread has it or not. */
static bool change_chunk_locked(struct pomp_thread *t, const struct pomp_node *current, uint64_t now) {
  bool locked = pomp_slow_begin();
  if (!locked && !pomp_slow_is_own()) {
    __atomic_fetch_add(&pomp_trace_header()->lost, 1, __ATOMIC_RELAXED);
    return false;
  }
  bool good = pomp_is_measuring() && change_chunk(t, current, now);
  if (locked)
    pomp_slow_end();
  return good;
}

uint64_t pomp_trace_next_chunk(struct pomp_thread *t, uint64_t now) {
  uint32_t at = (uint32_t)POMP_LOAD(t->trace.state) & POMP_TRACE_OFFSET_MASK;
  if (epoch_for(t) && at > POMP_TRACE_CHUNK_SIZE - POMP_TRACE_SLACK)
    change_chunk_locked(t, t->current, t->trace.last);
  return now;
}

/* `current`: what was open before the event, or NULL: that is not known. Then the event is not recorded if the chunk
 * begins anew, as its head has what came of it. */
static void append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                   uint64_t now, const struct pomp_node *current) {
  struct pomp_trace *r = &t->trace;
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
      add_head(&b, POMP_CODE_CLOCK, 0);
      add_arguments(&b, &now, 1);
      delta = 0;
    }
    add_head(&b, code, delta);
    add_arguments(&b, arguments, count);
    if (b.length % 2 &&
        b.length < sizeof(uint64_t)) /* a zero, which readers skip: pomp_trace_store knows even lengths */
      b.bytes[b.length++] = 0;
    if (!pomp_trace_take(&r->state, state, now << POMP_TRACE_OFFSET_BITS | (at + b.length)))
      continue;
    store(chunk + at, &b);
    r->last = now;
    if (at + b.length > POMP_TRACE_CHUNK_SIZE - POMP_TRACE_SLACK)
      pomp_trace_next_chunk(t, now);
    return;
  }
}

void pomp_trace_append(struct pomp_thread *t, enum pomp_record_code code, const uint64_t *arguments, unsigned count,
                       uint64_t now) {
  append(t, code, arguments, count, now, NULL);
}

void pomp_trace_mark(struct pomp_thread *t, enum pomp_record_code code) {
  if (POMP_LOAD(pomp_trace_on))
    append(t, code, NULL, 0, pomp_trace_last(t), NULL);
}

/* Of the event before, by the values that were read for it. */
static void append_metrics(struct pomp_thread *t) {
  enum { AT_ONCE = 7 };
  const int64_t *values = pomp_metric_values(t);
  for (uint32_t first = 0; first < pomp_metric_count; first += AT_ONCE) {
    uint64_t arguments[1 + AT_ONCE] = {first};
    uint32_t count = 0;
    for (; count < AT_ONCE && first + count < pomp_metric_count; count++) {
      int64_t value = POMP_LOAD(values[first + count]);
      arguments[1 + count] = (uint64_t)value << 1 ^ (uint64_t)(value >> 63);
    }
    append(t, POMP_CODE_METRICS, arguments, 1 + count, t->trace.last, NULL);
  }
}

uint64_t pomp_trace_enter_far(struct pomp_thread *t, const struct pomp_node *n, uint64_t now) {
  const uint64_t arguments[] = {pomp_node_number(n)};
  append(t, POMP_CODE_ENTER_FAR, arguments, 1, now, pomp_node_at(n->parent));
  if (pomp_metric_count)
    append_metrics(t);
  return now;
}

uint64_t pomp_trace_exit_far(struct pomp_thread *t, const struct pomp_node *n, uint64_t now) {
  const uint64_t arguments[] = {pomp_node_number(n)};
  append(t, POMP_CODE_EXIT_FAR, arguments, 1, now, NULL);
  if (pomp_metric_count)
    append_metrics(t);
  return now;
}

void pomp_trace_define(const struct pomp_thread *t, const struct pomp_node *n) {
  if (!definitions.trace.epoch)
    return;
  const uint64_t arguments[] = {pomp_node_number(n), t->location->id, n->parent, n->key};
  append(&definitions, POMP_CODE_DEFINE_NODE, arguments, 4, definitions.trace.last + 1, NULL);
}

bool pomp_trace_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count) {
  if (definitions.trace.epoch)
    append(&definitions, code, arguments, count, definitions.trace.last + 1, NULL);
  return definitions.trace.epoch != 0;
}

void pomp_trace_switch(bool on) {
  static uint32_t epoch = 1;
  POMP_STORE(pomp_trace_on, on && definitions.trace.epoch ? ++epoch : 0);
}

bool pomp_trace_start(const struct pomp_config *config, struct pomp_thread *first) {
  int error = pomp_trace_file_create(config);
  if (error) {
    pomp_say("can't make the trace (%s); the profile is measured without", strerror(-error));
    return false;
  }
  pomp_trace_selects = pomp_trace_select_is_set();
  pomp_trace_header()->selected = pomp_trace_selects;
  POMP_STORE(pomp_trace_on, !pomp_trace_selects);
  uint64_t begin = pomp_file()->sync[0].tick;
  definitions.trace = (struct pomp_trace){.state = POMP_TRACE_FULL, .epoch = 1};
  first->trace = (struct pomp_trace){.state = POMP_TRACE_FULL, .epoch = 1, .root = first->location->root};
  definitions.trace.last = 1;
  pomp_trace_define(first, pomp_node_at(first->location->root));
  POMP_TRACE(first, POMP_CODE_THREAD_BEGIN, begin, first->location->os_thread);
  return definitions.trace.epoch != 0;
}

void pomp_trace_end(void) {
  if (!pomp_trace_header())
    return;
  pomp_trace_file_end(); /* what is under way in other threads still goes to the chunks that they have */
}

void pomp_trace_remove(void) {
  pomp_trace_forget();
  pomp_trace_file_remove();
}

void pomp_trace_forget(void) {
  POMP_STORE(pomp_trace_on, 0);
  definitions.trace.epoch = 0;
}
