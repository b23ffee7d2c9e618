/* fuzz_trace.c - gives what libFuzzer thinks of to the reader of traces, and goes through what that takes.
 * No corpus lives here; trace-fuzz.test starts from the one that is kept, and from real traces. */
#include "files/replay.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct bytes {
  const uint8_t *data;
  size_t size;
};

static bool read_at(void *context, void *to, uint64_t at, size_t size) {
  const struct bytes *b = context;
  if (at > b->size || size > b->size - at)
    abort(); /* the reader must know */
  memcpy(to, b->data + at, size);
  return true;
}

static void settle(void *context) { (void)context; }

static void check(const struct trace *t, const struct replay_numbers *numbers) {
  for (uint32_t i = 0; i < t->node_count; i++)
    if ((numbers[i].max && numbers[i].min > numbers[i].max) || (t->nodes[i].parent == i))
      abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  struct bytes b = {data, size};
  struct trace t;
  char error[256] = "";
  if (trace_open(&t, &(struct trace_source){read_at, NULL, settle, &b, size, NULL}, error, sizeof error)) {
    struct replay_sums sums;
    uint64_t misfits;
    if (!replay_sums_make(&sums, &t, size % 10, 4))
      abort();
    if (!replay_all(&t, &sums, &misfits, error, sizeof error))
      abort(); /* there is memory enough */
    check(&t, sums.numbers);
    struct trace_damage d = trace_damage_of(&t);
    if (d.spoilt > t.chunks_in_file || trace_is_damaged(&t) != (d.spoilt || d.missing || d.call_paths))
      abort();
    replay_sums_free(&sums);
  } else if (!memchr(error, 0, sizeof error) || !*error)
    abort();
  trace_close(&t);
  return 0;
}
