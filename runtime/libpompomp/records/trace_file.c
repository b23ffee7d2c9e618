/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_file.c - the mapped trace file: room for chunks, reserved before it is touched.
 * Not here: what is in the chunks (trace.c); the profile's file, which is built alike (arena.c).
 *
 * The mapping is so many slots, each for one chunk of the file. When it has grown to POMP_TRACE_MEMORY bytes, or to
 * what the process may map, and all slots are in use, the trace stops; or the slots whose chunks are full are used
 * again, in their order: for the same place in the file (ring) or, after their chunk is on the disk, for a new one
 * (flush). So nothing is ever unmapped: a thread that was about to store a record when its signal handler went on to
 * the next chunk finds memory there. */
#include "records/trace_file.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/growing_map.h"
#include "base/reserved_file.h"
#include "pomp_arch.h"
#include "pomp_system.h"
#include "state/config.h"

#include <errno.h>
#include <string.h>

#define CHUNK pomp_trace_chunk_size
#define FIRST_SLOTS 2u
#define FIRST_TABLES 512u /* a page */
#define GROW_MIN (32 * CHUNK)
#define GROW_MAX (16u << 20)
#define MAP_MAX (1u << 20)
#define FLUSH_AT_ONCE 64u

#if POMP_PAGE_MOST > POMP_TRACE_CHUNK_SIZE
uint32_t pomp_trace_chunk_size = POMP_TRACE_CHUNK_SIZE;
#endif
static uint32_t header_size = POMP_TRACE_HEADER_SIZE; /* where the first chunk begins: at a page */
static struct pomp_trace_header *header;
static struct pomp_trace_lacks lacks;
static enum pomp_trace_mode mode;
static struct pomp_reserved_file file;
static struct pomp_map map;
static uint64_t used;                  /* bytes of the file that are handed out */
static uint32_t slots, taken;          /* slots in all, and how many have ever been used */
static uint32_t newest;                /* the slot of the file's last chunk */
static uint32_t *queue, first, queued; /* slots of full chunks, the oldest at `first` */
static uint32_t *spare, spares;        /* slots whose chunks are on the disk */
static uint32_t tables;                /* there is room for so many slots in each of the two */
static bool inside;                    /* an instrumented malloc or write might bring us here again */

struct pomp_trace_header *pomp_trace_header(void) { return header; }
const struct pomp_trace_lacks *pomp_trace_lacks(void) { return &lacks; }
const struct pomp_map *pomp_trace_file_map(void) { return &map; }

void pomp_trace_file_lost(void) {
  uint64_t lost = __atomic_add_fetch(&lacks.lost, 1, __ATOMIC_RELAXED);
  __atomic_store_n(&header->lost, lost, __ATOMIC_RELAXED);
}

bool pomp_trace_file_stopped(uint64_t now, enum pomp_stop reason) {
  if (lacks.stop_tick)
    return false;
  header->stop_tick = lacks.stop_tick = now;
  header->stop_reason = reason;
  return true;
}

/* Returns where the slot begins, in the mapping and, while each slot is used for the first time, in the file. */
static uint64_t offset_of(uint32_t slot) { return header_size + (uint64_t)slot * CHUNK; }
static char *slot_at(uint32_t slot) { return map.at + offset_of(slot); }

/* Returns how long the file can get. */
static uint64_t longest(void) { return mode == POMP_TRACE_FLUSH ? UINT64_MAX : offset_of(slots); }

/* Where pages are large, header and chunks are. A chunk is mapped in another one's place: both begin with a page. */
static void fit_pages(void) {
#if POMP_PAGE_MOST > POMP_TRACE_HEADER_SIZE
  if (header_size < pomp_sys_page())
    header_size = (uint32_t)pomp_sys_page();
#endif
#if POMP_PAGE_MOST > POMP_TRACE_CHUNK_SIZE
  if (CHUNK < pomp_sys_page())
    CHUNK = (uint32_t)pomp_sys_page();
#endif
}

