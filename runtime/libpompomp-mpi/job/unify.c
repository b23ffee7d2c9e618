/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unify.c - the functions of unify.h.
 * Not here: messages and files (merge.c). */
#include "job/unify.h"

#include <stdlib.h>
#include <string.h>

#define MIN_ROOM 64u

/* A packed set begins with this; constructs, lengths of strings, and text follow. */
struct packed {
  uint32_t strings, constructs;
  uint64_t text;
};

void pomp_definitions_free(struct pomp_definitions *d) {
  free(d->strings);
  free(d->text);
  free(d->constructs);
  free(d->string_slots);
  free(d->construct_slots);
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
  const uint32_t words[] = {c->name,
                            c->sub_name,
                            c->file,
                            c->function,
                            (uint32_t)c->begin_line1,
                            (uint32_t)c->begin_lineN,
                            (uint32_t)c->end_line1,
                            (uint32_t)c->end_lineN,
                            (uint32_t)c->num_sections};
  uint64_t h = 0;
  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    h = (h ^ words[i]) * 0x9e3779b97f4a7c15u;
    h ^= h >> 32;
  }
  return (uint32_t)h;
}

/* Makes room for one more element, at `count`. */
static bool grow(void **array, uint32_t *room, uint32_t count, size_t size) {
  if (count < *room)
    return true;
  uint32_t more = *room ? *room * 2 : MIN_ROOM;
  void *result = more > *room ? realloc(*array, (size_t)more * size) : NULL;
  if (!result)
    return false;
  *array = result;
  *room = more;
  return true;
}

static uint32_t *slots_for(uint32_t count, uint32_t *mask) {
  uint64_t slots = MIN_ROOM * 2;
  while (slots < count * 2ull)
    slots *= 2;
  *mask = (uint32_t)(slots - 1);
  return calloc(slots, sizeof(uint32_t));
}

static bool more_string_slots(struct pomp_definitions *d) {
  if (d->string_slots && d->string_count * 2ull <= d->string_mask)
    return true;
  uint32_t mask, *slots = slots_for((d->string_count + 1) * 2, &mask);
  if (!slots)
    return false;
  for (uint32_t i = 0; i < d->string_count; i++) {
    uint32_t slot = d->strings[i].hash & mask;
    while (slots[slot])
      slot = (slot + 1) & mask;
    slots[slot] = i + 1;
  }
  free(d->string_slots);
  d->string_slots = slots;
  d->string_mask = mask;
  return true;
}

static bool more_construct_slots(struct pomp_definitions *d) {
  if (d->construct_slots && d->construct_count * 2ull <= d->construct_mask)
    return true;
  uint32_t mask, *slots = slots_for((d->construct_count + 1) * 2, &mask);
  if (!slots)
    return false;
  for (uint32_t i = 0; i < d->construct_count; i++) {
    uint32_t slot = hash_construct(&d->constructs[i]) & mask;
    while (slots[slot])
      slot = (slot + 1) & mask;
    slots[slot] = i + 1;
  }
  free(d->construct_slots);
  d->construct_slots = slots;
  d->construct_mask = mask;
  return true;
}

static uint32_t failed(struct pomp_definitions *d) {
  d->failed = true;
  return 0;
}

uint32_t pomp_definitions_string(struct pomp_definitions *d, const char *text, uint32_t length) {
  if (d->failed || !more_string_slots(d))
    return failed(d);
  uint32_t hash = hash_bytes(text, length), slot = hash & d->string_mask, i;
  for (; (i = d->string_slots[slot]); slot = (slot + 1) & d->string_mask) {
    const struct pomp_text_at *s = &d->strings[i - 1];
    if (s->hash == hash && s->length == length && memcmp(d->text + s->at, text, length) == 0)
      return i - 1;
  }
  if (!grow((void **)(void *)&d->strings, &d->string_room, d->string_count, sizeof *d->strings))
    return failed(d);
  if (d->text_size + length > d->text_room || !d->text) {
    uint64_t room = d->text_room * 2 > d->text_size + length ? d->text_room * 2 : d->text_size + length + 4096;
    char *more = realloc(d->text, room);
    if (!more)
      return failed(d);
    d->text = more;
    d->text_room = room;
  }
  memcpy(d->text + d->text_size, text, length);
  d->strings[d->string_count] = (struct pomp_text_at){d->text_size, length, hash};
  d->text_size += length;
  d->string_slots[slot] = ++d->string_count;
  return d->string_count - 1;
}

static bool same(const struct pomp_construct *a, const struct pomp_construct *b) {
  return a->name == b->name && a->sub_name == b->sub_name && a->file == b->file && a->function == b->function &&
         a->begin_line1 == b->begin_line1 && a->begin_lineN == b->begin_lineN && a->end_line1 == b->end_line1 &&
         a->end_lineN == b->end_lineN && a->num_sections == b->num_sections;
}

uint32_t pomp_definitions_construct(struct pomp_definitions *d, const struct pomp_construct *c) {
  if (d->failed || d->construct_count >= POMP_MAX_CONSTRUCTS - 1 || !more_construct_slots(d))
    return failed(d);
  uint32_t slot = hash_construct(c) & d->construct_mask, i;
  for (; (i = d->construct_slots[slot]); slot = (slot + 1) & d->construct_mask)
    if (same(&d->constructs[i - 1], c)) {
      d->constructs[i - 1].flags &= c->flags; /* a construct is excluded if it is so on all ranks that met it */
      return i - 1;
    }
  if (!grow((void **)(void *)&d->constructs, &d->construct_room, d->construct_count, sizeof *d->constructs))
    return failed(d);
  d->constructs[d->construct_count] = *c;
  d->constructs[d->construct_count].own_chain = d->constructs[d->construct_count].own_number = 0;
  d->construct_slots[slot] = ++d->construct_count;
  return d->construct_count - 1;
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
    if (c.name >= head.strings || c.sub_name >= head.strings || c.file >= head.strings || c.function >= head.strings)
      return false;
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
