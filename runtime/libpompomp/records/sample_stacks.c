/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_stacks.c - reads stacks, and keeps each that is another one; see sample_stacks.h.
 * Not here: which code there is (sample_modules.c). */
#include "records/sample_stacks.h"
#include "pomp_system.h"
#include "records/sample_modules.h"

#include <string.h>

#define STACKS_MAX (64u << 10) /* of a thread */
#define ROOM_FIRST 256u
#define BLOCK_MAX (256u << 10) /* a thread takes so much at a time when it has half of that already */
#define WORD sizeof(uint64_t)
#define NO_CODE 4096u /* the first page is nobody's */

static uint64_t mix(uint64_t hash, uint64_t value, uint64_t distance) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  hash = (hash ^ hash >> 32 ^ distance) * 0xff51afd7ed558ccdu;
  return hash ^ hash >> 29;
}

/* --- reading --- */

/* Keeps what matters of `count` words, the first of which is word `first` of the stack. False: there is no more room.
 * Sanitizers know nothing of what lies between variables. */
__attribute__((no_sanitize("address", "thread", "memory"))) static bool
keep(struct pomp_sample_scan *s, const uint64_t *words, uint32_t first, uint32_t count, uint64_t reach) {
  for (uint32_t i = 0; i < count; i++) {
    const uint64_t word = words[i];
    if (word - s->at.sp >= reach) {
      const uint32_t module = word < NO_CODE ? 0 : pomp_sample_modules_return_to(word);
      if (!module)
        continue;
      s->hash = mix(s->hash, word, (uint64_t)module << 32 | (first + i));
    }
    if (s->count == POMP_SAMPLE_WORDS)
      return false;
    s->places[s->count] = first + i;
    s->words[s->count++] = word;
  }
  return true;
}

/* The kernel copies up to the end of a page, so that it tells how far the stack goes. */
static void scan_by_copies(struct pomp_sample_scan *s) {
  const pid_t process = pomp_sys_getpid();
  uint32_t done = 0;
  while (done < POMP_SAMPLE_DEPTH) {
    uint64_t from = s->at.sp + done;
    uint32_t size = (uint32_t)(sizeof s->chunk - from % sizeof s->chunk);
    ssize_t n = pomp_sys_read_memory(process, s->chunk, from, size);
    uint32_t have = n < (ssize_t)WORD ? 0 : (uint32_t)n / WORD;
    bool room = keep(s, s->chunk, done / WORD, have, POMP_SAMPLE_DEPTH);
    done += have * WORD;
    if (!room || have * WORD < size) {
      s->cut = !room;
      break;
    }
  }
  s->cut |= done >= POMP_SAMPLE_DEPTH;
  s->scanned = done;
}

void pomp_sample_scan(struct pomp_sample_scan *s, const struct pomp_own_stack *own) {
  const struct pomp_arch_interrupted *at = &s->at;
  s->count = s->scanned = 0;
  s->cut = false;
  s->hash = mix(0, at->frame - at->sp < POMP_SAMPLE_DEPTH ? at->frame - at->sp : 1, pomp_sample_modules_at(at->pc));
  if (at->link && pomp_sample_modules_return_to(at->link))
    s->hash = mix(s->hash, at->link, 0);
  if (at->sp % WORD)
    return;
  if (pomp_own_stack_has(own, at->sp) && !pomp_arch_is_in_valgrind()) {
    uint64_t all = own->high - at->sp, size = all < POMP_SAMPLE_DEPTH ? all : POMP_SAMPLE_DEPTH;
    /* NOLINTNEXTLINE(performance-no-int-to-ptr) */
    s->cut = !keep(s, (const uint64_t *)at->sp, 0, (uint32_t)(size / WORD), size) || size < all;
    s->scanned = (uint32_t)size;
  } else
    scan_by_copies(s);
}

/* --- keeping --- */

static struct pomp_stack_entry *find(const struct pomp_sample_stacks *t, uint64_t hash) {
  struct pomp_stack_entry *e = &t->table[hash & (t->room - 1)];
  while (e->number && e->hash != hash)
    e = e + 1 == t->table + t->room ? t->table : e + 1;
  return e;
}

static bool grow(struct pomp_sample_stacks *t) {
  struct pomp_stack_entry *old = t->table;
  const uint32_t old_room = t->room, more = old_room ? old_room * 2 : ROOM_FIRST;
  struct pomp_stack_entry *made = pomp_arena_scratch(more * sizeof *made);
  if (!made)
    return false;
  t->table = made;
  t->room = more;
  for (uint32_t i = 0; i < old_room; i++)
    if (old[i].number)
      *find(t, old[i].hash) = old[i];
  if (old)
    pomp_arena_scratch_free(old, old_room * sizeof *old);
  return true;
}