int pomp_trace_file_create(int at, const char *path, const struct pomp_config *config) {
  fit_pages();
  int fd = pomp_reserved_create(&file, at, path, header_size, pomp_config_file_mode(config));
  if (fd < 0)
    return fd;
  slots = (uint32_t)(config->trace_memory / CHUNK);
  mode = (enum pomp_trace_mode)config->trace_mode;
  pomp_reserved_extend(&file, fd, longest()); /* first: qemu maps nothing behind the end of a file */
  int error = pomp_map_begin(&map, POMP_MAP_TRACE, fd, offset_of(FIRST_SLOTS), offset_of(slots));
  pomp_sys_close(fd);
  if (error) {
    pomp_reserved_unlink(&file);
    return error;
  }
  header = (struct pomp_trace_header *)(void *)map.at;
  used = header_size;
  header->byte_order = POMP_FORMAT_BYTE_ORDER;
  header->version = POMP_TRACE_VERSION;
  header->header_size = header_size;
  header->chunk_size = CHUNK;
  header->state = POMP_STATE_RUNNING;
  header->mode = mode;
  header->charged = 1;
  header->limit = lacks.limit = config->trace_memory;
  header->pid = (uint32_t)pomp_sys_getpid();
  header->pid_start = pomp_file()->pid_start;
  header->load_tick = pomp_clock_begin();
  pomp_trace_file_publish();
  uint64_t magic; /* it is stored in one piece, and last */
  memcpy(&magic, POMP_TRACE_MAGIC, sizeof magic);
  __atomic_store_n((uint64_t *)(void *)header->magic, magic, __ATOMIC_RELEASE);
  return 0;
}

void pomp_trace_file_publish(void) { __atomic_store_n(&header->used, used, __ATOMIC_RELEASE); }

