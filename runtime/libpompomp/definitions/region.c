/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region.c - defines constructs and strings in the file, each once.
 * Not here: descriptors that no event has named. Nothing points into the program's modules: all text is copied. */
#include "definitions/region.h"
#include "base/arena.h"
#include "base/libc.h"
#include "definitions/code_site.h"
#include "definitions/lock.h"
#include "definitions/phase_names.h"
#include "pomp.h"
#include "pomp_hash.h"
#include "state/region_filter.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#define STRING_MAX 4000u /* the name of a C++ function can have any length */
#define BLOCK_MIN POMP_FORMAT_ALIGN
#define BLOCK_MAX (256u << 10)
#define BUCKETS_MIN 128u
#define BUCKETS_MAX 8192u

_Static_assert(sizeof(uintptr_t) == 8, "data[1] has room for a number beside the flags");
_Static_assert(sizeof(struct pomp_construct) == 64, "layout of the file");
#define SAME_FACT(name) (POMP_RD_HAS_##name == POMP_FACT_##name)
#define SAME_SCHEDULE(name) (POMP_FACTS_SCHEDULE(POMP_RD_SCHEDULE_##name) == POMP_SCHEDULE_##name)
_Static_assert(SAME_FACT(NOWAIT) && SAME_FACT(ORDERED) && SAME_FACT(IF) && SAME_FACT(FINAL) && SAME_FACT(UNTIED) &&
                   SAME_FACT(NUM_THREADS) && SAME_FACT(CHUNK) && SAME_FACT(GRAINSIZE) && SAME_FACT(NUM_TASKS) &&
                   (int)POMP_RD_IN_LOOP == POMP_FACT_IN_LOOP && (int)POMP_RD_SHORTENED == POMP_FACT_SHORTENED &&
                   (int)POMP_RD_REDUCES_ARRAY == POMP_FACT_REDUCES_ARRAY &&
                   (int)POMP_RD_SCATTERED == POMP_FACT_SCATTERED && (int)POMP_RD_COPIES == POMP_FACT_COPIES &&
                   SAME_SCHEDULE(STATIC) && SAME_SCHEDULE(DYNAMIC) && SAME_SCHEDULE(GUIDED) && SAME_SCHEDULE(AUTO) &&
                   SAME_SCHEDULE(RUNTIME),
               "the facts of pomp.h are in the file as they are");

/* The block of a type that is being filled. */
struct filling {
  uint32_t type;
  struct pomp_block *block;
  uint64_t size; /* bytes of the block, with its head */
  uint32_t used; /* bytes of it, without the head */
};
static struct filling strings = {.type = POMP_BLOCK_STRINGS}, constructs = {.type = POMP_BLOCK_CONSTRUCTS};

/* A private copy of a string in the file, as other programs may write to the file. A chain links strings with equal
 * hashes; all references are indices + 1, and 0 means none. */
struct string {
  uint32_t chain;
  uint32_t hash, length;
  uint32_t number; /* its offset in the file / 8 */
};
struct construct {
  uint32_t chain;
  uint32_t name, sub_name, file, function; /* strings */
  int32_t begin_line1, begin_lineN, end_line1, end_lineN;
  int32_t num_sections;
  uint32_t module, build; /* strings; none: it is no code site */
  uint64_t address;
  uint32_t clauses;     /* a string; none: they are not known */
  uint32_t noted;       /* the string with the notes behind the clauses, by which no constructs are told apart */
  uint32_t stored_file; /* the string with the file's sum behind all of `file`; it tells none apart, either */
  uint32_t facts;
  int32_t num_threads, chunk;
  uint64_t iterations;
  bool stays; /* it can't be left out: call paths lead through it, or POMP_FILTER excludes it */
  bool is_left_out;
  uint64_t at; /* where it is in the file */
};
static struct string *known_strings;
static struct construct *known_constructs;
static uint32_t string_count, string_room, construct_count, construct_room;
static uint32_t *string_buckets, *construct_buckets;
static uint32_t filtered, left_barriers;
static uint32_t mask; /* how many buckets either has, less 1 */

