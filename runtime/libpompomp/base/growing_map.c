/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* growing_map.c - takes address space for a file that grows, and maps more of the file there as it is used.
 * Not here: what is mapped (arena.c, trace_file.c). */
#include "base/growing_map.h"
#include "base/reserved_file.h"
#include "pomp_process.h"
#include "pomp_system.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>

/* Address space has 64 times as much, and no file is so large. Twice as much still is where ThreadSanitizer lets
 * programs have memory. */
#define DISTANCE (1ull << 41)
#define SHARE 16u
#define SHORT (1u << 20) /* what is longer is used in its order, page by page */

/* Finds out where the kernel puts what is mapped now. All else is near: the next mappings are made downwards from
 * there, or upwards, if the stack is unlimited. */
static uintptr_t here(int fd) {
  void *at = NULL;
  if (pomp_sys_mmap(&at, pomp_sys_page(), PROT_NONE, MAP_SHARED, fd, 0))
    return 0;
  pomp_sys_munmap(at, pomp_sys_page());
  return (uintptr_t)at;
}

static uint64_t in_pages(uint64_t size) { return size / pomp_sys_page() * pomp_sys_page(); }
static uint64_t up_to_page(uint64_t size) { return in_pages(size + pomp_sys_page() - 1); }

/* Maps it at `place`, or anywhere if that is 0. 0 or a negative errno: then `made` is as before. */
static int map_at(void **made, uintptr_t place, int fd, uint64_t size) {
  void *wanted = (void *)place; /* NOLINT(performance-no-int-to-ptr): nothing is there yet */
  const int flags = MAP_SHARED | (place ? MAP_FIXED_NOREPLACE : 0);
  void *at = wanted;
  int error = pomp_sys_mmap(&at, size, PROT_READ | PROT_WRITE, flags, fd, 0);
  if (!error && place && at != wanted) { /* the kernel is older than the flag */
    pomp_sys_munmap(at, size);
    error = -EEXIST;
  }
  if (!error)
    *made = at;
  return error;
}

/* Sets which access there is to what is mapped from `from` to `to`. 0 or a negative errno. */
static int protect(char *at, uint64_t from, uint64_t to, int access) {
  return (int)POMP_SYSTEM_3(mprotect, POMP_SYSTEM_ADDRESS(at + from), to - from, access);
}

int pomp_map_begin(struct pomp_map *m, enum pomp_map_place place, int fd, uint64_t size, uint64_t most) {
  uintptr_t near = here(fd);
  size = up_to_page(size);
  void *at = NULL;
  m->reserved = 0;
  if (near > (place + 1) * DISTANCE)
    map_at(&at, near - place * DISTANCE, fd, size);
  if (!at) { /* the map can't grow later, so it takes all its room at once */
    uint64_t room = pomp_reserved_limit(RLIMIT_AS);
    uint64_t more = room != UINT64_MAX && most > room / SHARE ? in_pages(room / SHARE) : in_pages(most);
    for (; !at && more > size; more = in_pages(more / 2))
      if (!map_at(&at, 0, fd, more))
        m->reserved = more;
    if (at && protect(at, size, m->reserved, PROT_NONE)) { /* all of it is used, then */
      size = m->reserved;
      m->reserved = 0;
    }
  }
  int error = at ? 0 : map_at(&at, 0, fd, size);
  if (error)
    return error;
  m->at = at;
  m->size = size;
  pomp_sys_madvise(at, size, MADV_RANDOM); /* a page is made for what is touched, and none around it */
  return 0;
}

/* Returns how much address space the process has now; 0: that is not known. */
static uint64_t in_use(void) {
  char text[32];
  pomp_process_read("/proc/self/statm", text, sizeof text);
  return strtoull(text, NULL, 10) * pomp_sys_page();
}

static bool leaves_enough(const struct pomp_map *m, uint64_t size) {
  uint64_t room = pomp_reserved_limit(RLIMIT_AS);
  if (room == UINT64_MAX)
    return true;
  uint64_t used = in_use(), others = used > m->size ? used - m->size : 0;
  return others < room && size <= (room - others) / SHARE;
}

int pomp_map_grow(struct pomp_map *m, uint64_t size) {
  const size_t page = pomp_sys_page();
  size = up_to_page(size);
  if (size <= m->size)
    return 0;
  if (!leaves_enough(m, size))
    return -ENOMEM;
  if (m->size <= SHORT && size > SHORT)
    pomp_sys_madvise(m->at, m->size, MADV_NORMAL);
  if (m->reserved) {
    int error = size > m->reserved ? -ENOMEM : protect(m->at, m->size, size, PROT_READ | PROT_WRITE);
    if (!error)
      __atomic_store_n(&m->size, size, __ATOMIC_RELEASE);
    return error;
  }
  /* The last page grows, as the pages before it may be mapped otherwise by now. */
  void *last = m->at + m->size - page;
  int error = pomp_sys_mremap(&last, page, page + (size - m->size), 0, NULL);
  if (!error)
    __atomic_store_n(&m->size, size, __ATOMIC_RELEASE);
  return error;
}
