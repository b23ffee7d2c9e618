/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_cursor.c - goes through a location's chunks, and takes their records apart.
 * Not here: what is known of all of the file (trace.c), what the records mean (replay.c). */
#include "files/trace_read.h"
#include "pomp_varint.h"

#include <stdlib.h>
#include <string.h>

bool trace_cursor_begin(struct trace_cursor *c, const struct trace *t, const struct trace_stream *stream) {
  memset(c, 0, sizeof *c);
  c->trace = t;
  c->stream = stream;
  uint32_t root = t->children.slots ? trace_child(t, TRACE_NO_NODE, stream->location, 0) : TRACE_NO_NODE;
  c->root = root == TRACE_NO_NODE ? 0 : t->nodes[root].number;
  c->chunk = malloc(t->header.chunk_size + 8ull); /* the head of a record is read as 8 bytes */
  return c->chunk != NULL;
}

void trace_cursor_end(struct trace_cursor *c) { free(c->chunk); }

/* True if what is open lies on one way up to the base, at the cursor's location. */
static bool is_chain(const struct trace_cursor *c, uint32_t current, uint32_t base) {
  const struct trace *t = c->trace;
  if (current == TRACE_NO_NODE || base == TRACE_NO_NODE)
    return false;
  for (uint32_t n = current; n != base; n = t->nodes[n].parent)
    if (n == TRACE_NO_NODE || t->nodes[n].location != c->stream->location)
      return false;
  return true;
}

static bool is_sound(const struct trace_cursor *c) {
  const struct trace_state *s = &c->state;
  bool good = is_chain(c, s->current, s->base);
  for (uint32_t i = 0; i < s->suspended && good; i++)
    good = is_chain(c, s->frames[i].current, s->frames[i].base);
  return good;
}

static bool read_state(struct trace_cursor *c, const struct pomp_trace_chunk *head) {
  const struct trace *t = c->trace;
  struct trace_state *s = &c->state;
  *s = (struct trace_state){.current = trace_node_find(t, head->current),
                            .base = trace_node_find(t, head->base),
                            .task = head->task,
                            .team_size = head->team_size,
                            .generation = head->generation};
  for (uint32_t i = 0; i < head->suspended && i < sizeof s->frames / sizeof s->frames[0]; i++) {
    struct pomp_frame f;
    memcpy(&f, c->chunk + sizeof *head + i * sizeof f, sizeof f);
    s->frames[i].current = trace_node_find(t, f.current);
    s->frames[i].base = trace_node_find(t, f.base);
    s->frames[i].task = f.task;
    s->suspended++;
  }
  return is_sound(c);
}

/* Tells whether the program, which runs, has begun to use the chunk again before all of it was read. */
static bool is_used_again(const struct trace *t, const struct trace_chunk *chunk) {
  struct pomp_trace_chunk head;
  if (t->header.mode != POMP_TRACE_RING || t->header.state == POMP_STATE_COMPLETE)
    return false;
  __atomic_thread_fence(__ATOMIC_ACQUIRE); /* the head is read after the chunk */
  return get(t, &head, chunk_offset(t, chunk->index), sizeof head) &&
         (!head.valid || head.location != chunk->location || head.sequence != chunk->sequence);
}

/* Reads the next chunk. False if it is not sound from its begin on. */
static bool read_chunk(struct trace_cursor *c) {
  const struct trace *t = c->trace;
  const struct trace_chunk *chunk = &t->chunks[c->stream->first + c->next_chunk];
  bool first = c->next_chunk == 0, gap = c->broken || chunk->sequence != (first ? 0 : chunk[-1].sequence + 1);
  struct pomp_trace_chunk head;
  c->at = c->end = c->stop = 0;
  c->resume = false;
  c->next_chunk++;
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): the cursor has begun, so it has a chunk */
  if (!get(t, c->chunk, chunk_offset(t, chunk->index), t->header.chunk_size))
    return false;
  if (is_used_again(t, chunk)) {
    c->broken = true;
    return true;
  }
  memcpy(&head, c->chunk, sizeof head);
  memset(c->chunk + t->header.chunk_size, 0, 8);
  uint64_t begin = sizeof head + (uint64_t)head.suspended * sizeof(struct pomp_frame);
  if (head.location != c->stream->location || head.sequence != chunk->sequence || begin > t->header.chunk_size)
    return false;
  bool definitions = head.location == POMP_TRACE_DEFINITIONS;
  if (!definitions && (head.begin_tick > t->latest || (gap && !first && head.begin_tick < c->sound)))
    return false;
  c->time = head.begin_tick;
  c->created = c->task = 0;
  c->creator = head.location;
  bool resume = !definitions && (gap || head.flags & POMP_CHUNK_RESUMED);
  if (resume && !read_state(c, &head))
    return false;
  c->at = (uint32_t)begin;
  c->end = c->stop = t->header.chunk_size;
  if (c->next_chunk == c->stream->count)
    c->stop = c->stream->seen;
  c->resume = resume;
  c->broken = false;
  return true;
}