int pomp_region_start(void) {
  uint32_t count = BUCKETS_MIN;
  while (count < BUCKETS_MAX && count < pomp_arena_limit() / 2048)
    count *= 2;
  string_buckets = pomp_arena_scratch(2 * count * sizeof *string_buckets);
  construct_buckets = string_buckets + count;
  mask = count - 1;
  return string_buckets ? 0 : -ENOMEM;
}

/* Makes room for `bytes` more in the block that is being filled. */
static int room(struct filling *f, uint64_t bytes) {
  if (f->block && sizeof *f->block + f->used + bytes <= f->size)
    return 0;
  uint64_t size = f->block ? f->size * 2 : BLOCK_MIN, given;
  size = size > BLOCK_MAX ? BLOCK_MAX : size;
  struct pomp_block *block;
  int error;
  do {
    error = pomp_arena_block(&block, f->type, 0, sizeof *block, given = size);
    size = size / 2 / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN;
  } while (error && size >= BLOCK_MIN);
  if (error)
    return error;
  f->block = block;
  f->size = given;
  f->used = 0;
  pomp_arena_publish();
  return 0;
}

static char *text_of(const struct string *s) {
  return ((struct pomp_string *)(void *)(pomp_base + (uint64_t)s->number * 8))->text;
}

/* A construct's file, its place and the file's sum are one string, with zeros in between; so are its clauses and its
 * notes. What is not known at the end has no zero before it. */
enum { PARTS = 3 };
struct piece {
  const char *text[PARTS];
  uint32_t length[PARTS];
  uint32_t count, whole;
};

static struct piece piece_of(const char *text, const char *more, const char *last) {
  struct piece p = {.text = {text ? text : "", more ? more : "", last ? last : ""}};
  for (uint32_t i = 0; i < PARTS; i++) {
    p.length[i] = (uint32_t)pomp_libc_length(p.text[i], STRING_MAX);
    p.count = p.length[i] || !i ? i + 1 : p.count;
  }
  for (uint32_t i = 0; i < p.count; i++)
    p.whole += p.length[i] + (i > 0);
  return p;
}

static int add_string(const struct piece *p, uint32_t hash) {
  const uint32_t length = p->whole;
  uint32_t bytes = (uint32_t)((sizeof(struct pomp_string) + length + 1 + 7) / 8 * 8);
  if (!pomp_arena_room(&known_strings, &string_room, string_count, string_count + 1, sizeof *known_strings))
    return -ENOMEM;
  int error = room(&strings, bytes);
  if (error)
    return error;
  struct pomp_string *in_file = (struct pomp_string *)(void *)((char *)(strings.block + 1) + strings.used);
  in_file->length = length;
  char *to = in_file->text;
  for (uint32_t i = 0; i < p->count; to += p->length[i++] + 1)
    memcpy(to, p->text[i], p->length[i]); /* what is between them is zero, as all of a new block */
  uint32_t *bucket = &string_buckets[hash & mask];
  known_strings[string_count++] =
      (struct string){*bucket, hash, length, (uint32_t)((uint64_t)((char *)in_file - pomp_base) / 8)};
  *bucket = string_count;
  strings.used += bytes;
  __atomic_store_n(&strings.block->count, strings.used, __ATOMIC_RELEASE);
  return 0;
}

static bool is_piece(const char *text, const struct piece *p) {
  for (uint32_t i = 0; i < p->count; text += p->length[i++] + 1)
    if (memcmp(text, p->text[i], p->length[i]) != 0 || (i + 1 < p->count && text[p->length[i]]))
      return false;
  return true;
}

/* Finds the string with this text, a new one if there is none yet. A string whose bytes somebody has changed in the
 * file is not found, and there is another one. */
