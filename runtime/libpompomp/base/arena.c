/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arena.c - the mapped experiment file: reserve first, touch afterwards.
 * Not here: what is stored in the blocks, how the file grows (reserved_file.h), and its mapping (growing_map.h). */
#include "base/arena.h"
#include "base/reserved_file.h"
#include "pomp_system.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h> /* RENAME_NOREPLACE */
#include <string.h>

#define GROW_MIN (64u << 10)
#define GROW_MAX (4u << 20)

char *pomp_base;

static struct pomp_reserved_file file;
static struct pomp_map map;
static bool map_is_full; /* the last call found no memory because the process may map no more of the file */
static int refused;      /* see pomp_arena_refused */
static uint64_t limit;   /* bytes of file and scratch memory together */
static uint64_t used;    /* bytes of the file that are handed out */
static uint64_t scratch;

/* Notes why there is no memory: an error of the system, or 0 for the limit. */
static int found_none(int error, bool by_map) {
  refused = error;
  map_is_full = by_map;
  return -ENOMEM;
}

static int grow(uint64_t needed) {
  uint64_t step = file.reserved < GROW_MIN ? GROW_MIN : file.reserved > GROW_MAX ? GROW_MAX : file.reserved;
  uint64_t target = file.reserved + step;
  if (target < needed)
    target = needed;
  if (target + scratch > limit)
    target = needed;
  int error = pomp_map_grow(&map, target);
  if (error)
    error = pomp_map_grow(&map, target = needed);
  if (error)
    return error == -ENOMEM ? found_none(error, true) : error;
  error = pomp_reserved_grow(&file, map.at, needed, target, limit);
  return error == -ENOMEM ? found_none(error, false) : error;
}

int pomp_arena_create(int at, const char *path, uint64_t bytes, uint64_t taken, mode_t mode) {
  limit = bytes;
  scratch = taken;
  uint64_t first = limit > taken ? (limit - taken) / POMP_FORMAT_ALIGN * POMP_FORMAT_ALIGN : 0;
  if (first <= POMP_FORMAT_HEADER_SIZE)
    return -ENOMEM;
  int fd = pomp_reserved_create(&file, at, path, first < GROW_MIN ? first : GROW_MIN, mode);
  if (fd < 0)
    return fd;
  pomp_reserved_extend(&file, fd, limit); /* first: qemu maps nothing behind the end of a file */
  int error = pomp_map_begin(&map, POMP_MAP_PROFILE, fd, file.reserved, limit);
  pomp_sys_close(fd);
  if (error) {
    pomp_reserved_unlink(&file);
    return error;
  }
  pomp_base = map.at;
  used = POMP_FORMAT_HEADER_SIZE;
  struct pomp_header *header = pomp_file();
  header->byte_order = POMP_FORMAT_BYTE_ORDER;
  header->version = POMP_FORMAT_VERSION;
  header->header_size = POMP_FORMAT_HEADER_SIZE;
  header->state = POMP_STATE_RUNNING;
  header->limit = limit;
  pomp_arena_publish();
  uint64_t magic; /* it is stored at once, after the rest of the header: until then the file is no experiment */
  memcpy(&magic, POMP_FORMAT_MAGIC, sizeof magic);
  __atomic_store_n((uint64_t *)(void *)header->magic, magic, __ATOMIC_RELEASE);
  return 0;
}

int pomp_arena_open(void) { return pomp_reserved_open(&file); }

int pomp_arena_move(int at, const char *path) { return pomp_reserved_move(&file, at, path); }

void pomp_arena_unlink(void) { pomp_reserved_unlink(&file); }

int pomp_arena_block(struct pomp_block **block, uint32_t type, uint32_t location, uint32_t first, uint64_t size) {
  if (size > limit || used + size + scratch > limit)
    return found_none(0, false);
  if (used + size > file.reserved) {
    int error = grow(used + size);
    if (error)
      return error;
  }
  struct pomp_block *b = (struct pomp_block *)(void *)(pomp_base + used);
  used += size;
  b->type = type;
  b->size = size;
  b->first = first;
  b->location = location;
  *block = b;
  return 0;
}

void pomp_arena_touch(struct pomp_block *b) {
#ifdef MADV_POPULATE_WRITE
  pomp_sys_madvise(b, b->size, MADV_POPULATE_WRITE);
#else
  (void)b;
#endif
}

uint64_t pomp_arena_used(void) { return used; }

void pomp_arena_publish(void) { __atomic_store_n(&pomp_file()->used, used, __ATOMIC_RELEASE); }

#define RECORDS_MAX (64u << 10) /* the bytes of a block of records */

int pomp_arena_records_make_room(struct pomp_arena_records *r, uint32_t type, uint32_t bytes) {
  uint64_t size = r->block && r->size < RECORDS_MAX ? r->size * 2 : POMP_FORMAT_ALIGN;
  struct pomp_block *made;
  int error;
  if (pomp_arena_records_fit(r, bytes))
    return 0;
  while ((error = pomp_arena_block(&made, type, 0, sizeof *made, size)) && size > POMP_FORMAT_ALIGN)
    size /= 2;
  if (error)
    return error;
  *r = (struct pomp_arena_records){made, size, 0};
  pomp_arena_publish();
  return 0;
}

int pomp_arena_record(struct pomp_arena_records *r, uint32_t type, uint32_t bytes, void **record) {
  int error = pomp_arena_records_make_room(r, type, bytes);
  if (!error)
    *record = pomp_arena_records_take(r, bytes);
  return error;
}

/* Makes sure that `size` more bytes outside the file are within the limit. If they are not, what is reserved of the
 * file and not needed yet is given back. */
static bool has_room(uint64_t size) {
  if (size > limit || used + scratch + size > limit)
    return false;
  if (file.reserved + scratch + size > limit)
    pomp_arena_trim();
  return file.reserved + scratch + size <= limit;
}

/* Rounds up to what the kernel takes for it. */
static uint64_t in_pages(size_t size) {
  const size_t page = pomp_sys_page();
  return ((uint64_t)size + page - 1) / page * page;
}

void *pomp_arena_scratch(size_t size) {
  void *at = NULL;
  if (!has_room(in_pages(size))) {
    found_none(0, false);
    return NULL;
  }
  int error = pomp_sys_mmap(&at, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (error) {
    found_none(error, false);
    return NULL;
  }
  scratch += in_pages(size);
  return at;
}

const struct pomp_map *pomp_arena_map(void) { return &map; }

int pomp_arena_refused(void) { return refused; }

bool pomp_arena_map_is_full(void) { return map_is_full; }

uint64_t pomp_arena_limit(void) { return limit; }

uint64_t pomp_arena_left(void) { return limit - used - scratch; }

void pomp_arena_scratch_free(void *memory, size_t size) {
  pomp_sys_munmap(memory, size);
  scratch -= in_pages(size);
}

bool pomp_arena_room(void *array, uint32_t *room, uint32_t used, uint32_t needed, size_t size) {
  if (needed <= *room)
    return true;
  uint32_t more = *room ? *room : 8;
  while (more < needed)
    more *= 2;
  void *old, *made = pomp_arena_scratch(more * size);
  if (!made)
    return false;
  memcpy(&old, array, sizeof old);
  if (old) {
    memcpy(made, old, used * size);
    pomp_arena_scratch_free(old, *room * size);
  }
  memcpy(array, &made, sizeof made);
  *room = more;
  return true;
}

void pomp_arena_trim(void) { pomp_reserved_trim(&file, used); }
