/* trace.c - reads trace.pomp, and believes nothing that it has not checked.
 * Not here: I/O, what the records mean. */
#include "trace.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE_MAX (16u << 20)
#define LOCATIONS_MAX (1u << 22)

__attribute__((format(printf, 3, 4))) static void say(char *error, size_t size, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error, size, format, arguments);
  va_end(arguments);
}
#define FAIL(...) (say(__VA_ARGS__), false)

static bool get(const struct trace *t, void *to, uint64_t at, size_t size) {
  return at <= t->source.size && size <= t->source.size - at && t->source.read(t->source.context, to, at, size);
}

static bool read_header(struct trace *t, char *error, size_t size) {
  struct pomp_trace_header *h = &t->header;
  if (!get(t, h, 0, sizeof *h))
    return FAIL(error, size, "too short for a pompinst trace");
  if (memcmp(h->magic, (char[sizeof h->magic]){0}, sizeof h->magic) == 0)
    return FAIL(error, size, "nothing was traced yet");
  if (memcmp(h->magic, POMP_TRACE_MAGIC, sizeof h->magic) != 0)
    return FAIL(error, size, "not a pompinst trace");
  if (h->byte_order != POMP_FORMAT_BYTE_ORDER)
    return FAIL(error, size, "traced on a machine of another byte order");
  if (h->version != POMP_TRACE_VERSION)
    return FAIL(error, size, "trace version %u; this program reads version %u", h->version, POMP_TRACE_VERSION);
  if (h->header_size < sizeof *h || h->header_size > CHUNK_SIZE_MAX ||
      h->chunk_size < sizeof(struct pomp_trace_chunk) || h->chunk_size > CHUNK_SIZE_MAX || h->used < h->header_size ||
      (h->used - h->header_size) % h->chunk_size)
    return FAIL(error, size, "damaged: the trace's header contradicts itself");
  if (h->used > t->source.size)
    return FAIL(error, size, "cut off: %llu of %llu bytes of the trace", (unsigned long long)t->source.size,
                (unsigned long long)h->used);
  return true;
}

static int compare_chunks(const void *a, const void *b) {
  const struct trace_chunk *x = a, *y = b;
  if (x->location != y->location)
    return x->location < y->location ? -1 : 1;
  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

static uint64_t chunk_offset(const struct trace *t, uint32_t index) {
  return t->header.header_size + (uint64_t)index * t->header.chunk_size;
}

static bool read_chunks(struct trace *t, char *error, size_t size) {
  uint64_t count = (t->header.used - t->header.header_size) / t->header.chunk_size;
  if (count >= UINT32_MAX || !(t->chunks = malloc((count + 1) * sizeof *t->chunks)))
    return FAIL(error, size, "not enough memory");
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_trace_chunk head;
    if (!get(t, &head, chunk_offset(t, i), sizeof head))
      return FAIL(error, size, "can't be read");
    if (head.valid != 1)
      continue; /* was being made when the process was killed */
    if (head.location != POMP_TRACE_DEFINITIONS && head.location > LOCATIONS_MAX)
      return FAIL(error, size, "damaged: a trace of an impossible location");
    t->chunks[t->chunk_count++] = (struct trace_chunk){head.sequence, head.location, i};
  }
  if (t->chunk_count)
    qsort(t->chunks, t->chunk_count, sizeof *t->chunks, compare_chunks);
  return true;
}