static int find_piece(struct piece p, uint32_t *string) {
  uint64_t long_hash = POMP_HASH_BEGIN;
  for (uint32_t i = 0; i < p.count; i++)
    long_hash = pomp_hash_bytes(i ? pomp_hash_byte(long_hash, 0) : long_hash, p.text[i], p.length[i]);
  const uint32_t hash = (uint32_t)long_hash;
  for (uint32_t i = string_buckets[hash & mask]; i; i = known_strings[i - 1].chain) {
    const struct string *s = &known_strings[i - 1];
    if (s->hash == hash && s->length == p.whole && is_piece(text_of(s), &p)) {
      *string = i;
      return 0;
    }
  }
  int error = add_string(&p, hash);
  *string = string_count;
  return error;
}

static int find_string(const char *text, uint32_t *string) { return find_piece(piece_of(text, NULL, NULL), string); }

static uint32_t number_of(uint32_t string) { return known_strings[string - 1].number; }

int pomp_region_string(const char *text, uint32_t *number) {
  uint32_t string;
  int error = find_string(text, &string);
  if (!error)
    *number = number_of(string);
  return error;
}

/* Copies the text, and what may be behind a zero in it. */
static void copy_text(uint32_t string, char *to, size_t size) {
  const struct string *s = &known_strings[string - 1];
  size_t length = s->length < size ? s->length : size - 1;
  memcpy(to, text_of(s), length);
  to[length] = 0;
  for (size_t i = 0; i < length; i++)
    if (to[i] && ((unsigned char)to[i] < ' ' || to[i] == 0x7f))
      to[i] = '?'; /* a terminal must not take it for a command */
}

void pomp_region_names(uint32_t number, struct pomp_region_names *names) {
  const struct construct *c = &known_constructs[number - 1];
  copy_text(c->name, names->name, sizeof names->name);
  copy_text(c->sub_name, names->sub_name, sizeof names->sub_name);
  copy_text(c->function, names->function, sizeof names->function);
  copy_text(c->module ? c->module : c->file, names->file, sizeof names->file);
  size_t length = strlen(names->file);
  const uint32_t whole = known_strings[c->file - 1].length;
  names->place = !c->module && length < whole && whole < sizeof names->file ? names->file + length + 1 : "";
  if (c->module)
    snprintf(names->file + length, sizeof names->file - length, "%s0x%llx", length ? "+" : "",
             (unsigned long long)c->address);
  names->line = c->begin_line1;
}

static bool same(const struct construct *a, const struct construct *b) {
  return a->name == b->name && a->sub_name == b->sub_name && a->file == b->file && a->function == b->function &&
         a->begin_line1 == b->begin_line1 && a->begin_lineN == b->begin_lineN && a->end_line1 == b->end_line1 &&
         a->end_lineN == b->end_lineN && a->num_sections == b->num_sections && a->module == b->module &&
         a->build == b->build && a->address == b->address && a->clauses == b->clauses && a->facts == b->facts &&
         a->num_threads == b->num_threads && a->chunk == b->chunk && a->iterations == b->iterations;
}

static uint32_t hash_construct(const struct construct *c) {
  return (c->name * 31 + c->sub_name * 0x9e3779b1u + c->file * 131 + c->function * 0x85ebca6bu +
          (uint32_t)c->begin_line1 * 2654435769u + (uint32_t)c->end_lineN + c->module * 8191 +
          (uint32_t)c->address * 2654435769u + c->clauses * 524287) *
             2246822519u >>
         19; /* 13 bits: BUCKETS_MAX */
}

