/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_levels.c - asks libdw for the functions and lines of an address, and remembers them. */
#include "sums/code_levels.h"
#include "files/code_files.h"
#include "files/debug_info.h"
#include "pomp_array.h"
#include "pomp_index.h"
#include "sums/interned_text.h"

#include <stdlib.h>

static struct known_code {
  uint64_t address;
  uint32_t file, first, count;
  enum call_known known;
  bool made;
} *all;
static uint32_t count, room;
static struct call_level *all_levels;
static uint32_t level_count, level_room;
static struct pomp_index by_address;

static bool is_same(const void *context, uint32_t i) {
  const struct known_code *wanted = context;
  return all[i].file == wanted->file && all[i].address == wanted->address;
}

static bool add_level(const struct call_level *l) {
  const char *function = interned_text(l->function), *file = interned_text(l->file);
  if (!function || !file || !POMP_ARRAY_ROOM(all_levels, level_room, level_count + 1ull))
    return false;
  all_levels[level_count++] = (struct call_level){function, file, l->line};
  return true;
}

static bool look(struct known_code *k) {
  struct call_level levels[DEBUG_LEVELS];
  const struct code_file *f = code_file_at(k->file);
  k->known = f->known;
  k->first = level_count;
  k->count = k->known == CALL_LINE ? debug_levels(f->file, k->address, levels, &k->known, &k->made) : 0;
  if (k->count == DEBUG_NO_MEMORY)
    return false;
  bool good = true;
  for (uint32_t i = 0; good && i < k->count; i++)
    good = add_level(&levels[i]);
  debug_free_levels(levels, k->count);
  return good;
}

bool code_levels_find(uint32_t file, uint64_t address, struct code_levels *levels) {
  struct known_code wanted = {.file = file, .address = address};
  if (!pomp_index_room(&by_address, count + 1ull) || !POMP_ARRAY_ROOM(all, room, count + 1ull))
    return false;
  const uint32_t hash = pomp_hash(file, address);
  struct pomp_slot *slot = pomp_index_find(&by_address, hash, is_same, &wanted);
  if (!slot->number) {
    if (!look(&wanted))
      return false;
    all[count] = wanted;
    pomp_index_put(&by_address, slot, hash, count++);
  }
  const struct known_code *k = &all[slot->number - 1];
  *levels = (struct code_levels){k->count, k->known, k->made, k->count ? all_levels + k->first : NULL};
  return true;
}