static bool find_streams(struct trace *t, char *error, size_t size) {
  uint32_t room = 0;
  for (uint32_t i = 0; i < t->chunk_count; i++) {
    const struct trace_chunk *c = &t->chunks[i];
    struct trace_stream *s = t->stream_count ? &t->streams[t->stream_count - 1] : NULL;
    if (s && s->location == c->location) {
      if (c->sequence != c[-1].sequence + 1)
        return FAIL(error, size, "damaged: a part of the trace is missing");
      s->count++;
      continue;
    }
    if (c->sequence != 0 && (t->header.mode != POMP_TRACE_RING || c->location == POMP_TRACE_DEFINITIONS))
      return FAIL(error, size, "damaged: the begin of a trace is missing");
    if (!t->streams || t->stream_count == room) {
      room = room ? room * 2 : 16;
      struct trace_stream *more = realloc(t->streams, room * sizeof *more);
      if (!more)
        return FAIL(error, size, "not enough memory");
      t->streams = more;
    }
    t->streams[t->stream_count++] = (struct trace_stream){c->location, i, 1};
  }
  return true;
}

const struct trace_stream *trace_stream_of(const struct trace *t, uint32_t location) {
  uint32_t low = 0, high = t->stream_count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->streams[middle].location == location)
      return &t->streams[middle];
    if (t->streams[middle].location < location)
      low = middle + 1;
    else
      high = middle;
  }
  return NULL;
}

/* --- nodes --- */

static uint32_t hash(uint32_t parent, uint32_t location, uint32_t key) {
  uint64_t h = ((uint64_t)parent * 0x9e3779b1u ^ key) * 0x9e3779b97f4a7c15u + location * 0x85ebca6bu;
  return (uint32_t)(h >> 32 ^ h);
}

uint32_t trace_node_find(const struct trace *t, uint32_t number) {
  if (!t->by_number)
    return TRACE_NO_NODE;
  for (uint32_t i = number * 0x9e3779b1u & t->children_mask;; i = (i + 1) & t->children_mask) {
    uint32_t at = t->by_number[i];
    if (at == TRACE_NO_NODE || t->nodes[at].number == number)
      return at;
  }
}

uint32_t trace_child(const struct trace *t, uint32_t parent, uint32_t location, uint32_t key) {
  for (uint32_t i = hash(parent, location, key) & t->children_mask;; i = (i + 1) & t->children_mask) {
    uint32_t at = t->children[i];
    if (at == TRACE_NO_NODE)
      return at;
    const struct trace_node *n = &t->nodes[at];
    if (n->key == key && n->parent == parent && n->location == location)
      return at;
  }
}

