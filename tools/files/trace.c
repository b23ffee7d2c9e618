/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.c - reads trace.pomp, and believes nothing that it has not checked.
 * Not here: I/O, the records one by one (trace_cursor.c), what they mean (replay.c), the trees of call paths
 * (trace_call_paths.c).
 */
#include "files/trace_read.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

#define CHUNK_SIZE_MAX (16u << 20)

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
      h->chunk_size < sizeof(struct pomp_trace_chunk) || h->chunk_size > CHUNK_SIZE_MAX ||
      h->header_size > t->source.size)
    return FAIL(error, size, "damaged: the trace's header contradicts itself");
  return true;
}

/* Returns how many chunks the file has; what the header says, and the file has not, is missing. */
static uint64_t count_chunks(struct trace *t) {
  const struct pomp_trace_header *h = &t->header;
  uint64_t there = (t->source.size - h->header_size) / h->chunk_size;
  if (h->used < h->header_size || (h->used - h->header_size) % h->chunk_size) {
    return there;
  }
  uint64_t said = (h->used - h->header_size) / h->chunk_size;
  t->cut_off = said > there ? said - there : 0;
  return said < there ? said : there;
}

static int compare_chunks(const void *a, const void *b) {
  const struct trace_chunk *x = a, *y = b;
  if (x->location != y->location)
    return x->location < y->location ? -1 : 1;
  if (x->sequence != y->sequence)
    return x->sequence < y->sequence ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Can a chunk with this head be in the file? Without a ring none has a greater number than there are chunks. */
static bool is_possible(const struct trace *t, const struct pomp_trace_chunk *head) {
  bool definitions = head->location == POMP_TRACE_DEFINITIONS;
  return (definitions || head->location <= LOCATIONS_MAX) &&
         ((t->header.mode == POMP_TRACE_RING && !definitions) || head->sequence < t->chunks_in_file + t->cut_off);
}

/* Returns the first chunk after this one that is not all in a hole of the file. */
static uint64_t next_chunk(const struct trace *t, uint32_t index) {
  const struct trace_source *s = &t->source;
  uint64_t after = chunk_offset(t, index) + t->header.chunk_size;
  uint64_t data = s->data_from ? s->data_from(s->context, after) : after;
  return (data - t->header.header_size) / t->header.chunk_size;
}

static bool read_chunks(struct trace *t, char *error, size_t size) {
  __atomic_thread_fence(__ATOMIC_ACQUIRE); /* the chunks are read after the number of them */
  uint64_t count = count_chunks(t);
  uint32_t room = 0;
  if (count >= UINT32_MAX || !(t->spoilt = calloc(count + 1, 1)))
    return FAIL(error, size, "not enough memory");
  t->chunks_in_file = (uint32_t)count;
  for (uint64_t next = 0; next < count;) {
    struct pomp_trace_chunk head;
    uint32_t i = (uint32_t)next++;
    if (!get(t, &head, chunk_offset(t, i), sizeof head)) {
      t->spoilt[i] = 1;
      continue;
    }
    __atomic_thread_fence(__ATOMIC_ACQUIRE); /* the program may run: the rest of the chunk is read after its head */
    if (head.valid == 0) {                   /* was being made when the process was killed, or is in a hole */
      next = next_chunk(t, i);
      continue;
    }
    if (head.valid != 1 || !is_possible(t, &head)) {
      t->spoilt[i] = 1;
      continue;
    }
    if (!POMP_ARRAY_ROOM(t->chunks, room, t->chunk_count + 1ull))
      return FAIL(error, size, "not enough memory");
    t->chunks[t->chunk_count++] = (struct trace_chunk){head.sequence, head.location, i};
  }
  if (t->chunk_count)
    qsort(t->chunks, t->chunk_count, sizeof *t->chunks, compare_chunks);
  return true;
}

/* Where several chunks say that they are the same part, the first one in the file is taken. */
static void drop_twins(struct trace *t) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < t->chunk_count; i++) {
    const struct trace_chunk *c = &t->chunks[i];
    if (kept && t->chunks[kept - 1].location == c->location && t->chunks[kept - 1].sequence == c->sequence)
      t->spoilt[c->index] = 1;
    else
      t->chunks[kept++] = *c;
  }
  t->chunk_count = kept;
}

