/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region.c - defines constructs and strings in the file, each once.
 * Not here: descriptors that no event has named. Nothing points into the program's modules: all text is copied. */
#include "definitions/region.h"
#include "pomp.h"
#include "records/selected_visits.h"
#include "state/region_filter.h"
#include "teams/lock_holders.h"

#include <errno.h>
#include <string.h>

#define STRING_MAX 4000u /* the name of a C++ function can be any length */
#define BLOCK_MIN POMP_FORMAT_ALIGN
#define BLOCK_MAX (256u << 10)
#define BUCKETS_MIN 128u
#define BUCKETS_MAX 8192u

_Static_assert(sizeof(struct pomp_construct) == 64, "layout of the file");

/* The block of a type that is being filled. */
struct filling {
  uint32_t type;
  struct pomp_block *block;
};
static struct filling strings = {POMP_BLOCK_STRINGS, NULL}, constructs = {POMP_BLOCK_CONSTRUCTS, NULL};
static uint32_t *string_buckets;    /* offset / 8 */
static uint32_t *construct_buckets; /* offset / 64 */
static uint32_t mask;               /* how many buckets either has, less 1 */
static uint32_t construct_count;

int pomp_region_start(void) {
  uint32_t count = BUCKETS_MIN;
  while (count < BUCKETS_MAX && count < pomp_file()->limit / 2048)
    count *= 2;
  string_buckets = pomp_arena_scratch(2 * count * sizeof *string_buckets);
  construct_buckets = string_buckets + count;
  mask = count - 1;
  return string_buckets ? 0 : -ENOMEM;
}

static uint32_t hash_bytes(const char *text, size_t length) {
  uint32_t h = 2166136261u;
  for (size_t i = 0; i < length; i++)
    h = (h ^ (unsigned char)text[i]) * 16777619u;
  return h;
}

/* Room for `bytes` more in the block that is being filled, of which `taken` are used. */
static int room(struct filling *f, uint64_t taken, uint64_t bytes) {
  if (f->block && sizeof *f->block + taken + bytes <= f->block->size)
    return 0;
  uint64_t size = f->block ? f->block->size * 2 : BLOCK_MIN;
  size = size > BLOCK_MAX ? BLOCK_MAX : size;
  struct pomp_block *block;
  int error;
  do {
    error = pomp_arena_block(&block, f->type, 0, sizeof *block, size);
    size = size / 2 / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  } while (error && size >= BLOCK_MIN);
  if (error)
    return error;
  f->block = block;
  pomp_arena_publish();
  return 0;
}

int pomp_region_string(const char *text, uint32_t *number) {
  if (!text)
    text = "";
  size_t length = strnlen(text, STRING_MAX);
  uint32_t *bucket = &string_buckets[hash_bytes(text, length) & mask];
  for (uint32_t i = *bucket; i;) {
    struct pomp_string *s = (struct pomp_string *)(void *)(pomp_base + (uint64_t)i * 8);
    if (s->length == length && memcmp(s->text, text, length) == 0) {
      *number = i;
      return 0;
    }
    i = s->own_chain;
  }
  uint32_t bytes = (uint32_t)((sizeof(struct pomp_string) + length + 1 + 7) / 8 * 8);
  int error = room(&strings, strings.block ? strings.block->count : 0, bytes);
  if (error)
    return error;
  struct pomp_block *b = strings.block;
  struct pomp_string *s = (struct pomp_string *)(void *)((char *)b + b->first + b->count);
  s->own_chain = *bucket;
  s->length = (uint32_t)length;
  memcpy(s->text, text, length);
  *bucket = *number = (uint32_t)((uint64_t)((char *)s - pomp_base) / 8);
  __atomic_store_n(&b->count, b->count + bytes, __ATOMIC_RELEASE);
  return 0;
}

static bool same(const struct pomp_construct *a, const struct pomp_construct *b) {
  return a->name == b->name && a->sub_name == b->sub_name && a->file == b->file && a->function == b->function &&
         a->begin_line1 == b->begin_line1 && a->begin_lineN == b->begin_lineN && a->end_line1 == b->end_line1 &&
         a->end_lineN == b->end_lineN && a->num_sections == b->num_sections;
}

