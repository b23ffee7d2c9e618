/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* paged_array.c - maps files without a name for large arrays, and lets their pages leave memory when much has been
 * used.
 *
 * Room in the file is there before it is used: to write to a mapped file when the disk is full would be a signal,
 * SIGBUS. */
#include "base/paged_array.h"
#include "pomp_array.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define SMALL ((size_t)256 << 10) /* bytes: a file is not worth its while */

struct paged_array {
  struct paged_array *next;
  void *array;
  size_t bytes;
};
static struct paged_array *all;
static pthread_mutex_t all_lock = PTHREAD_MUTEX_INITIALIZER;
_Thread_local size_t paged_used;

const char *paged_folder(void) {
  const char *folder = getenv("TMPDIR");
  return folder && *folder ? folder : "/tmp";
}

int paged_open(const char *folder) {
  char *name = NULL;
  if (asprintf(&name, "%s/pomp-report-XXXXXX", folder) < 0)
    return -ENOMEM;
  int fd = mkostemp(name, O_CLOEXEC);
  if (fd < 0 || unlink(name) != 0) {
    const int error = -errno;
    if (fd >= 0)
      close(fd);
    fd = error;
  }
  free(name);
  return fd;
}

/* A file that may not be so large would be a signal, too. */
static bool may_have(size_t bytes) {
  struct rlimit most;
  return getrlimit(RLIMIT_FSIZE, &most) == 0 && bytes <= most.rlim_cur && bytes <= INT64_MAX;
}

static void *map(size_t bytes) {
  void *array = MAP_FAILED;
  const int fd = may_have(bytes) ? paged_open(paged_folder()) : -1;
  if (fd < 0)
    return NULL;
  if (posix_fallocate(fd, 0, (off_t)bytes) == 0)
    array = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return array == MAP_FAILED ? NULL : array;
}

void *paged_calloc(size_t count, size_t size) {
  size_t bytes;
  if (__builtin_mul_overflow(count, size, &bytes))
    return NULL;
  if (bytes < SMALL)
    return calloc(count, size);
  struct paged_array *f = malloc(sizeof *f);
  void *array = f ? map(bytes) : NULL;
  if (!array) {
    free(f);
    return calloc(count, size);
  }
  pthread_mutex_lock(&all_lock);
  *f = (struct paged_array){.next = all, .array = array, .bytes = bytes};
  all = f;
  pthread_mutex_unlock(&all_lock);
  return array;
}

/* Returns what is known of an array, which then is in no list any more; NULL: it is in no file. */
static struct paged_array *take_out(const void *array) {
  pthread_mutex_lock(&all_lock);
  struct paged_array **f = &all;
  while (*f && (*f)->array != array)
    f = &(*f)->next;
  struct paged_array *found = *f;
  if (found)
    *f = found->next;
  pthread_mutex_unlock(&all_lock);
  return found;
}

void paged_free(void *array) {
  struct paged_array *f = take_out(array);
  if (f)
    munmap(f->array, f->bytes);
  else
    free(array);
  free(f);
}

bool paged_array_room(void *array, uint32_t *room, uint64_t needed, size_t size) {
  void *old;
  memcpy(&old, array, sizeof old);
  if (old && needed <= *room)
    return true;
  uint64_t more = *room ? *room * 2ull : POMP_ARRAY_FIRST;
  more = needed > more ? needed : more;
  unsigned char *grown = more < UINT32_MAX ? paged_calloc((size_t)more, size) : NULL;
  if (!grown)
    return false;
  for (size_t at = 0, end = *room * size, part; old && at < end; at += part) {
    part = end - at < PAGED_STAYS / 4 ? end - at : PAGED_STAYS / 4;
    memcpy(grown + at, (const unsigned char *)old + at, part);
    paged_leave(2 * part);
  }
  paged_free(old);
  memcpy(array, &grown, sizeof grown);
  *room = (uint32_t)more;
  return true;
}

void paged_leave_all(void) {
  pthread_mutex_lock(&all_lock);
  for (const struct paged_array *f = all; f; f = f->next)
    madvise(f->array, f->bytes, MADV_DONTNEED);
  pthread_mutex_unlock(&all_lock);
  paged_used = 0;
}
