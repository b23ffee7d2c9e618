/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unify.c - puts the definitions of several ranks together, each once, and tells how they are renumbered.
 * Not here: messages and files (merge.c). */
#include "job/unify.h"
#include "pomp_array.h"

#include <stdlib.h>
#include <string.h>

/* A packed set begins with this; constructs, lengths of strings, and text follow. */
struct packed {
  uint32_t strings, constructs;
  uint64_t text;
};

void pomp_definitions_free(struct pomp_definitions *d) {
  free(d->strings);
  free(d->text);
  free(d->constructs);
  pomp_index_free(&d->by_text);
  pomp_index_free(&d->by_construct);
  *d = (struct pomp_definitions){.failed = false};
}

static uint32_t hash_bytes(const char *text, uint32_t length) {
  uint64_t h = length;
  for (; length >= 8; length -= 8, text += 8) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    h = (h ^ word) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  for (; length; length--, text++)
    h = (h ^ (unsigned char)*text) * 0x100000001b3u;
  return (uint32_t)(h ^ h >> 32);
}

static uint32_t hash_construct(const struct pomp_construct *c) {
  const uint32_t words[] = {c->clauses,
                            c->facts,
                            c->name,
                            c->sub_name,
                            c->file,
                            c->function,
                            (uint32_t)c->begin_line1,
                            (uint32_t)c->begin_lineN,
                            (uint32_t)c->end_line1,
                            (uint32_t)c->end_lineN,
                            (uint32_t)c->num_sections,
                            c->module,
                            c->build,
                            (uint32_t)c->address,
                            (uint32_t)(c->address >> 32)};
  uint64_t h = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    h = (h ^ words[i]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return (uint32_t)h;
}

static uint32_t failed(struct pomp_definitions *d) {
  d->failed = true;
  return 0;
}

/* This says what is looked for, and where. */
struct text_sought {
  const struct pomp_definitions *d;
  const char *text;
  uint32_t length;
};
static bool is_text(const void *context, uint32_t number) {
  const struct text_sought *sought = context;
  const struct pomp_text_at *s = &sought->d->strings[number];
  return s->length == sought->length && memcmp(sought->d->text + s->at, sought->text, s->length) == 0;
}

uint32_t pomp_definitions_string(struct pomp_definitions *d, const char *text, uint32_t length) {
  if (d->failed || !pomp_index_room(&d->by_text, d->string_count + 1ull))
    return failed(d);
  const struct text_sought sought = {d, text, length};
  uint32_t hash = hash_bytes(text, length);
  struct pomp_slot *slot = pomp_index_find(&d->by_text, hash, is_text, &sought);
  if (slot->number)
    return slot->number - 1;
  if (!POMP_ARRAY_ROOM(d->strings, d->string_room, d->string_count + 1ull) ||
      !POMP_ARRAY_ROOM(d->text, d->text_room, d->text_size + length))
    return failed(d);
  memcpy(d->text + d->text_size, text, length);
  d->strings[d->string_count] = (struct pomp_text_at){d->text_size, length};
  d->text_size += length;
  pomp_index_put(&d->by_text, slot, hash, d->string_count);
  return d->string_count++;
}

struct construct_sought {
  const struct pomp_definitions *d;
  const struct pomp_construct *construct;
};
static bool is_construct(const void *context, uint32_t number) {
  const struct construct_sought *sought = context;
  const struct pomp_construct *a = &sought->d->constructs[number], *b = sought->construct;
  const uint32_t kinds = POMP_CONSTRUCT_CODE_SITE | POMP_CONSTRUCT_CLAUSES;
  return (a->flags & kinds) == (b->flags & kinds) && a->clauses == b->clauses && a->facts == b->facts &&
         a->name == b->name && a->sub_name == b->sub_name && a->file == b->file && a->function == b->function &&
         a->begin_line1 == b->begin_line1 && a->begin_lineN == b->begin_lineN && a->end_line1 == b->end_line1 &&
         a->end_lineN == b->end_lineN && a->num_sections == b->num_sections && a->module == b->module &&
         a->build == b->build && a->address == b->address;
}

uint32_t pomp_definitions_construct(struct pomp_definitions *d, const struct pomp_construct *c) {
  if (d->failed || d->construct_count >= POMP_MAX_CONSTRUCTS - 1 ||
      !pomp_index_room(&d->by_construct, d->construct_count + 1ull))
    return failed(d);
  const struct construct_sought sought = {d, c};
  uint32_t hash = hash_construct(c);
  struct pomp_slot *slot = pomp_index_find(&d->by_construct, hash, is_construct, &sought);
  if (slot->number) {
    /* A construct is excluded if all ranks that met it exclude it. */
    d->constructs[slot->number - 1].flags &= c->flags;
    return slot->number - 1;
  }
  if (!POMP_ARRAY_ROOM(d->constructs, d->construct_room, d->construct_count + 1ull))
    return failed(d);
  d->constructs[d->construct_count] = *c;
  pomp_index_put(&d->by_construct, slot, hash, d->construct_count);
  return d->construct_count++;
}

void *pomp_definitions_pack(const struct pomp_definitions *d, size_t *size) {
  const struct packed head = {d->string_count, d->construct_count, d->text_size};
  size_t constructs = d->construct_count * sizeof *d->constructs, lengths = d->string_count * sizeof(uint32_t);
  *size = sizeof head + constructs + lengths + d->text_size;
  char *bytes = malloc(*size);
  if (!bytes)
    return NULL;
  memcpy(bytes, &head, sizeof head);
  if (constructs)
    memcpy(bytes + sizeof head, d->constructs, constructs);
  uint32_t *length = (uint32_t *)(void *)(bytes + sizeof head + constructs);
  for (uint32_t i = 0; i < d->string_count; i++)
    length[i] = d->strings[i].length;
  if (d->text_size)
    memcpy(bytes + sizeof head + constructs + lengths, d->text, d->text_size);
  return bytes;
}

bool pomp_renumbering_make(struct pomp_renumbering *r, uint32_t strings, uint32_t constructs) {
  r->string_count = strings;
  r->construct_count = constructs;
  r->strings = malloc(((size_t)strings + constructs + 1) * sizeof *r->strings);
  r->constructs = r->strings ? r->strings + strings : NULL;
  return r->strings != NULL;
}

void pomp_renumbering_free(struct pomp_renumbering *r) {
  free(r->strings);
  *r = (struct pomp_renumbering){0, 0, NULL, NULL};
}

bool pomp_definitions_merge(struct pomp_definitions *d, const void *packed, size_t size, struct pomp_renumbering *r) {
  struct packed head;
  *r = (struct pomp_renumbering){0, 0, NULL, NULL};
  if (size < sizeof head)
    return false;
  memcpy(&head, packed, sizeof head);
  uint64_t constructs = head.constructs * (uint64_t)sizeof(struct pomp_construct);
  uint64_t lengths = head.strings * (uint64_t)sizeof(uint32_t);
  if (head.text > size || sizeof head + constructs + lengths + head.text != size ||
      !pomp_renumbering_make(r, head.strings, head.constructs))
    return false;
  const char *from = (const char *)packed + sizeof head, *text = from + constructs + lengths, *end = text + head.text;
  for (uint32_t i = 0; i < head.strings; i++) {
    uint32_t length;
    memcpy(&length, from + constructs + i * sizeof length, sizeof length);
    if (length > (size_t)(end - text))
      return false;
    r->strings[i] = pomp_definitions_string(d, text, length);
    text += length;
  }
  for (uint32_t i = 0; i < head.constructs; i++) {
    struct pomp_construct c;
    memcpy(&c, from + i * sizeof c, sizeof c);
    bool site = c.flags & POMP_CONSTRUCT_CODE_SITE, clauses = c.flags & POMP_CONSTRUCT_CLAUSES;
    if (c.name >= head.strings || c.sub_name >= head.strings || c.file >= head.strings || c.function >= head.strings ||
        (site && (c.module >= head.strings || c.build >= head.strings)) || (clauses && c.clauses >= head.strings))
      return false;
    if (site) {
      c.module = r->strings[c.module];
      c.build = r->strings[c.build];
    }
    if (clauses)
      c.clauses = r->strings[c.clauses];
    c.name = r->strings[c.name];
    c.sub_name = r->strings[c.sub_name];
    c.file = r->strings[c.file];
    c.function = r->strings[c.function];
    r->constructs[i] = pomp_definitions_construct(d, &c);
  }
  return !d->failed;
}

bool pomp_renumbering_apply(const struct pomp_renumbering *above, struct pomp_renumbering *below) {
  for (uint32_t i = 0; i < below->string_count; i++) {
    if (below->strings[i] >= above->string_count)
      return false;
    below->strings[i] = above->strings[below->strings[i]];
  }
  for (uint32_t i = 0; i < below->construct_count; i++) {
    if (below->constructs[i] >= above->construct_count)
      return false;
    below->constructs[i] = above->constructs[below->constructs[i]];
  }
  return true;
}