static uint32_t hash_construct(const struct pomp_construct *c) {
  return (c->name * 31 + c->sub_name * 0x9e3779b1u + c->file * 131 + c->function * 0x85ebca6bu +
          (uint32_t)c->begin_line1 * 2654435769u + (uint32_t)c->end_lineN) *
             2246822519u >>
         19; /* 13 bits: BUCKETS_MAX */
}

/* The number of the construct with these contents, a new one if there is none yet. */
static int find_or_add(const struct pomp_construct *wanted, uint32_t *number) {
  uint32_t *bucket = &construct_buckets[hash_construct(wanted) & mask];
  struct pomp_construct *c;
  for (uint32_t i = *bucket; i; i = c->own_chain) {
    c = (struct pomp_construct *)(void *)(pomp_base + (uint64_t)i * sizeof *c);
    if (same(c, wanted)) {
      *number = c->own_number;
      return 0;
    }
  }
  if (construct_count + 1 >= POMP_FILTERED)
    return -ENOMEM;
  int error = room(&constructs, constructs.block ? constructs.block->count * sizeof *c : 0, sizeof *c);
  if (error)
    return error;
  struct pomp_block *b = constructs.block;
  c = (struct pomp_construct *)(void *)((char *)b + b->first) + b->count;
  *c = *wanted;
  c->own_number = *number = ++construct_count;
  c->own_chain = *bucket;
  *bucket = (uint32_t)((uint64_t)((char *)c - pomp_base) / sizeof *c);
  __atomic_store_n(&b->count, b->count + 1, __ATOMIC_RELEASE);
  return 0;
}

int pomp_region_define(struct ompregdescr *d) {
  struct pomp_construct c = {.begin_line1 = d->begin_line1,
                             .begin_lineN = d->begin_lineN,
                             .end_line1 = d->end_line1,
                             .end_lineN = d->end_lineN,
                             .num_sections = d->num_sections};
  enum pomp_excluded excluded = pomp_exclude(d);
  c.flags = excluded == POMP_EXCLUDED ? POMP_CONSTRUCT_FILTERED : 0;
  uint32_t number, before = construct_count;
  int error = pomp_region_string(d->name, &c.name);
  if (!error)
    error = pomp_region_string(d->sub_name, &c.sub_name);
  if (!error)
    error = pomp_region_string(d->file_name, &c.file);
  if (!error)
    error = pomp_region_string(d->function_name, &c.function);
  if (!error)
    error = find_or_add(&c, &number);
  if (error)
    return error;
  if (excluded != POMP_EXCLUDED && (error = pomp_trace_select_region(d, number)))
    return error;
  bool measured = excluded != POMP_EXCLUDED;
  POMP_STORE(d->data[1], (void *)(uintptr_t)(measured && d->version >= 2 ? (unsigned)d->flags : 0));
  POMP_STORE(d->data[2], NULL);
  if (!measured)
    number = POMP_FILTERED;
  else if (strcmp(d->name, "critical") == 0)
    __atomic_store_n(&d->data[2], (void *)pomp_wait_lock(c.name, c.sub_name), __ATOMIC_RELEASE);
  else if (strcmp(d->name, "ordered") == 0)
    __atomic_store_n(&d->data[2], (void *)pomp_wait_lock(c.name, number), __ATOMIC_RELEASE);
  if (construct_count > before) {
    pomp_file()->filtered += !measured;
    pomp_file()->left_barriers +=
        measured && d->version >= 2 && d->flags & (POMP_RD_IMPLICIT_BARRIER | POMP_RD_IMPLICIT_JOIN);
    pomp_exclude_say(d, excluded);
  }
  __atomic_store_n(&d->data[0], (void *)(uintptr_t)number, __ATOMIC_RELEASE);
  return 0;
}

uint32_t pomp_region_count(void) { return construct_count; }