static bool find_streams(struct trace *t, char *error, size_t size) {
  uint64_t gaps = 0, unsound = 0;
  uint32_t room = 0;
  drop_twins(t);
  for (uint32_t i = 0; i < t->chunk_count; i++) {
    const struct trace_chunk *c = &t->chunks[i];
    struct trace_stream *s = t->stream_count ? &t->streams[t->stream_count - 1] : NULL;
    bool begins = !s || s->location != c->location;
    bool ring = t->header.mode == POMP_TRACE_RING && c->location != POMP_TRACE_DEFINITIONS;
    gaps += !begins ? c->sequence - c[-1].sequence - 1 : ring ? 0 : c->sequence;
    if (!begins) {
      s->count++;
      continue;
    }
    if (!POMP_ARRAY_ROOM(t->streams, room, t->stream_count + 1ull))
      return FAIL(error, size, "not enough memory");
    t->streams[t->stream_count++] = (struct trace_stream){c->location, i, 1, t->header.chunk_size};
  }
  for (uint32_t i = 0; i < t->chunks_in_file; i++)
    unsound += t->spoilt[i];
  t->chunks_missing = gaps > unsound ? gaps - unsound : 0; /* those that are not sound are in the gaps */
  return true;
}

/* Notes the end of the records in each last chunk. A record that is seen now was stored after all records before it:
 * these are complete when the chunk is read once more, while records behind may have gaps. The definitions come last,
 * so that they have the call paths of all records; they are stored in their order. */
static bool note_seen(struct trace *t, char *error, size_t size) {
  if (t->header.state == POMP_STATE_COMPLETE || !t->source.settle)
    return true;
  unsigned char *bytes = malloc(t->header.chunk_size);
  if (!bytes)
    return FAIL(error, size, "not enough memory");
  for (uint32_t i = 0; i < t->stream_count; i++) {
    struct trace_stream *s = &t->streams[i];
    if (s->location == POMP_TRACE_DEFINITIONS)
      t->source.settle(t->source.context);
    if (!get(t, bytes, chunk_offset(t, t->chunks[s->first + s->count - 1].index), t->header.chunk_size))
      continue;
    while (s->seen && !bytes[s->seen - 1])
      s->seen--;
  }
  free(bytes);
  return true;
}

struct trace_damage trace_damage_of(const struct trace *t) {
  struct trace_damage d = {.missing = t->cut_off + t->chunks_missing, .call_paths = t->call_paths_missing};
  for (uint32_t i = 0; i < t->chunks_in_file; i++)
    d.spoilt += __atomic_load_n(&t->spoilt[i], __ATOMIC_RELAXED);
  return d;
}

bool trace_has_events(const struct trace *t) {
  return t->stream_count > 1 || (t->stream_count && t->streams[0].location != POMP_TRACE_DEFINITIONS);
}

