/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_file.c - the mapped trace file: room for chunks, reserved before it is touched.
 * Not here: what is in the chunks (trace.c); the profile's file, which is built alike (arena.c).
 *
 * POMP_TRACE_MEMORY bytes of address space are so many slots, each for one chunk of the file. When all are in use, the
 * trace stops; or the slots whose chunks are full are used again, in their order: for the same place in the file (ring)
 * or, after their chunk is on the disk, for a new one (flush). So nothing is ever unmapped: a thread that was about to
 * store a record when its signal handler went on to the next chunk finds memory there. */
#include "records/trace_file.h"
#include "base/arena.h"
#include "base/clock.h"
#include "base/reserved_file.h"
#include "state/config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define CHUNK POMP_TRACE_CHUNK_SIZE
#define GROW_MIN (32 * CHUNK)
#define GROW_MAX (16u << 20)
#define FLUSH_AT_ONCE 64u

static struct pomp_trace_header *header;
static struct pomp_trace_lacks lacks;
static enum pomp_trace_mode mode;
static struct pomp_reserved_file file;
static uint64_t used;                  /* bytes of the file that are handed out */
static uint32_t slots, taken;          /* slots in all, and how many have ever been used */
static uint32_t *queue, first, queued; /* slots of full chunks, the oldest at `first` */
static uint32_t *spare, spares;        /* slots whose chunks are on the disk */
static bool inside;                    /* an instrumented malloc or write might bring us here again */

struct pomp_trace_header *pomp_trace_header(void) { return header; }
const struct pomp_trace_lacks *pomp_trace_lacks(void) { return &lacks; }
size_t pomp_trace_file_mapped(void) { return POMP_TRACE_HEADER_SIZE + (size_t)slots * CHUNK; }

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

static char *slot_at(uint32_t slot) { return (char *)header + POMP_TRACE_HEADER_SIZE + (uint64_t)slot * CHUNK; }

/* Reserves the next chunk of the file, and more at once if there is room. */
static int reserve(int fd) {
  uint64_t step = used / 8 < GROW_MIN ? GROW_MIN : used / 8 > GROW_MAX ? GROW_MAX : used / 8;
  uint64_t most = mode == POMP_TRACE_FLUSH ? UINT64_MAX : POMP_TRACE_HEADER_SIZE + (uint64_t)slots * CHUNK;
  uint64_t target = file.reserved + step / CHUNK * CHUNK;
  int error = target > most ? -EFBIG : pomp_reserved_reserve(&file, fd, target);
  return error ? pomp_reserved_reserve(&file, fd, used + CHUNK) : 0;
}

static void *table(size_t size) {
  void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return at == MAP_FAILED ? NULL : at;
}

