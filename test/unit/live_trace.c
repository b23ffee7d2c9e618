/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* live_trace.c - the reader of traces, given a trace that is written while it is read, as other processors may show it:
 * a record is there, and the one before is not yet; and a chunk is used again. The source plays the writer, so that
 * this is reported on each machine. Traces of programs that run are read by test/runtime/live-trace.c. */
#include "files/trace.h"
#include "unit.h"

enum { CHUNK = 4096, FIRST = POMP_TRACE_HEADER_SIZE, SIZE = FIRST + 3 * CHUNK, BEGIN = 1000 };
/* Each of the records that a location stores is an exit, by so many ticks later than the one before. */
enum { RECORDS = 4, STEP = 100, RECORD = 2 };

static unsigned char image[SIZE];
/* This is what the source does when the reader waits for stores, or has read the first bytes of a chunk's. */
static void (*on_settle)(void);
static void (*on_chunk)(void);

static bool read_at(void *context, void *to, uint64_t at, size_t size) {
  (void)context;
  CHECK(at <= SIZE && size <= SIZE - at);
  memcpy(to, image + at, size);
  if (size == CHUNK && on_chunk)
    on_chunk();
  return true;
}
static void settle(void *context) {
  (void)context;
  if (on_settle)
    on_settle();
}

static void put_header(uint32_t mode) {
  struct pomp_trace_header h = {.byte_order = POMP_FORMAT_BYTE_ORDER,
                                .version = POMP_TRACE_VERSION,
                                .header_size = FIRST,
                                .chunk_size = CHUNK,
                                .state = POMP_STATE_RUNNING,
                                .mode = mode,
                                .used = SIZE};
  memcpy(h.magic, POMP_TRACE_MAGIC, sizeof h.magic);
  memset(image, 0, sizeof image);
  memcpy(image, &h, sizeof h);
}
static unsigned char *records_of(unsigned chunk) {
  return image + FIRST + (size_t)chunk * CHUNK + sizeof(struct pomp_trace_chunk);
}
static void put_chunk(unsigned chunk, uint32_t location, uint64_t sequence) {
  struct pomp_trace_chunk c = {
      .location = location, .valid = 1, .sequence = sequence, .begin_tick = BEGIN, .current = 1};
  c.base = c.current;
  memset(image + FIRST + (size_t)chunk * CHUNK, 0, CHUNK);
  memcpy(image + FIRST + (size_t)chunk * CHUNK, &c, sizeof c);
}
/* Defines call path 1, the root of location 0. */
static void put_definitions(void) {
  put_chunk(0, POMP_TRACE_DEFINITIONS, 0);
  uint32_t payload = POMP_CODE_DEFINE_NODE | 1u << POMP_RECORD_CODE_BITS;
  uint16_t head = (uint16_t)(1u | POMP_RECORD_OTHER << POMP_RECORD_LENGTH_BITS | payload << POMP_RECORD_HEAD_BITS);
  memcpy(records_of(0), &head, sizeof head);
  records_of(0)[sizeof head] = 1;
}
static void put_record(unsigned chunk, unsigned number) {
  uint16_t word = RECORD - 1 | POMP_RECORD_EXIT << POMP_RECORD_LENGTH_BITS | STEP << POMP_RECORD_HEAD_BITS;
  memcpy(records_of(chunk) + (size_t)number * RECORD, &word, sizeof word);
}

static struct trace opened;
static void open_trace(void) {
  char error[256] = "";
  if (!trace_open(&opened, &(struct trace_source){read_at, NULL, settle, NULL, SIZE, NULL}, error, sizeof error))
    fprintf(stderr, "%s\n", error);
  CHECK(!*error);
}
/* Returns how many exits the location has; each must be at its time. */
static unsigned exits(void) {
  struct trace_cursor c;
  struct trace_record r;
  unsigned found = 0;
  CHECK(trace_cursor_begin(&c, &opened, trace_stream_of(&opened, 0)));
  while (trace_next(&c, &r))
    if (r.code == TRACE_EXIT)
      CHECK(r.time == BEGIN + ++found * STEP);
  trace_cursor_end(&c);
  return found;
}
static void close_trace(void) {
  trace_close(&opened);
  on_settle = on_chunk = NULL;
}

static void show_first(void) { put_record(1, 0); }
static void show_all(void) {
  for (unsigned i = 0; i < RECORDS; i++)
    put_record(1, i);
}
static void show_others(void) { /* the second is missing */
  put_record(1, 2);
  put_record(1, 3);
}

/* Those that were stored before what was seen are there once the processors have settled. */
static void test_gap_closes(void) {
  put_header(POMP_TRACE_STOP);
  put_definitions();
  put_chunk(1, 0, 0);
  show_first();
  show_others();
  on_settle = show_all;
  open_trace();
  CHECK(exits() == RECORDS && !trace_is_damaged(&opened));
  close_trace();
}

/* What comes when the trace has been opened is not read: the second one may come after the third. */
static void test_gap_comes(void) {
  put_header(POMP_TRACE_STOP);
  put_definitions();
  put_chunk(1, 0, 0);
  show_first();
  open_trace();
  show_others();
  CHECK(exits() == 1 && !trace_is_damaged(&opened));
  close_trace();
}

/* Nothing was stored there yet. */
static void test_empty(void) {
  put_header(POMP_TRACE_STOP);
  put_definitions();
  put_chunk(1, 0, 0);
  open_trace();
  show_others();
  CHECK(exits() == 0 && !trace_is_damaged(&opened));
  close_trace();
}

/* A chunk that is used again while it is read, or before, is missing, and no damage. */
static void use_again(void) {
  put_chunk(1, 0, 2);
  put_record(1, 0);
}
static void test_used_again(bool before) {
  put_header(POMP_TRACE_RING);
  put_definitions();
  put_chunk(1, 0, 0);
  show_all();
  put_chunk(2, 0, 1);
  put_record(2, 0);
  open_trace();
  if (before)
    use_again();
  else
    on_chunk = use_again;
  CHECK(exits() == 1 && !trace_is_damaged(&opened));
  close_trace();
}

int main(void) {
  test_gap_closes();
  test_gap_comes();
  test_empty();
  test_used_again(true);
  test_used_again(false);
  return 0;
}