bool trace_is_damaged(const struct trace *t) {
  struct trace_damage d = trace_damage_of(t);
  return d.spoilt || d.missing || d.call_paths;
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

/* These take a definition. False if there is no memory; one that can't be right makes `*sound` false. */
static bool add_communicator(struct trace *t, const struct trace_record *r, bool *sound) {
  const uint64_t *a = r->arguments;
  for (int i = 2; i < 7; i++)
    if (i != 5 && a[i] > INT32_MAX) {
      *sound = false;
      return true;
    }
  if (!POMP_ARRAY_ROOM(t->communicators, t->communicator_room, t->communicator_count + 1ull))
    return false;
  t->communicators[t->communicator_count++] = (struct trace_communicator){.id = a[0],
                                                                          .hash = a[1],
                                                                          .own = a[5],
                                                                          .number = (uint32_t)a[2],
                                                                          .size = (uint32_t)a[3],
                                                                          .rank = (uint32_t)a[4],
                                                                          .others = (uint32_t)a[6]};
  return true;
}

static bool add_part(struct trace *t, const struct trace_record *r, bool *sound) {
  uint64_t tick = r->arguments[0];
  struct trace_part *last = t->part_count ? &t->parts[t->part_count - 1] : NULL;
  bool open = last && last->off == UINT64_MAX;
  *sound = open != (r->arguments[1] != 0) && tick != UINT64_MAX && (!last || tick >= (open ? last->on : last->off));
  if (*sound && open)
    last->off = tick;
  if (!*sound || open)
    return true;
  if (!POMP_ARRAY_ROOM(t->parts, t->part_room, t->part_count + 1ull))
    return false;
  t->parts[t->part_count++] = (struct trace_part){tick, UINT64_MAX};
  return true;
}

static bool add_call_path(struct trace *t, const struct trace_record *r, bool *sound) {
  const uint64_t *a = r->arguments;
  *sound = a[0] && a[0] < UINT32_MAX && a[1] <= LOCATIONS_MAX && a[2] < UINT32_MAX && a[3] <= UINT32_MAX;
  if (!*sound)
    return true;
  if (!POMP_ARRAY_ROOM(t->nodes, t->node_room, t->node_count + 1ull))
    return false;
  t->nodes[t->node_count++] = (struct trace_node){(uint32_t)a[0], (uint32_t)a[1], (uint32_t)a[2], (uint32_t)a[3]};
  return true;
}

static bool add_definition(struct trace *t, const struct trace_record *r, bool *sound) {
  switch (r->code) {
  case POMP_CODE_DEFINE_COMMUNICATOR:
    return add_communicator(t, r, sound);
  case POMP_CODE_DEFINE_PART:
    return add_part(t, r, sound);
  case POMP_CODE_DEFINE_NODE:
    return add_call_path(t, r, sound);
  default:
    return true;
  }
}

uint64_t trace_until(const struct trace *t, uint64_t time) {
  uint32_t low = 0, high = t->part_count; /* the first one that begins later */
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (t->parts[middle].on <= time)
      low = middle + 1;
    else
      high = middle;
  }
  if (!t->part_count)
    return UINT64_MAX;
  return low && t->parts[low - 1].off > time ? t->parts[low - 1].off : time;
}

static int compare_communicators(const void *x, const void *y) {
  const struct trace_communicator *a = x, *b = y;
  return a->id < b->id ? -1 : a->id > b->id;
}

static bool read_definitions(struct trace *t, char *error, size_t size) {
  struct trace_cursor c = {0};
  struct trace_record r;
  const struct trace_stream *s = trace_stream_of(t, POMP_TRACE_DEFINITIONS);
  if (!s)
    return true;
  bool good = trace_cursor_begin(&c, t, s), sound = true;
  while (good && trace_next(&c, &r)) {
    good = add_definition(t, &r, &sound);
    if (!sound)
      t->spoilt[t->chunks[s->first + c.next_chunk - 1].index] = 1;
    sound = true;
  }
  trace_cursor_end(&c);
  if (t->communicator_count)
    qsort(t->communicators, t->communicator_count, sizeof *t->communicators, compare_communicators);
  return good || FAIL(error, size, "not enough memory");
}

bool trace_open(struct trace *t, const struct trace_source *source, char *error, size_t error_size) {
  *t = (struct trace){.source = *source, .latest = UINT64_MAX};
  const bool good = read_header(t, error, error_size) && read_chunks(t, error, error_size) &&
                    find_streams(t, error, error_size) && note_seen(t, error, error_size) &&
                    read_definitions(t, error, error_size) && trace_link_call_paths(t, error, error_size) &&
                    (trace_has_events(t) || !trace_is_damaged(t) ||
                     FAIL(error, error_size, "damaged: nothing of the trace is sound"));
  return trace_lacked_memory(t) ? FAIL(error, error_size, "not enough memory") : good;
}

void trace_close(struct trace *t) {
  free(t->chunks);
  free(t->streams);
  free(t->nodes);
  free(t->communicators);
  free(t->parts);
  free(t->spoilt);
  pomp_index_free(&t->children);
  pomp_index_free(&t->by_number);
}
