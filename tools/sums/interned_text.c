/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interned_text.c - finds a text among those that were kept, and keeps it if it is new. */
#include "sums/interned_text.h"
#include "pomp_array.h"
#include "pomp_index.h"

#include <string.h>

static const char **texts;
static uint32_t text_count, text_room;
static struct pomp_index by_text;

static bool is_same(const void *text, uint32_t i) { return strcmp(texts[i], text) == 0; }

const char *interned_text(const char *text) {
  if (!POMP_ARRAY_ROOM(texts, text_room, text_count + 1ull) || !pomp_index_room(&by_text, text_count + 1ull))
    return NULL;
  const uint32_t hash = pomp_hash_text(0, text);
  struct pomp_slot *slot = pomp_index_find(&by_text, hash, is_same, text);
  if (!slot->number) {
    if (!(texts[text_count] = strdup(text)))
      return NULL;
    pomp_index_put(&by_text, slot, hash, text_count++);
  }
  return texts[slot->number - 1];
}