/* Makes room in the tables for all slots that are in use, and for one more. 0 or a negative errno. */
static int grow_tables(void) {
  if (mode == POMP_TRACE_STOP || taken < tables)
    return 0;
  uint32_t more = tables ? 2 * tables : FIRST_TABLES;
  void *memory = NULL;
  int error =
      pomp_sys_mmap(&memory, 2 * more * sizeof *queue, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (error)
    return error;
  uint32_t *made = memory;
  for (uint32_t i = 0; i < queued; i++)
    made[i] = queue[(first + i) % tables];
  if (tables) {
    memcpy(made + more, spare, spares * sizeof *spare);
    pomp_sys_munmap(queue, 2 * tables * sizeof *queue);
  }
  queue = made;
  spare = made + more;
  first = 0;
  tables = more;
  return 0;
}

/* Makes sure that the next slot is mapped. If the process may map no more, then these are all slots that there are. 0
 * or a negative errno; -ENOMEM: there are no more, by the setting or by what the process may map. */
static int map_next_slot(void) {
  if (taken >= slots)
    return -ENOMEM;
  uint64_t step = map.size / 8 / CHUNK * CHUNK, needed = offset_of(taken + 1), most = offset_of(slots);
  uint64_t target = map.size + (step < CHUNK ? CHUNK : step < MAP_MAX ? step : MAP_MAX);
  target = target < most ? target : most;
  int error = grow_tables();
  if (!error && needed > map.size && pomp_map_grow(&map, target))
    error = pomp_map_grow(&map, needed);
  if (!error)
    return 0;
  slots = taken;
  header->limit = lacks.limit = (uint64_t)slots * CHUNK;
  return error == -EAGAIN ? -ENOMEM : error; /* pages that are locked: as many as may be are */
}

/* Writes the oldest full chunks to the disk, so that their slots are spare. */
static void write_through(void) {
  for (uint32_t i = 0; i < FLUSH_AT_ONCE && queued; i++) {
    uint32_t slot = queue[first];
    first = (first + 1) % tables;
    queued--;
    pomp_sys_msync(slot_at(slot), CHUNK, MS_SYNC);
    header->flushed = lacks.flushed += CHUNK;
    spare[spares++] = slot;
  }
}

/* Maps the file's next chunk somewhere. It follows the newest one: so this needs neither the file's name nor a
 * descriptor. 0 or a negative errno; -EAGAIN: the process may map no more for the moment. */
static int map_behind_newest(char **at) {
  void *both = slot_at(newest);
  int error = pomp_sys_mremap(&both, 0, 2 * CHUNK, MREMAP_MAYMOVE, NULL); /* 0: the old mapping stays */
  if (error)
    return error == -ENOMEM ? -EAGAIN : error;
  pomp_sys_munmap(both, CHUNK);
  *at = (char *)both + CHUNK;
  return 0;
}

/* Reserves the file's next chunk, which is mapped at `at`, and more at once if there is room. */
static int reserve(char *at) {
  uint64_t step = used / 8 < GROW_MIN ? GROW_MIN : used / 8 > GROW_MAX ? GROW_MAX : used / 8;
  uint64_t target = file.reserved + step / CHUNK * CHUNK, most = longest();
  return used + CHUNK > file.reserved
             ? pomp_reserved_grow(&file, at - used, used + CHUNK, target < most ? target : used + CHUNK, most)
             : 0;
}

/* Begins the next chunk of the file in a slot that has never been used. */
static int first_use(uint32_t *slot) {
  int error = reserve(slot_at(taken));
  if (!error)
    *slot = taken++;
  return error;
}

/* The same in a slot that is spare. */
static int next_use(uint32_t *slot) {
  char *at;
  int error = map_behind_newest(&at);
  if (error)
    return error;
  error = reserve(at);
  void *moved = at;
  if (!error)
    error = pomp_sys_mremap(&moved, CHUNK, CHUNK, MREMAP_MAYMOVE | MREMAP_FIXED, slot_at(spare[spares - 1]));
  if (error)
    pomp_sys_munmap(at, CHUNK);
  else
    *slot = spare[--spares];
  return error;
}

static int new_chunk(uint32_t *slot) {
  int error = spares ? next_use(slot) : first_use(slot);
  if (!error) {
    newest = *slot;
    used += CHUNK;
  }
  return error;
}

static int oldest_chunk(uint32_t *slot) {
  if (!queued)
    return -EAGAIN;
  *slot = queue[first];
  first = (first + 1) % tables;
  queued--;
  struct pomp_trace_chunk *c = (struct pomp_trace_chunk *)(void *)slot_at(*slot);
  __atomic_store_n(&c->valid, 0, __ATOMIC_RELEASE);
  POMP_ARCH_STORES_IN_ORDER(); /* who reads any of what comes now, and then the head, sees that the chunk is another */
  memset(c, 0, CHUNK);
  header->dropped = ++lacks.dropped;
  return 0;
}

static int get_chunk(struct pomp_trace_chunk **chunk, uint32_t *slot, bool full, uint64_t *flushed) {
  if (full && mode != POMP_TRACE_STOP) {
    queue[(first + queued) % tables] = *slot;
    queued++;
  }
  int error = spares ? 0 : map_next_slot();
  if (mode == POMP_TRACE_FLUSH && error) {
    uint64_t start = pomp_clock();
    write_through();
    *flushed = pomp_clock() - start;
  }
  if (!error || spares)
    error = new_chunk(slot);
  else if (mode != POMP_TRACE_STOP)
    error = mode == POMP_TRACE_RING ? oldest_chunk(slot) : -EAGAIN;
  if (error)
    return error;
  *chunk = (struct pomp_trace_chunk *)(void *)slot_at(*slot);
#ifdef MADV_POPULATE_WRITE
  pomp_sys_madvise(*chunk, CHUNK, MADV_POPULATE_WRITE); /* one system call rather than a fault for each page */
#endif
  return 0;
}

int pomp_trace_file_chunk(struct pomp_trace_chunk **chunk, uint32_t *slot, bool full, uint64_t *flushed) {
  if (inside)
    return -EAGAIN;
  inside = true;
  int error = get_chunk(chunk, slot, full, flushed);
  inside = false;
  return error;
}

int pomp_trace_file_move(int at, const char *path) { return header ? pomp_reserved_move(&file, at, path) : 0; }

void pomp_trace_file_end(void) {
  pomp_reserved_trim(&file, used);
  __atomic_store_n(&header->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
}

void pomp_trace_file_remove(void) {
  if (header)
    pomp_reserved_unlink(&file);
}
