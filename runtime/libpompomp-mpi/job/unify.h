/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unify.h - definitions of several ranks become one set: strings, and constructs that are made of them.
 * Not here: messages and files (merge.c). The functions are pure; bench/unify calls them as well. */
#ifndef POMP_MPI_UNIFY_H
#define POMP_MPI_UNIFY_H

#include "pomp_format.h"
#include "pomp_index.h"

#include <stdbool.h>
#include <stddef.h>

/* It is a set that grows. Each string and construct is there once, in the order in which they came; numbers are indices
 * from 0. */
struct pomp_definitions {
  struct pomp_text_at {
    uint64_t at; /* in `text` */
    uint32_t length;
  } *strings;
  char *text;
  struct pomp_construct *constructs; /* their strings are indices of `strings` */
  uint64_t text_size;
  uint32_t text_room, string_count, string_room, construct_count, construct_room;
  struct pomp_index by_text, by_construct;
  bool failed; /* no memory, or more than numbers can count: the set lacks what came since */
};

void pomp_definitions_free(struct pomp_definitions *d);

/* Returns the index of the string or construct with these contents, which is added if it is new. A construct that is no
 * code site has 0 for its module, build and address. 0 after a failure (d->failed). */
uint32_t pomp_definitions_string(struct pomp_definitions *d, const char *text, uint32_t length);
uint32_t pomp_definitions_construct(struct pomp_definitions *d, const struct pomp_construct *c);

/* Returns the set as bytes, in memory from malloc. All ranks of a job have the same layout. NULL: no memory. */
void *pomp_definitions_pack(const struct pomp_definitions *d, size_t *size);

/* These are the numbers that the definitions of one set have in another one. */
struct pomp_renumbering {
  uint32_t string_count, construct_count;
  uint32_t *strings, *constructs; /* one piece of memory: constructs follow strings */
};
bool pomp_renumbering_make(struct pomp_renumbering *r, uint32_t strings, uint32_t constructs);
void pomp_renumbering_free(struct pomp_renumbering *r);

/* Adds a packed set, and tells what its numbers have become. False: the bytes are not what pack makes, or d->failed. */
bool pomp_definitions_merge(struct pomp_definitions *d, const void *packed, size_t size, struct pomp_renumbering *r);

/* `below` leads to a set that `above` renumbers; afterwards `below` leads to where `above` does. False: they don't fit
 * together. */
bool pomp_renumbering_apply(const struct pomp_renumbering *above, struct pomp_renumbering *below);

#endif