static int compare_nodes(const void *a, const void *b) {
  const struct trace_node *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

static bool add_communicator(struct trace *t, const struct trace_record *r, char *error, size_t size) {
  const uint64_t *a = r->arguments;
  for (int i = 2; i < 7; i++)
    if (i != 5 && a[i] > INT32_MAX)
      return FAIL(error, size, "damaged: an impossible communicator in the trace");
  if (t->communicator_count == t->communicator_room) {
    uint32_t room = t->communicator_room ? t->communicator_room * 2 : 16;
    struct trace_communicator *more = realloc(t->communicators, room * sizeof *more);
    if (!more)
      return FAIL(error, size, "not enough memory");
    t->communicators = more;
    t->communicator_room = room;
  }
  t->communicators[t->communicator_count++] = (struct trace_communicator){.id = a[0],
                                                                          .hash = a[1],
                                                                          .own = a[5],
                                                                          .number = (uint32_t)a[2],
                                                                          .size = (uint32_t)a[3],
                                                                          .rank = (uint32_t)a[4],
                                                                          .others = (uint32_t)a[6]};
  return true;
}

static int compare_communicators(const void *x, const void *y) {
  const struct trace_communicator *a = x, *b = y;
  return a->id < b->id ? -1 : a->id > b->id;
}

static bool read_definitions(struct trace *t, char *error, size_t size) {
  struct trace_cursor c = {0};
  struct trace_record r;
  const struct trace_stream *s = trace_stream_of(t, POMP_TRACE_DEFINITIONS);
  uint32_t room = 0;
  if (!s)
    return true;
  bool good = trace_cursor_begin(&c, t, s) || FAIL(error, size, "not enough memory");
  while (good) {
    enum trace_result result = trace_next(&c, &r, error, size);
    if (result != TRACE_RECORD) {
      good = result == TRACE_END;
      break;
    }
    if (r.code == POMP_CODE_DEFINE_COMMUNICATOR && !(good = add_communicator(t, &r, error, size)))
      break;
    if (r.code != POMP_CODE_DEFINE_NODE)
      continue;
    if (t->node_count == room) {
      room = room ? room * 2 : 64;
      struct trace_node *more = realloc(t->nodes, room * sizeof *more);
      if (!(good = more || FAIL(error, size, "not enough memory")))
        break;
      t->nodes = more;
    }
    const uint64_t *a = r.arguments;
    good = (a[0] && a[0] < UINT32_MAX && a[1] <= LOCATIONS_MAX && a[2] < UINT32_MAX && a[3] <= UINT32_MAX) ||
           FAIL(error, size, "damaged: an impossible call path in the trace");
    if (good)
      t->nodes[t->node_count++] = (struct trace_node){(uint32_t)a[0], (uint32_t)a[1], (uint32_t)a[2], (uint32_t)a[3]};
  }
  trace_cursor_end(&c);
  if (t->communicator_count)
    qsort(t->communicators, t->communicator_count, sizeof *t->communicators, compare_communicators);
  return good;
}

/* Parents become indices, and children can be found. Parents are older, but may have a greater number. */
static bool link_nodes(struct trace *t, char *error, size_t size) {
  uint32_t slots = 16;
  while (slots < t->node_count * 2ull)
    slots *= 2;
  t->children = malloc(slots * sizeof *t->children);
  t->by_number = malloc(slots * sizeof *t->by_number);
  if (!t->children || !t->by_number)
    return FAIL(error, size, "not enough memory");
  memset(t->children, 0xff, slots * sizeof *t->children);
  memset(t->by_number, 0xff, slots * sizeof *t->by_number);
  t->children_mask = slots - 1;
  if (t->node_count)
    qsort(t->nodes, t->node_count, sizeof *t->nodes, compare_nodes);
  for (uint32_t i = 0; i < t->node_count; i++) {
    uint32_t slot = t->nodes[i].number * 0x9e3779b1u & t->children_mask;
    while (t->by_number[slot] != TRACE_NO_NODE)
      slot = (slot + 1) & t->children_mask;
    t->by_number[slot] = i;
  }
  for (uint32_t i = 0; i < t->node_count; i++) {
    struct trace_node *n = &t->nodes[i];
    if (i && n[-1].number == n->number)
      return FAIL(error, size, "damaged: a call path twice in the trace");
    uint32_t parent = n->parent ? trace_node_find(t, n->parent) : TRACE_NO_NODE;
    if ((n->parent == 0) != (n->key == 0) || (n->parent && parent == TRACE_NO_NODE) || parent == i)
      return FAIL(error, size, "damaged: a call path hangs in the air");
    n->parent = parent;
    uint32_t slot = hash(parent, n->location, n->key) & t->children_mask;
    while (t->children[slot] != TRACE_NO_NODE)
      slot = (slot + 1) & t->children_mask;
    t->children[slot] = i;
  }
  return true;
}

/* No circles: who goes up from anywhere comes to a root. Each node is walked over once. */
static bool check_roots(const struct trace *t, char *error, size_t size) {
  unsigned char *seen = calloc(t->node_count + 1ull, 1); /* 1: on the way; 2: leads to a root */
  if (!seen)
    return FAIL(error, size, "not enough memory");
  bool good = true;
  for (uint32_t i = 0; i < t->node_count && good; i++) {
    uint32_t at = i;
    for (; at != TRACE_NO_NODE && !seen[at]; at = t->nodes[at].parent)
      seen[at] = 1;
    good = at == TRACE_NO_NODE || seen[at] == 2;
    for (at = i; good && at != TRACE_NO_NODE && seen[at] == 1; at = t->nodes[at].parent)
      seen[at] = 2;
  }
  free(seen);
  return good || FAIL(error, size, "damaged: call paths in a circle");
}

bool trace_open(struct trace *t, const struct trace_source *source, char *error, size_t error_size) {
  *t = (struct trace){.source = *source};
  return read_header(t, error, error_size) && read_chunks(t, error, error_size) && find_streams(t, error, error_size) &&
         read_definitions(t, error, error_size) && link_nodes(t, error, error_size) &&
         check_roots(t, error, error_size);
}

void trace_close(struct trace *t) {
  free(t->chunks);
  free(t->streams);
  free(t->nodes);
  free(t->communicators);
  free(t->children);
  free(t->by_number);
}

/* --- records --- */

bool trace_cursor_begin(struct trace_cursor *c, const struct trace *t, const struct trace_stream *stream) {
  memset(c, 0, sizeof *c);
  c->trace = t;
  c->stream = stream;
  uint32_t root = t->children ? trace_child(t, TRACE_NO_NODE, stream->location, 0) : TRACE_NO_NODE;
  c->root = root == TRACE_NO_NODE ? 0 : t->nodes[root].number;
  c->chunk = malloc(t->header.chunk_size + 8ull); /* the head of a record is read as 8 bytes */
  return c->chunk != NULL;
}

void trace_cursor_end(struct trace_cursor *c) { free(c->chunk); }

static bool read_state(struct trace_cursor *c, const struct pomp_trace_chunk *head) {
  const struct trace *t = c->trace;
  struct trace_state *s = &c->state;
  *s = (struct trace_state){.current = trace_node_find(t, head->current),
                            .base = trace_node_find(t, head->base),
                            .task = head->task,
                            .team_size = head->team_size,
                            .generation = head->generation};
  bool good = s->current != TRACE_NO_NODE && s->base != TRACE_NO_NODE;
  for (uint32_t i = 0; i < head->suspended && i < sizeof s->frames / sizeof s->frames[0] && good; i++) {
    struct pomp_frame f;
    memcpy(&f, c->chunk + sizeof *head + i * sizeof f, sizeof f);
    s->frames[i].current = trace_node_find(t, f.current);
    s->frames[i].base = trace_node_find(t, f.base);
    s->frames[i].task = f.task;
    s->suspended++;
    good = s->frames[i].current != TRACE_NO_NODE && s->frames[i].base != TRACE_NO_NODE;
  }
  return good;
}

static bool read_chunk(struct trace_cursor *c, char *error, size_t size) {
  const struct trace *t = c->trace;
  const struct trace_chunk *chunk = &t->chunks[c->stream->first + c->next_chunk];
  struct pomp_trace_chunk head;
  /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): of a cursor that has begun */
  if (!get(t, c->chunk, chunk_offset(t, chunk->index), t->header.chunk_size))
    return FAIL(error, size, "can't be read");
  memcpy(&head, c->chunk, sizeof head);
  memset(c->chunk + t->header.chunk_size, 0, 8);
  uint64_t first = sizeof head + (uint64_t)head.suspended * sizeof(struct pomp_frame);
  if (head.location != c->stream->location || head.sequence != chunk->sequence || first > t->header.chunk_size)
    return FAIL(error, size, "damaged: a part of the trace has changed");
  c->at = (uint32_t)first;
  c->end = t->header.chunk_size;
  c->time = head.begin_tick;
  bool definitions = head.location == POMP_TRACE_DEFINITIONS;
  c->resume = !definitions && (head.flags & POMP_CHUNK_RESUMED || (c->next_chunk == 0 && head.sequence != 0));
  c->next_chunk++;
  return !c->resume || read_state(c, &head) || FAIL(error, size, "damaged: a part of the trace has no begin");
}

