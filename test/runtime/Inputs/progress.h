/* progress.h - lets a program that is killed tell its killer what it has done, in a file of one page, `done`; and has the regions
 * that such programs visit. The killer does not live here (killing.py). */
#ifndef PROGRESS_H
#define PROGRESS_H

#include "regions.h"

#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);

/* Counts enters of `loop` that a thread began and that were over, and its exits likewise, on a cache line of its own. */
struct progress {
  volatile uint64_t entering, entered, leaving, left, pad[4];
};

/* There is one of these for each of two threads. */
static struct progress *progress_make(void) {
  int fd = open("done", O_RDWR | O_CREAT, 0666);
  if (fd < 0 || ftruncate(fd, 4096))
    exit(1);
  struct progress *made = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (made == MAP_FAILED)
    exit(1);
  return made;
}

static struct progress *progress_mine(struct progress *all) { return &all[getpid() != gettid()]; }

#endif