/* Stores the construct in the file, where it gets the next number. */
static int add_construct(const struct construct *c, uint32_t flags) {
  struct pomp_construct *in_file;
  if (construct_count + 1 >= POMP_FILTERED ||
      !pomp_arena_room(&known_constructs, &construct_room, construct_count, construct_count + 1, sizeof *c))
    return -ENOMEM;
  int error = room(&constructs, sizeof *in_file);
  if (error)
    return error;
  in_file = (struct pomp_construct *)(void *)((char *)(constructs.block + 1) + constructs.used);
  *in_file = (struct pomp_construct){.name = number_of(c->name),
                                     .sub_name = number_of(c->sub_name),
                                     .file = number_of(c->stored_file),
                                     .function = number_of(c->function),
                                     .begin_line1 = c->begin_line1,
                                     .begin_lineN = c->begin_lineN,
                                     .end_line1 = c->end_line1,
                                     .end_lineN = c->end_lineN,
                                     .num_sections = c->num_sections,
                                     .flags = flags};
  if (c->module) {
    in_file->flags |= POMP_CONSTRUCT_CODE_SITE;
    in_file->module = number_of(c->module);
    in_file->build = number_of(c->build);
    in_file->address = c->address;
  }
  if (c->clauses) {
    in_file->flags |= POMP_CONSTRUCT_CLAUSES;
    in_file->clauses = number_of(c->noted);
    in_file->facts = c->facts;
  }
  if (c->clauses && !c->module) {
    in_file->num_threads = c->num_threads;
    in_file->chunk = c->chunk;
    in_file->iterations = c->iterations;
  }
  uint32_t *bucket = &construct_buckets[hash_construct(c) & mask];
  known_constructs[construct_count] = *c;
  known_constructs[construct_count].at = (uint64_t)((char *)in_file - pomp_base);
  known_constructs[construct_count++].chain = *bucket;
  *bucket = construct_count;
  constructs.used += sizeof *in_file;
  __atomic_store_n(&constructs.block->count, constructs.used / (uint32_t)sizeof *in_file, __ATOMIC_RELEASE);
  return 0;
}

/* Finds the number of the construct with these contents, a new one if there is none yet. */
static int find_or_add(const struct construct *wanted, uint32_t flags, uint32_t *number) {
  for (uint32_t i = construct_buckets[hash_construct(wanted) & mask]; i; i = known_constructs[i - 1].chain)
    if (same(&known_constructs[i - 1], wanted)) {
      *number = i;
      return 0;
    }
  int error = add_construct(wanted, flags);
  *number = construct_count;
  return error;
}

/* A routine that is excluded is so wherever it is called. */
static int find_place(const struct ompregdescr *d, enum pomp_excluded excluded, struct construct *c) {
  const struct pomp_code_place *place = pomp_code_place(d);
  if (!place || excluded == POMP_EXCLUDED)
    return 0;
  c->address = place->address;
  int error = find_string(place->module, &c->module);
  return error ? error : find_string(place->build, &c->build);
}

/* Descriptors of older modules end before these fields. */
static int find_clauses(const struct ompregdescr *d, struct construct *c) {
  if (d->version < 3 || !d->clauses)
    return 0;
  c->facts = (uint32_t)d->facts;
  c->num_threads = d->num_threads > 0 ? d->num_threads : 0;
  c->chunk = d->chunk > 0 ? d->chunk : 0;
  c->iterations = d->iterations > 0 ? (uint64_t)d->iterations : 0;
  int error = find_string(d->clauses, &c->clauses);
  return error ? error : find_piece(piece_of(d->clauses, d->version >= 5 ? d->notes : NULL, NULL), &c->noted);
}

static uint32_t flags_in_file(const struct ompregdescr *d, enum pomp_excluded excluded) {
  const bool of_all = d->version >= 2 && d->flags & POMP_RD_ALL_FUNCTIONS;
  return (excluded == POMP_EXCLUDED ? POMP_CONSTRUCT_FILTERED : 0) | (of_all ? POMP_CONSTRUCT_OF_ALL : 0);
}

