/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mapped_file.c - maps a file, and puts zeros in place of what was cut off from it.
 * Not here: what is in the file.
 *
 * Memory of a file that somebody makes shorter is gone: to read it is a signal, SIGBUS. So there is a handler as long
 * as a file is mapped, one at a time. It is for the whole program, which has no other use for that signal. */
#include "base/mapped_file.h"
#include "base/two_threads.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
  unsigned char *begin, *end; /* NULL: no file is mapped */
  int fd;
  uintptr_t page;
  volatile sig_atomic_t cut;
  struct sigaction before;
} mapped;

static void put_zeros(int number, siginfo_t *info, void *context) {
  (void)context;
  unsigned char *at = info->si_addr;
  if (at >= mapped.begin && at < mapped.end) {
    unsigned char *page = at - (uintptr_t)at % mapped.page;
    mapped.cut = 1;
    if (mmap(page, mapped.page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED)
      return;
  }
  signal(number, SIG_DFL); /* the same instruction comes again, and ends the program */
}

struct pages {
  unsigned char *bytes;
  size_t size; /* of a page */
};

#define AROUND 16u /* pages: so many the kernel maps at once around one that is read, at least */

/* Reads every AROUND-th page: the kernel maps the pages around it as well. */
static void touch_half(void *context, int half, uint32_t from, uint32_t to) {
  const struct pages *p = context;
  (void)half;
  for (uint32_t i = from; i < to; i += AROUND)
    (void)*(volatile unsigned char *)(p->bytes + i * p->size);
}

static void drop_half(void *context, int half, uint32_t from, uint32_t to) {
  const struct pages *p = context;
  (void)half;
  madvise(p->bytes + from * p->size, (to - from) * p->size, MADV_DONTNEED);
}

/* The kernel looks at each page that it maps and unmaps. Where they are many, two threads share that. */
static void share_out(unsigned char *bytes, size_t size, two_threads_work *work) {
  struct pages p = {bytes, (size_t)sysconf(_SC_PAGESIZE)};
  size_t count = size / p.size;
  int error = errno;
  if (count >= HALVES_MIN && count <= UINT32_MAX)
    two_threads_halves((uint32_t)count, work, &p);
  errno = error;
}

bool mapped_file_open(struct mapped_file *m, int fd, size_t size) {
  *m = (struct mapped_file){NULL, 0};
  struct sigaction action = {.sa_sigaction = put_zeros, .sa_flags = SA_SIGINFO};
  sigemptyset(&action.sa_mask);
  if (mapped.begin || !size)
    return false;
  /* Next to nothing is written to it, so that there need not be as much memory. */
  unsigned char *bytes = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_NORESERVE, fd, 0);
  if (bytes == MAP_FAILED)
    return false;
  mapped.page = (uintptr_t)sysconf(_SC_PAGESIZE);
  mapped.fd = fd;
  mapped.begin = bytes;
  mapped.end = bytes + size;
  mapped.cut = 0;
  if (sigaction(SIGBUS, &action, &mapped.before) != 0) {
    munmap(bytes, size);
    mapped.begin = mapped.end = NULL;
    return false;
  }
  madvise(bytes, size, MADV_SEQUENTIAL);
  *m = (struct mapped_file){bytes, size};
  return true;
}

void mapped_file_touch(const struct mapped_file *m) { share_out(m->bytes, m->size, touch_half); }

void mapped_file_release(void) {
  if (mapped.begin && !mapped.cut)
    madvise(mapped.begin, (size_t)(mapped.end - mapped.begin), MADV_DONTNEED);
}

bool mapped_file_copy(void *to, uint64_t at, size_t size) {
  return mapped.begin && pread(mapped.fd, to, size, (off_t)at) == (ssize_t)size;
}

bool mapped_file_is_cut(const struct mapped_file *m) { return m->bytes == mapped.begin && mapped.cut; }

void mapped_file_close(struct mapped_file *m) {
  if (!m->bytes)
    return;
  sigaction(SIGBUS, &mapped.before, NULL);
  mapped.begin = mapped.end = NULL;
  share_out(m->bytes, m->size, drop_half);
  munmap(m->bytes, m->size);
  *m = (struct mapped_file){NULL, 0};
}