bool pomp_sample_has_room(void) { return pomp_arena_left() >= pomp_arena_limit() / 8; }

static uint32_t size_of_places(const struct pomp_sample_scan *s) {
  return (s->count * (uint32_t)sizeof *s->places + 7) / 8 * 8;
}

static uint32_t size_of(const struct pomp_sample_scan *s) {
  return (uint32_t)sizeof(struct pomp_stack) + POMP_ARCH_KEPT_COUNT * 8 + size_of_places(s) + s->count * (uint32_t)WORD;
}

static bool table_is_full(const struct pomp_sample_stacks *t) { return t->count * 2 >= t->room; }

static bool has_block(const struct pomp_sample_stacks *t, uint32_t size) {
  return t->at.block && sizeof *t->at.block + t->at.used + size <= t->at.size;
}

bool pomp_sample_stack_fits(const struct pomp_sample_stacks *t, const struct pomp_sample_scan *s) {
  return s->at.sp % WORD || t->is_full ||
         (t->room && (find(t, s->hash)->number || (!table_is_full(t) && has_block(t, size_of(s)))));
}

static uint64_t bytes_most = UINT64_MAX, bytes; /* of all threads */

void pomp_sample_stacks_have(uint64_t most) {
  enum { A_PART = 8 };
  const uint64_t part = pomp_arena_limit() / A_PART;
  bytes_most = most == UINT64_MAX || most < part ? most : part;
}

static bool make_block(struct pomp_sample_stacks *t, uint32_t size) {
  uint64_t wanted = !t->at.block ? POMP_FORMAT_ALIGN : t->at.size < BLOCK_MAX ? t->at.size * 2 : BLOCK_MAX;
  struct pomp_block *made;
  while (wanted < sizeof *made + size)
    wanted *= 2;
  if (bytes + wanted > bytes_most || pomp_arena_block(&made, POMP_BLOCK_STACKS, 0, sizeof *made, wanted))
    return false;
  bytes += wanted;
  pomp_arena_touch(made);
  t->at = (struct pomp_arena_records){made, wanted, 0};
  pomp_arena_publish();
  return true;
}

void pomp_sample_stack_make_room(struct pomp_sample_stacks *t, const struct pomp_sample_scan *s) {
  if (!pomp_sample_stack_fits(t, s))
    t->is_full = t->count == STACKS_MAX || !pomp_sample_has_room() || (table_is_full(t) && !grow(t)) ||
                 (!has_block(t, size_of(s)) && !make_block(t, size_of(s)));
}

/* Writes the stack, and returns its number. */
static uint32_t add(struct pomp_sample_stacks *t, const struct pomp_sample_scan *s) {
  const uint32_t places = size_of_places(s), size = size_of(s);
  char *to = (char *)(t->at.block + 1) + t->at.used;
  *(struct pomp_stack *)(void *)to = (struct pomp_stack){.size = size,
                                                         .flags = s->cut ? POMP_STACK_CUT : 0,
                                                         .at = s->at.sp,
                                                         .scanned = s->scanned,
                                                         .modules = pomp_sample_modules_count(),
                                                         .registers = POMP_ARCH_KEPT_COUNT,
                                                         .words = s->count,
                                                         .which = POMP_ARCH_KEPT};
  uint32_t number = (uint32_t)((uint64_t)(to - pomp_base) / 8);
  to += sizeof(struct pomp_stack);
  memcpy(to, s->at.kept, sizeof s->at.kept);
  to += sizeof s->at.kept;
  memcpy(to, s->places, s->count * sizeof *s->places);
  memcpy(to + places, s->words, s->count * WORD);
  t->at.used += size;
  __atomic_store_n(&t->at.block->count, t->at.used, __ATOMIC_RELEASE);
  return number;
}

uint32_t pomp_sample_stack(struct pomp_sample_stacks *t, const struct pomp_sample_scan *s) {
  if (s->at.sp % WORD || !t->room)
    return 0;
  struct pomp_stack_entry *e = find(t, s->hash);
  if (e->number || table_is_full(t) || !has_block(t, size_of(s)))
    return e->number;
  *e = (struct pomp_stack_entry){s->hash, add(t, s)};
  t->count++;
  return e->number;
}