static bool read_number(const unsigned char *bytes, unsigned *at, unsigned end, uint64_t *n) {
  *n = 0;
  for (unsigned shift = 0; *at < end && shift < 64; shift += 7) {
    unsigned char byte = bytes[(*at)++];
    *n |= (uint64_t)(byte & 0x7f) << shift;
    if (!(byte & 0x80))
      return true;
  }
  return false;
}

static bool read_arguments(struct trace_cursor *c, struct trace_record *r) {
  if (c->at >= c->end)
    return false;
  unsigned size = c->chunk[c->at++];
  if (size > c->end - c->at)
    return false;
  unsigned at = c->at, end = c->at + size;
  c->at = end;
  r->count = 0;
  while (at < end && r->count < TRACE_ARGUMENTS)
    if (!read_number(c->chunk, &at, end, &r->arguments[r->count++]))
      return false;
  return true;
}

/* The first argument may be greater than 32 bits. */
static bool is_wide(uint32_t code) { return code != POMP_CODE_ENTER_FAR && code != POMP_CODE_EXIT_FAR; }

/* A key as the profile has it. */
static bool unpack_key(uint64_t *key) {
  uint64_t construct = *key >> POMP_RECORD_ROLE_BITS;
  if (construct > POMP_MAX_CONSTRUCTS)
    return false;
  *key = POMP_KEY(construct, *key & ((1u << POMP_RECORD_ROLE_BITS) - 1));
  return true;
}

