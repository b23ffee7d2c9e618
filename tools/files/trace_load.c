/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_load.c - opens the trace of an experiment.
 * Not here: what is in it (trace.c). */
#include "files/trace_load.h"
#include "files/stored.h"
#include "pomp_arch.h"
#include "pomp_file.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/membarrier.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static bool read_at(void *context, void *to, uint64_t at, size_t size) {
  const struct trace_file *f = context;
  return pomp_file_read_at(f->fd, to, size, at) == 0;
}

static bool read_packed(void *context, void *to, uint64_t at, size_t size) {
  const struct trace_file *f = context;
  return archive_read(f->archive, f->member, to, at, size, false);
}

static bool lacked_memory(void *context) {
  const struct trace_file *f = context;
  return archive_lacked_memory(f->archive);
}

static uint64_t data_from(void *context, uint64_t at) {
  const struct trace_file *f = context;
  off_t data = lseek(f->fd, (off_t)at, SEEK_DATA);
  if (data >= 0)
    return (uint64_t)data;
  return errno == ENXIO ? UINT64_MAX : at; /* nothing but a hole; or the file system does not know */
}

/* Makes each processor finish its pending stores. x86-64's stores are seen in their order anyway, and on other
 * processors no store stays behind for longer than a millisecond. */
static void settle(void *context) {
  const struct timespec millisecond = {.tv_nsec = 1000000};
  (void)context;
  if (!POMP_ARCH_HAS_STORES_IN_ORDER && syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0) != 0)
    nanosleep(&millisecond, NULL);
}

static bool belongs(const struct trace *t, const struct pomp_header *profile) {
  const struct pomp_trace_header *h = &t->header;
  return h->pid == profile->pid && h->pid_start == profile->pid_start && h->load_tick == profile->sync[0].tick;
}

/* Finds where the bytes come from. False, with a message, if there are none. */
static bool find_bytes(struct trace_file *f, struct trace_source *source, char *error, size_t error_size) {
  struct stat s;
  f->fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not make it wait */
  f->archive = f->fd < 0 && errno == ENOTDIR ? stored_find(f->path, &f->member, NULL, 0) : NULL;
  if (f->archive) { /* nobody writes to it */
    archive_expect(f->archive, f->member);
    source->read = read_packed;
    source->lacked_memory = lacked_memory;
    source->size = f->archive->members[f->member].about.size;
    return true;
  }
  if (f->fd < 0 || fstat(f->fd, &s) != 0) {
    snprintf(error, error_size, "%s",
             errno == ENOENT ? "there is no trace: POMP_TRACE=1 records one" : strerror(errno));
    return false;
  }
  if (!S_ISREG(s.st_mode)) {
    snprintf(error, error_size, "not a file");
    return false;
  }
  *source = (struct trace_source){read_at, data_from, settle, f, (uint64_t)s.st_size, NULL};
  return true;
}

bool trace_file_open(struct trace_file *f, const char *directory, const struct pomp_header *profile, char *error,
                     size_t error_size) {
  struct trace_source source = {.context = f};
  memset(&f->trace, 0, sizeof f->trace);
  f->fd = -1;
  if ((size_t)snprintf(f->path, sizeof f->path, "%s/%s", directory, POMP_TRACE_FILE) >= sizeof f->path) {
    snprintf(error, error_size, "%s", strerror(ENAMETOOLONG));
    return false;
  }
  if (!find_bytes(f, &source, error, error_size) || !trace_open(&f->trace, &source, error, error_size))
    return false;
  if (!belongs(&f->trace, profile)) {
    snprintf(error, error_size, "the trace is not of the same run as the profile");
    return false;
  }
  return true;
}

void trace_file_close(struct trace_file *f) {
  trace_close(&f->trace);
  if (f->fd >= 0)
    close(f->fd);
}

void trace_file_leave(struct trace_file *f) {
  const struct trace was = f->trace;
  f->trace.spoilt = NULL;
  trace_file_close(f);
  f->fd = -1;
  f->trace = (struct trace){.source = was.source,
                            .header = was.header,
                            .latest = was.latest,
                            .spoilt = was.spoilt,
                            .chunk_count = was.chunk_count,
                            .chunks_in_file = was.chunks_in_file,
                            .cut_off = was.cut_off,
                            .chunks_missing = was.chunks_missing,
                            .call_paths_missing = was.call_paths_missing};
}

bool trace_file_open_again(struct trace_file *f, const char *directory, const struct pomp_header *profile, char *error,
                           size_t error_size) {
  const struct trace was = f->trace;
  const bool good = trace_file_open(f, directory, profile, error, error_size);
  f->trace.latest = was.latest;
  for (uint32_t i = 0; good && i < was.chunks_in_file && i < f->trace.chunks_in_file; i++)
    f->trace.spoilt[i] |= was.spoilt[i];
  free(was.spoilt);
  return good;
}

bool trace_file_is_there(const char *directory) {
  char path[4200];
  struct stat s;
  int n = snprintf(path, sizeof path, "%s/%s", directory, POMP_TRACE_FILE);
  return n > 0 && (size_t)n < sizeof path && stored_stat(path, &s) == 0;
}