/* Finds where the arguments are, from `*at` to `*end`; `size` is what the record's head says. The cursor is behind
 * them afterwards. */
static bool find_arguments(struct trace_cursor *c, unsigned size, unsigned *at, unsigned *end) {
  if (size == POMP_RECORD_ARGUMENTS_LONG) {
    if (c->at >= c->end)
      return false;
    size = c->chunk[c->at++];
  }
  *at = c->at;
  *end = c->at + size;
  bool there = size <= c->end - c->at;
  c->at = *end;
  return there;
}

static bool read_arguments(struct trace_cursor *c, struct trace_record *r, unsigned size) {
  unsigned at, end;
  if (!find_arguments(c, size, &at, &end))
    return false;
  r->count = 0;
  while (at < end && r->count < TRACE_ARGUMENTS)
    if (!pomp_varint_get(c->chunk, &at, end, &r->arguments[r->count++]))
      return false;
  return true;
}

static bool read_node(struct trace_cursor *c, unsigned *at, unsigned end, uint32_t *node) {
  uint64_t n;
  if (!pomp_varint_get(c->chunk, at, end, &n) || n > UINT32_MAX)
    return false;
  *node = trace_node_find(c->trace, (uint32_t)n);
  return *node != TRACE_NO_NODE;
}

/* Reads a record that says what the head of a chunk says. */
static bool read_resume(struct trace_cursor *c, unsigned bytes) {
  struct trace_state *s = &c->state;
  unsigned at, end;
  uint64_t size, generation;
  if (c->stream->location == POMP_TRACE_DEFINITIONS || !find_arguments(c, bytes, &at, &end))
    return false;
  *s = (struct trace_state){0};
  if (!read_node(c, &at, end, &s->current) || !read_node(c, &at, end, &s->base) ||
      !pomp_varint_get(c->chunk, &at, end, &s->task) || !pomp_varint_get(c->chunk, &at, end, &size) ||
      !pomp_varint_get(c->chunk, &at, end, &generation))
    return false;
  s->team_size = (uint32_t)size;
  s->generation = (uint32_t)generation;
  for (; at < end && s->suspended < sizeof s->frames / sizeof s->frames[0]; s->suspended++)
    if (!read_node(c, &at, end, &s->frames[s->suspended].current) ||
        !read_node(c, &at, end, &s->frames[s->suspended].base) ||
        !pomp_varint_get(c->chunk, &at, end, &s->frames[s->suspended].task))
      return false;
  return is_sound(c);
}

/* Turns a key as it is packed in the trace into one as the profile has it. */
static bool unpack_key(uint64_t *key) {
  uint64_t construct = *key >> POMP_RECORD_ROLE_BITS;
  if (construct > POMP_MAX_CONSTRUCTS)
    return false;
  *key = POMP_KEY(construct, *key & ((1u << POMP_RECORD_ROLE_BITS) - 1));
  return true;
}

static bool unpack_number(const struct trace_cursor *c, uint64_t *node) {
  if (*node >> 34)
    return false;
  int64_t number = c->root + pomp_unzigzag(*node);
  *node = (uint64_t)number;
  return number > 0 && number < UINT32_MAX;
}

static bool unpack_node(const struct trace_cursor *c, struct trace_record *r, uint32_t code) {
  r->code = code;
  if (!unpack_number(c, &r->arguments[0]))
    return false;
  r->node = trace_node_find(c->trace, (uint32_t)r->arguments[0]);
  r->arguments[0] = r->arguments[1];
  return r->node != TRACE_NO_NODE;
}

/* Unpacks the number of a task that the location has created, or has taken from the location `creator` - 1. */
static void unpack_task(struct trace_cursor *c, uint64_t *task, uint64_t creator) {
  c->task = creator ? (uint32_t)*task : c->task + (uint32_t)pomp_unzigzag(*task);
  c->creator = creator ? (uint32_t)(creator - 1) : c->creator;
  *task = (uint64_t)c->creator << 32 | c->task;
}