int pomp_region_define(struct ompregdescr *d, pomp_region_new *also) {
  struct construct c = {.begin_line1 = d->begin_line1,
                        .begin_lineN = d->begin_lineN,
                        .end_line1 = d->end_line1,
                        .end_lineN = d->end_lineN,
                        .num_sections = d->num_sections,
                        .stays = pomp_construct_carries(d->name)};
  enum pomp_excluded excluded = pomp_exclude(d);
  c.stays |= excluded == POMP_EXCLUDED;
  uint32_t number, before = construct_count;
  int error = find_string(d->name, &c.name);
  if (!error)
    error = find_string(d->sub_name, &c.sub_name);
  const char *place = d->version >= 4 ? d->place : NULL, *source = d->version >= 6 ? d->source : NULL;
  if (!error)
    error = find_piece(piece_of(d->file_name, place, NULL), &c.file);
  if (!error)
    error = find_piece(piece_of(d->file_name, place, source), &c.stored_file);
  if (!error)
    error = find_string(d->function_name, &c.function);
  if (!error)
    error = find_place(d, excluded, &c);
  if (!error)
    error = find_clauses(d, &c);
  if (!error)
    error = find_or_add(&c, flags_in_file(d, excluded), &number);
  if (error)
    return error;
  if (excluded != POMP_EXCLUDED && (error = also(d, number)))
    return error;
  bool measured = excluded != POMP_EXCLUDED;
  unsigned flags = measured && d->version >= 2 ? (unsigned)d->flags & ~POMP_REGION_IS_FUNCTION : 0;
  if (measured && strcmp(d->name, "function") == 0)
    flags |= POMP_REGION_IS_FUNCTION;
  flags &= ~POMP_REGION_IS_PHASE;
  if (measured && pomp_phase_is_named(d))
    flags |= POMP_REGION_IS_PHASE;
  POMP_STORE(d->data[1], (void *)(uintptr_t)flags);
  POMP_STORE(d->data[2], NULL);
  if (!measured)
    number = POMP_FILTERED;
  else if (strcmp(d->name, "critical") == 0)
    __atomic_store_n(&d->data[2], (void *)pomp_lock_of_critical(c.name, c.sub_name), __ATOMIC_RELEASE);
  if (construct_count > before) {
    pomp_file()->filtered = filtered += !measured;
    left_barriers += measured && d->version >= 2 && d->flags & (POMP_RD_IMPLICIT_BARRIER | POMP_RD_IMPLICIT_JOIN);
    pomp_file()->left_barriers = left_barriers;
    pomp_exclude_say(d, excluded);
  }
  __atomic_store_n(&d->data[0], (void *)(uintptr_t)number, __ATOMIC_RELEASE);
  return 0;
}

/* True if the modifier `simd` stands before the colon of the schedule clause. */
static bool is_by_simd(const struct string *clauses) {
  static const char clause[] = "schedule(", modifier[] = "simd";
  const char *text = text_of(clauses), *end = text + clauses->length;
  bool in_clause = false, found = false;
  for (; text < end && !(in_clause && (*text == ':' || *text == ')')); text++) {
    size_t left = (size_t)(end - text);
    in_clause |= left >= sizeof clause && memcmp(text, clause, sizeof clause - 1) == 0;
    found |= in_clause && left >= sizeof modifier && memcmp(text, modifier, sizeof modifier - 1) == 0;
  }
  return found && text < end && *text == ':';
}

struct pomp_region_schedule pomp_region_schedule(uint32_t number) {
  const struct construct *c = &known_constructs[number - 1];
  struct pomp_region_schedule s = {.is_known = c->clauses && (!c->module || c->begin_line1 > 0)};
  if (s.is_known)
    s = (struct pomp_region_schedule){true, c->facts, c->chunk > 0 ? (uint32_t)c->chunk : 0,
                                      is_by_simd(&known_strings[c->clauses - 1])};
  return s;
}

uint32_t pomp_region_left_barriers(void) { return left_barriers; }

bool pomp_region_is_left_out(uint32_t number) {
  return number && number <= construct_count && known_constructs[number - 1].is_left_out;
}

bool pomp_region_leave_out(uint32_t number) {
  if (!number || number > construct_count)
    return false;
  struct construct *c = &known_constructs[number - 1];
  if (c->is_left_out || c->stays)
    return false;
  ((struct pomp_construct *)(void *)(pomp_base + c->at))->flags |= POMP_CONSTRUCT_LEFT_OUT;
  return c->is_left_out = true;
}

bool pomp_region_drop(struct ompregdescr *d) {
  const uint64_t number = (uintptr_t)POMP_LOAD(d->data[0]);
  if (!pomp_region_is_left_out((uint32_t)number))
    return false;
  POMP_STORE(d->data[1], (void *)(uintptr_t)(number << 32));
  __atomic_store_n(&d->data[0], (void *)(uintptr_t)POMP_FILTERED, __ATOMIC_RELEASE);
  return true;
}