/* Keys and tasks are packed in the file. */
static bool unpack(const struct trace_cursor *c, struct trace_record *r) {
  uint64_t *a = r->arguments;
  switch (r->code) {
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
    a[0] = (uint64_t)c->stream->location << 32 | (uint32_t)a[0];
    return unpack_key(&a[1]);
  case POMP_CODE_TASK_TAKE:
    a[0] = a[1] << 32 | (uint32_t)a[0];
    a[1] = a[2];
    return true;
  default:
    return true;
  }
}

/* True: a record, or part of one, that sets the clock: `code` is that of CLOCK then. */
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
  r->code = kind == POMP_RECORD_EXIT ? (uint32_t)TRACE_EXIT : kind == POMP_RECORD_OTHER ? value : (uint32_t)TRACE_ENTER;
  if (r->code == TRACE_ENTER)
    return length * 8 >= bits + payload && (r->node = trace_node_find(c->trace, c->root + value)) != TRACE_NO_NODE;
  if (kind == POMP_RECORD_EXIT)
    return true;
  memset(r->arguments, 0, sizeof r->arguments);
  if (!read_arguments(c, r) || (r->arguments[0] > UINT32_MAX && !is_wide(r->code)))
    return false;
  uint32_t first = (uint32_t)r->arguments[0];
  if (r->code == POMP_CODE_CLOCK)
    c->time = r->arguments[0];
  else if (r->code == POMP_CODE_ENTER_FAR || r->code == POMP_CODE_EXIT_FAR) {
    r->code = r->code == POMP_CODE_ENTER_FAR ? TRACE_ENTER : TRACE_EXIT;
    r->node = trace_node_find(c->trace, first);
    return r->node != TRACE_NO_NODE;
  }
  return unpack(c, r);
}

enum trace_result trace_next(struct trace_cursor *c, struct trace_record *r, char *error, size_t error_size) {
  for (;;) {
    while (c->at < c->end && !c->chunk[c->at])
      c->at++;
    if (c->resume) {
      c->resume = false;
      *r = (struct trace_record){.code = TRACE_RESUME, .time = c->time};
      return TRACE_RECORD;
    }
    if (c->at < c->end) {
      if (!read_record(c, r)) {
        if (c->trace->header.state != POMP_STATE_COMPLETE && c->next_chunk == c->stream->count)
          return TRACE_END;
        FAIL(error, error_size, "damaged: an impossible record in the trace");
        return TRACE_ERROR;
      }
      if (r->code != POMP_CODE_CLOCK)
        return TRACE_RECORD;
    } else if (c->next_chunk == c->stream->count)
      return TRACE_END;
    else if (!read_chunk(c, error, error_size))
      return TRACE_ERROR;
  }
}
