/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cut-file.c - a shared object to be preloaded: cuts an experiment's file off, or fills its end with other bytes, as
 * soon as a program has mapped it. CUT_FILE is the number of bytes that are left as they are; CUT_FILL, if it is set,
 * what the others become, a number. */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int is_experiment(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  path[length > 0 ? length : 0] = 0;
  return length > 0 && strstr(path, "profile.pomp");
}

static void spoil(const char *path) {
  const char *left = getenv("CUT_FILE"), *fill = getenv("CUT_FILL");
  struct stat s;
  int fd = open(path, O_RDWR);
  if (!left || fd < 0 || fstat(fd, &s) != 0)
    abort();
  if (!fill && ftruncate(fd, atol(left)) != 0)
    abort();
  char byte = fill ? (char)atoi(fill) : 0;
  for (off_t at = atol(left); fill && at < s.st_size; at++)
    if (pwrite(fd, &byte, 1, at) != 1)
      abort();
  close(fd);
}

void *mmap(void *at, size_t size, int protection, int flags, int fd, off_t offset) {
  void *(*real)(void *, size_t, int, int, int, off_t);
  *(void **)&real = dlsym(RTLD_NEXT, "mmap");
  void *bytes = real(at, size, protection, flags, fd, offset);
  char path[4096];
  if (bytes != MAP_FAILED && fd >= 0 && is_experiment(fd, path, sizeof path))
    spoil(path);
  return bytes;
}