/* Unpacks the nodes, keys and tasks among the arguments. */
static bool unpack(struct trace_cursor *c, struct trace_record *r) {
  uint64_t *a = r->arguments;
  if (r->code == POMP_CODE_REOPEN && r->count < 2) /* in older files, EXIT_PART tells it */
    a[1] = 0;
  switch (r->code) {
  case POMP_CODE_ENTER_FAR:
    a[1] = 0;
    return unpack_node(c, r, TRACE_ENTER);
  case POMP_CODE_TASK_ENTER:
    return unpack_node(c, r, TRACE_ENTER);
  case POMP_CODE_EXIT_FAR:
    return unpack_node(c, r, TRACE_EXIT);
  case POMP_CODE_BLAME_LATE: {
    uint64_t holder = a[1], ticks = a[2];
    if (!unpack_node(c, r, POMP_CODE_BLAME_LATE))
      return false;
    a[1] = holder;
    a[2] = ticks;
    return true;
  }
  case POMP_CODE_TEAM_ENTER:
  case POMP_CODE_INSTANCE:
  case POMP_CODE_MEETING:
  case POMP_CODE_SPARED:
    return unpack_number(c, &a[0]);
  case POMP_CODE_REENTER:
  case POMP_CODE_REOPEN:
  case POMP_CODE_BLAME:
  case POMP_CODE_TEAM_BARRIER:
    if (!unpack_key(&a[0]))
      return false;
    r->key = (uint32_t)a[0];
    return true;
  case POMP_CODE_LOCK_ACQUIRE:
    return unpack_key(&a[1]);
  case POMP_CODE_TASK_CREATE:
    c->created += (uint32_t)a[0] + 1;
    a[0] = c->created;
    unpack_task(c, &a[0], c->stream->location + 1ull);
    return true;
  case POMP_CODE_TASK_TAKE:
    unpack_task(c, &a[0], a[2]);
    return a[2] <= LOCATIONS_MAX + 1ull && unpack_number(c, &a[1]);
  default:
    return true;
  }
}

/* Reads a record, or the part of one that sets the clock; then `code` is POMP_CODE_CLOCK. False if there is no sound
 * record. */
static bool read_record(struct trace_cursor *c, struct trace_record *r) {
  uint64_t word;
  memcpy(&word, c->chunk + c->at, sizeof word);
  unsigned length = (word & 7) + 1;
  if (length > c->end - c->at)
    return false;
  c->at += length;
  if (length < 8)
    word &= (1ull << length * 8) - 1;
  unsigned kind = word >> POMP_RECORD_LENGTH_BITS & 3, bits = POMP_RECORD_HEAD_BITS;
  unsigned payload = kind == POMP_RECORD_EXIT         ? 0
                     : kind == POMP_RECORD_ENTER_WIDE ? POMP_RECORD_WIDE_BITS
                                                      : POMP_RECORD_PAYLOAD_BITS;
  uint32_t value = (uint32_t)(word >> bits) & ((1u << payload) - 1);
  c->time += word >> (bits + payload);
  r->time = c->time;
  r->node = TRACE_NO_NODE;
  r->code = kind == POMP_RECORD_EXIT    ? (uint32_t)TRACE_EXIT
            : kind == POMP_RECORD_OTHER ? value & ((1u << POMP_RECORD_CODE_BITS) - 1)
                                        : (uint32_t)TRACE_ENTER;
  r->arguments[0] = 0;
  if (r->code == TRACE_ENTER)
    return length * 8 >= bits + payload && (r->node = trace_node_find(c->trace, c->root + value)) != TRACE_NO_NODE;
  if (kind == POMP_RECORD_EXIT)
    return true;
  memset(r->arguments, 0, sizeof r->arguments);
  if (r->code == POMP_CODE_RESUME) {
    r->code = TRACE_RESUME;
    return read_resume(c, value >> POMP_RECORD_CODE_BITS);
  }
  if (r->code == POMP_CODE_GAP) {
    unsigned at, end;
    return find_arguments(c, value >> POMP_RECORD_CODE_BITS, &at, &end);
  }
  if (!read_arguments(c, r, value >> POMP_RECORD_CODE_BITS))
    return false;
  if (r->code == POMP_CODE_CLOCK)
    c->time = r->arguments[0];
  return unpack(c, r);
}

/* Gives up the rest of the chunk. */
static void spoil(struct trace_cursor *c) {
  const struct trace *t = c->trace;
  uint32_t index = t->chunks[c->stream->first + c->next_chunk - 1].index;
  __atomic_store_n(&t->spoilt[index], 1, __ATOMIC_RELAXED); /* other threads read other chunks */
  c->broken = true;
  c->at = c->end;
}

/* Reads one record, or what sets the clock; false if the chunk has no more. */
static bool read_from_chunk(struct trace_cursor *c, struct trace_record *r) {
  const struct trace *t = c->trace;
  while (c->at < c->stop && !c->chunk[c->at])
    c->at++;
  if (c->at >= c->stop) {
    c->at = c->end;
    return false;
  }
  if (read_record(c, r) && (c->time <= t->latest || c->stream->location == POMP_TRACE_DEFINITIONS)) {
    c->sound = c->time;
    return true;
  }
  if (t->header.state != POMP_STATE_COMPLETE && c->next_chunk == c->stream->count)
    c->at = c->end; /* it was being written when the process was killed */
  else
    spoil(c);
  return false;
}

bool trace_next(struct trace_cursor *c, struct trace_record *r) {
  for (;;) {
    if (c->resume) {
      c->resume = false;
      *r = (struct trace_record){.code = TRACE_RESUME, .time = c->time};
      return true;
    }
    if (read_from_chunk(c, r)) {
      if (r->code != POMP_CODE_CLOCK && r->code != POMP_CODE_GAP)
        return true;
    } else if (c->at >= c->end) {
      if (c->next_chunk == c->stream->count)
        return false;
      if (!read_chunk(c))
        spoil(c);
    }
  }
}
