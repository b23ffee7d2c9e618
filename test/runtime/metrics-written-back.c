// The kernel makes a page read-only to write it to the disk, and the next store into it is a page fault. Such faults in the
// measurement's own files are not counted as the region's, however often the disk is written to: in the profile and in a
// trace, which has the values between its records. Each visit had one more; a few may, as others write to the disk, too.
// REQUIRES: perf
// A sanitizer has page faults of its own.
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a
// DEFINE: %{run} = env LD_BIND_NOW=1 POMP_SUMMARY=0 POMP_METRICS=perf:page-faults
// DEFINE: %{exact} = 'visits("region(pages)") == 300' '600 <= metric("perf:page-faults", "region(pages)") < 610'
// RUN: %{run} POMP_EXPERIMENT_DIR=e ./a e && %check e %{exact}
// RUN: %{run} POMP_EXPERIMENT_DIR=t POMP_TRACE=1 ./a t && %check t %{exact}
#define _GNU_SOURCE
#include "regions.h"
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { VISITS = 300, PAGES = 2, PAGE = 4096, FILES = 8 };
REGION_AT(warm, "region", "warm", 1);
REGION_AT(pages, "region", "pages", 2);

/* A sanitizer would touch pages of its own. */
__attribute__((noinline, no_sanitize("address", "undefined"))) static void touch(volatile char *at) {
  for (int i = 0; i < PAGES; i++)
    at[(size_t)i * PAGE] = 1;
}

int main(int argc, char **argv) {
  int files[FILES], count = 0;
  glob_t found;
  char pattern[64];
  if (argc < 2)
    return 2;
  POMP_Begin(&warm);
  POMP_End(&warm);
  snprintf(pattern, sizeof pattern, "%s/*", argv[1]);
  if (glob(pattern, 0, NULL, &found))
    return 3;
  for (size_t i = 0; i < found.gl_pathc && count < FILES; i++)
    files[count++] = open(found.gl_pathv[i], O_RDWR);
  globfree(&found);
  size_t size = (size_t)(VISITS + 1) * PAGES * PAGE;
  char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  madvise(at, size, MADV_NOHUGEPAGE);
  touch(at);
  for (int visit = 1; visit <= VISITS; visit++) {
    for (int i = 0; i < count; i++)
      fdatasync(files[i]);
    POMP_Begin(&pages);
    touch(at + (size_t)visit * PAGES * PAGE);
    POMP_End(&pages);
  }
  return 0;
}
