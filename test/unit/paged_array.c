/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* paged_array.c - what is in arrays of paged_array.h stays there when it has left memory, when they grow, and for a
 * process that is forked off; and where there can be no file, they are in memory. */
#include "base/paged_array.h"
#include "unit.h"

#include <sys/resource.h>
#include <sys/wait.h>

enum { COUNT = 4 << 20 }; /* 16 MB */

/* Returns how many MB of files are in memory, which may be those of a folder that is in memory itself. */
static long mapped_mb(void) {
  char line[256];
  long kb = 0;
  FILE *f = fopen("/proc/self/status", "r");
  CHECK(f);
  while (fgets(line, sizeof line, f))
    if (strncmp(line, "RssFile:", 8) == 0 || strncmp(line, "RssShmem:", 9) == 0)
      kb += strtol(strchr(line, ':') + 1, NULL, 10);
  CHECK(fclose(f) == 0);
  return kb / 1024;
}

static void fill(uint32_t *array, bool leaves) {
  for (uint32_t i = 0; i < COUNT; i++) {
    CHECK(array[i] == 0);
    array[i] = i * 2654435761u;
    if (leaves)
      paged_leave(sizeof *array);
  }
}
static void check(const uint32_t *array, uint32_t count) {
  for (uint32_t i = 0; i < count; i++) {
    CHECK(array[i] == i * 2654435761u);
    paged_leave(sizeof *array);
  }
}

static void check_leaves(void) {
  const long before = mapped_mb();
  uint32_t *array = paged_calloc(COUNT, sizeof *array), *other = paged_calloc(COUNT, sizeof *other);
  CHECK(array && other);
  fill(other, false);
  CHECK(mapped_mb() >= before + 16);
  fill(array, true);
  CHECK(mapped_mb() <= before + 8);
  check(array, COUNT);
  check(other, COUNT);
  CHECK(mapped_mb() <= before + 8);
  paged_free(other);
  check(array, COUNT);
  paged_free(array);
}

static void check_grows(void) {
  uint32_t *array = NULL, room = 0;
  for (uint32_t i = 0; i < COUNT; i++) {
    CHECK(PAGED_ARRAY_ROOM(array, room, i + 1ull) && array[i] == 0);
    array[i] = i * 2654435761u;
  }
  check(array, COUNT);
  CHECK(!PAGED_ARRAY_ROOM(array, room, UINT32_MAX + 1ull) && room >= COUNT);
  check(array, COUNT);
  paged_free(array);
}

static void check_is_shared(void) {
  uint32_t *array = paged_calloc(COUNT, sizeof *array);
  int status;
  const pid_t child = fork();
  CHECK(array && child >= 0);
  if (!child) {
    fill(array, true);
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && status == 0);
  check(array, COUNT);
  paged_free(array);
}

static void check_without_file(void) {
  const long before = mapped_mb();
  uint32_t *array = paged_calloc(COUNT, sizeof *array);
  CHECK(array);
  fill(array, true);
  CHECK(mapped_mb() <= before + 8);
  check(array, COUNT);
  paged_free(array);
}

int main(void) {
  const struct rlimit small = {.rlim_cur = 1 << 20, .rlim_max = RLIM_INFINITY};
  paged_free(NULL);
  paged_free(malloc(1));
  CHECK(paged_calloc(SIZE_MAX, 2) == NULL);
  check_leaves();
  check_grows();
  check_is_shared();
  setenv("TMPDIR", "nowhere", 1);
  CHECK(paged_open(paged_folder()) < 0);
  check_without_file();
  unsetenv("TMPDIR");
  CHECK(setrlimit(RLIMIT_FSIZE, &small) == 0); /* a larger file would be a signal */
  check_without_file();
  return 0;
}
