/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* growing_map.c - a mapping grows where it is, shows the file behind what it showed before, and says so if it can't. */
#include "base/growing_map.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>

enum { PAGE = 4096, SIZE = 16 * PAGE };

static int file_of(const char *name, uint64_t size) {
  int fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
  CHECK(fd >= 0 && ftruncate(fd, (off_t)size) == 0);
  return fd;
}

/* It needs no descriptor for that, and its pages may be mapped otherwise by then. */
static void it_grows(struct pomp_map *m) {
  int fd = file_of("profile", 8ull << 20);
  CHECK(pwrite(fd, "behind", 6, SIZE) == 6 && pwrite(fd, "far", 3, 5 << 20) == 3);
  CHECK(pomp_map_begin(m, POMP_MAP_PROFILE, fd, SIZE, 8ull << 20) == 0 && m->size == SIZE);
  close(fd);
  char *at = m->at;
  CHECK(pomp_map_grow(m, SIZE / 2) == 0 && m->size == SIZE);
  CHECK(mprotect(at + PAGE, PAGE, PROT_READ) == 0);
  CHECK(pomp_map_grow(m, SIZE + PAGE) == 0 && m->size == SIZE + PAGE && memcmp(at + SIZE, "behind", 6) == 0);
  CHECK(pomp_map_grow(m, 8ull << 20) == 0 && m->at == at && memcmp(at + (5 << 20), "far", 3) == 0);
}

/* Both are far from each other, and from what the program maps. */
static void both_have_room(const struct pomp_map *profile) {
  struct pomp_map trace = {.at = NULL};
  int fd = file_of("trace", SIZE);
  CHECK(pomp_map_begin(&trace, POMP_MAP_TRACE, fd, SIZE, 1ull << 30) == 0 && trace.size == SIZE);
  close(fd);
  char *program = mmap(NULL, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  const uint64_t room = 256ull << 30;
  CHECK(program != MAP_FAILED);
  CHECK(trace.at < profile->at ? (uint64_t)(profile->at - trace.at) > room : (uint64_t)(trace.at - profile->at) > room);
  CHECK(program > profile->at && (uint64_t)(program - profile->at) > room);
}

/* Somebody has mapped something there, or address space is limited. */
static void it_does_not_grow(struct pomp_map *m) {
  char *behind = m->at + m->size;
  CHECK(mmap(behind, PAGE, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == behind);
  CHECK(pomp_map_grow(m, m->size + PAGE) == -ENOMEM && m->size == 8ull << 20);
  CHECK(munmap(behind, PAGE) == 0);
  long pages = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  CHECK(file && fscanf(file, "%ld", &pages) == 1 && fclose(file) == 0);
  struct rlimit limit = {(rlim_t)pages * PAGE + (16 << 20), RLIM_INFINITY};
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0);
  CHECK(pomp_map_grow(m, m->size + PAGE) == -ENOMEM); /* it has half of the 16 MiB and what was left */
  limit.rlim_cur = RLIM_INFINITY;
  CHECK(setrlimit(RLIMIT_AS, &limit) == 0 && pomp_map_grow(m, m->size + PAGE) == 0);
}

/* There is no place that is far away: then it takes all that it may need, and gives access to what is needed. */
static void it_takes_all_at_once(const struct pomp_map *profile) {
  struct pomp_map m = {.at = NULL};
  int fd = file_of("crowded", SIZE);
  char *taken = profile->at; /* the next one would begin near to it, at a place that is in use */
  char *below = taken - SIZE;
  CHECK(mmap(below, SIZE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0) == below);
  CHECK(pomp_map_begin(&m, POMP_MAP_PROFILE, fd, SIZE, 1 << 20) == 0 && m.at != profile->at);
  close(fd);
  CHECK(m.size == SIZE && m.reserved == 1 << 20);
  const char *const at = m.at;
  int pipe_ends[2];
  CHECK(pipe(pipe_ends) == 0 && write(pipe_ends[1], at + SIZE - 1, 1) == 1);
  CHECK(write(pipe_ends[1], at + SIZE, 1) == -1 && errno == EFAULT);
  CHECK(pomp_map_grow(&m, 2 * SIZE) == 0 && m.size == 2 * SIZE && m.at == at);
  CHECK(ftruncate(open("crowded", O_RDWR), 2 * SIZE) == 0 && write(pipe_ends[1], at + SIZE, 1) == 1);
  CHECK(write(pipe_ends[1], at + 2 * SIZE, 1) == -1 && errno == EFAULT);
  CHECK(pomp_map_grow(&m, (1 << 20) + PAGE) == -ENOMEM && m.size == 2 * SIZE);
}

int main(void) {
  struct pomp_map profile = {.at = NULL};
  it_grows(&profile);
  both_have_room(&profile);
  it_does_not_grow(&profile);
  it_takes_all_at_once(&profile);
  return 0;
}