static int map(int fd, uint64_t bytes) {
  uint64_t room = pomp_reserved_limit(RLIMIT_AS);
  bytes = room != UINT64_MAX && bytes > room / 16 ? room / 16 : bytes;
  slots = (uint32_t)(bytes / CHUNK);
  void *at = MAP_FAILED;
  for (; slots >= 2; slots /= 2) {
    at = mmap(NULL, POMP_TRACE_HEADER_SIZE + (size_t)slots * CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    if (at != MAP_FAILED)
      break;
  }
  if (at == MAP_FAILED)
    return -ENOMEM;
  header = at;
  queue = table(slots * sizeof *queue);
  spare = table(slots * sizeof *spare);
  return queue && spare ? 0 : -ENOMEM;
}

int pomp_trace_file_create(const char *path, const struct pomp_config *config) {
  int fd = pomp_reserved_create(&file, path, POMP_TRACE_HEADER_SIZE, pomp_config_file_mode(config));
  if (fd < 0)
    return fd;
  int error = map(fd, config->trace_memory);
  close(fd);
  if (error) {
    unlink(path);
    header = NULL;
    return error;
  }
  used = POMP_TRACE_HEADER_SIZE;
  header->byte_order = POMP_FORMAT_BYTE_ORDER;
  header->version = POMP_TRACE_VERSION;
  header->header_size = POMP_TRACE_HEADER_SIZE;
  header->chunk_size = CHUNK;
  header->state = POMP_STATE_RUNNING;
  mode = (enum pomp_trace_mode)config->trace_mode;
  header->mode = mode;
  lacks.limit = config->trace_memory;
  if (slots < config->trace_memory / CHUNK) /* RLIMIT_AS */
    lacks.limit = (uint64_t)slots * CHUNK;
  header->limit = lacks.limit;
  header->pid = (uint32_t)getpid();
  header->pid_start = pomp_file()->pid_start;
  header->load_tick = pomp_clock_begin();
  pomp_trace_file_publish();
  uint64_t magic; /* it is stored in one piece, and last */
  memcpy(&magic, POMP_TRACE_MAGIC, sizeof magic);
  __atomic_store_n((uint64_t *)(void *)header->magic, magic, __ATOMIC_RELEASE);
  return 0;
}

void pomp_trace_file_publish(void) { __atomic_store_n(&header->used, used, __ATOMIC_RELEASE); }

/* Writes the oldest full chunks to the disk, so that their slots are spare. */
static void write_through(void) {
  for (uint32_t i = 0; i < FLUSH_AT_ONCE && queued; i++) {
    uint32_t slot = queue[first];
    first = (first + 1) % slots;
    queued--;
    msync(slot_at(slot), CHUNK, MS_SYNC);
    header->flushed = lacks.flushed += CHUNK;
    spare[spares++] = slot;
  }
}

/* Maps the next chunk of the file, in a slot that is spare or has never been used. */
static int new_chunk(uint32_t *slot) {
  bool again = spares > 0;
  int fd = -1, error = 0;
  if (again || used + CHUNK > file.reserved) {
    fd = pomp_reserved_open(&file);
    error = fd < 0 ? fd : 0;
    if (!error && used + CHUNK > file.reserved)
      error = reserve(fd);
  }
  uint32_t s = again ? spare[spares - 1] : taken;
  if (!error && again &&
      mmap(slot_at(s), CHUNK, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, fd, (off_t)used) == MAP_FAILED)
    error = -errno;
  if (fd >= 0)
    close(fd);
  if (error)
    return error;
  if (again)
    spares--;
  else
    taken++;
  used += CHUNK;
  *slot = s;
  return 0;
}

static int oldest_chunk(uint32_t *slot) {
  if (!queued)
    return -EAGAIN;
  *slot = queue[first];
  first = (first + 1) % slots;
  queued--;
  struct pomp_trace_chunk *c = (struct pomp_trace_chunk *)(void *)slot_at(*slot);
  __atomic_store_n(&c->valid, 0, __ATOMIC_RELEASE);
  memset(c, 0, CHUNK);
  header->dropped = ++lacks.dropped;
  return 0;
}

static int get_chunk(struct pomp_trace_chunk **chunk, uint32_t *slot, bool full, uint64_t *flushed) {
  if (full) {
    queue[(first + queued) % slots] = *slot;
    queued++;
  }
  if (mode == POMP_TRACE_FLUSH && taken == slots && !spares) {
    uint64_t start = pomp_clock();
    write_through();
    *flushed = pomp_clock() - start;
  }
  int error;
  if (taken < slots || spares)
    error = new_chunk(slot);
  else if (mode == POMP_TRACE_STOP)
    error = -ENOMEM;
  else
    error = mode == POMP_TRACE_RING ? oldest_chunk(slot) : -EAGAIN;
  if (error)
    return error;
  *chunk = (struct pomp_trace_chunk *)(void *)slot_at(*slot);
#ifdef MADV_POPULATE_WRITE
  madvise(*chunk, CHUNK, MADV_POPULATE_WRITE); /* one system call rather than a fault for each page */
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

int pomp_trace_file_move(const char *name) {
  if (!header)
    return 0;
  if (strlen(name) >= sizeof file.path)
    return -ENAMETOOLONG;
  if (rename(file.path, name) != 0)
    return -errno;
  strcpy(file.path, name);
  return 0;
}

void pomp_trace_file_end(void) {
  pomp_reserved_trim(&file, used);
  __atomic_store_n(&header->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
}

void pomp_trace_file_remove(void) {
  if (header)
    unlink(file.path);
}
