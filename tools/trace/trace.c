/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace.c - reads trace.pomp, and believes nothing that it has not checked.
 * Not here: I/O, the records one by one (cursor.c), what they mean (replay.c), the trees of call paths (call_paths.c).
 */
#include "pomp_array.h"
#include "trace_read.h"

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
    if (!POMP_ARRAY_ROOM(t->streams, room, t->stream_count + 1ull))
      return FAIL(error, size, "not enough memory");
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

static bool add_communicator(struct trace *t, const struct trace_record *r, char *error, size_t size) {
  const uint64_t *a = r->arguments;
  for (int i = 2; i < 7; i++)
    if (i != 5 && a[i] > INT32_MAX)
      return FAIL(error, size, "damaged: an impossible communicator in the trace");
  if (!POMP_ARRAY_ROOM(t->communicators, t->communicator_room, t->communicator_count + 1ull))
    return FAIL(error, size, "not enough memory");
  t->communicators[t->communicator_count++] = (struct trace_communicator){.id = a[0],
                                                                          .hash = a[1],
                                                                          .own = a[5],
                                                                          .number = (uint32_t)a[2],
                                                                          .size = (uint32_t)a[3],
                                                                          .rank = (uint32_t)a[4],
                                                                          .others = (uint32_t)a[6]};
  return true;
}

static bool add_part(struct trace *t, const struct trace_record *r, char *error, size_t size) {
  uint64_t tick = r->arguments[0];
  struct trace_part *last = t->part_count ? &t->parts[t->part_count - 1] : NULL;
  bool open = last && last->off == UINT64_MAX;
  if (open == (r->arguments[1] != 0) || tick == UINT64_MAX || (last && tick < (open ? last->on : last->off)))
    return FAIL(error, size, "damaged: an impossible part of the trace");
  if (open) {
    last->off = tick;
    return true;
  }
  if (!POMP_ARRAY_ROOM(t->parts, t->part_room, t->part_count + 1ull))
    return FAIL(error, size, "not enough memory");
  t->parts[t->part_count++] = (struct trace_part){tick, UINT64_MAX};
  return true;
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
    if (r.code == POMP_CODE_DEFINE_PART && !(good = add_part(t, &r, error, size)))
      break;
    if (r.code != POMP_CODE_DEFINE_NODE)
      continue;
    if (!(good = POMP_ARRAY_ROOM(t->nodes, room, t->node_count + 1ull) || FAIL(error, size, "not enough memory")))
      break;
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

bool trace_open(struct trace *t, const struct trace_source *source, char *error, size_t error_size) {
  *t = (struct trace){.source = *source};
  return read_header(t, error, error_size) && read_chunks(t, error, error_size) && find_streams(t, error, error_size) &&
         read_definitions(t, error, error_size) && trace_link_call_paths(t, error, error_size);
}

void trace_close(struct trace *t) {
  free(t->chunks);
  free(t->streams);
  free(t->nodes);
  free(t->communicators);
  free(t->parts);
  pomp_index_free(&t->children);
  pomp_index_free(&t->by_number);
}
