/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reserved_file.c - a file that grows: each byte has its place on the disk before it is touched, and a file that is not
 * the one that was made is never opened. */
#include "base/reserved_file.h"
#include "unit.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

static struct stat state_of(const char *path) {
  struct stat s;
  CHECK(stat(path, &s) == 0);
  return s;
}

static void it_grows(struct pomp_reserved_file *f) {
  int fd = pomp_reserved_create(f, AT_FDCWD, "file", 8192, 0600);
  CHECK(fd >= 0 && f->reserved == 8192);
  struct stat s = state_of("file");
  CHECK(s.st_size == 8192 && s.st_blocks * 512 >= 8192);
  CHECK(pomp_reserved_reserve(f, fd, 1 << 20) == 0 && f->reserved == 1 << 20);
  s = state_of("file");
  CHECK(s.st_size == 1 << 20 && s.st_blocks * 512 >= 1 << 20);
  close(fd);
  pomp_reserved_trim(f, 12288);
  CHECK(f->reserved == 12288 && state_of("file").st_size == 12288);

  struct pomp_reserved_file other = {.reserved = 0};
  CHECK(pomp_reserved_create(&other, AT_FDCWD, "file", 8192, 0600) == -EEXIST && state_of("file").st_size == 12288);
  CHECK(pomp_reserved_create(&other, -1, "file", 8192, 0600) == -EBADF);
}

/* No SIGXFSZ comes, and a file that can't be made leaves nothing behind. */
static void it_keeps_within_a_limit(struct pomp_reserved_file *f) {
  struct rlimit old, limit;
  CHECK(getrlimit(RLIMIT_FSIZE, &old) == 0);
  limit = old;
  limit.rlim_cur = 65536;
  CHECK(setrlimit(RLIMIT_FSIZE, &limit) == 0 && pomp_reserved_limit(RLIMIT_FSIZE) == 65536);
  int fd = pomp_reserved_open(f);
  CHECK(fd >= 0 && pomp_reserved_reserve(f, fd, 65536) == 0 && pomp_reserved_reserve(f, fd, 65537) == -EFBIG);
  CHECK(f->reserved == 65536 && state_of("file").st_size == 65536);
  close(fd);
  struct pomp_reserved_file other = {.reserved = 0};
  CHECK(pomp_reserved_create(&other, AT_FDCWD, "large", 1 << 20, 0600) == -EFBIG && access("large", F_OK) != 0);
  CHECK(setrlimit(RLIMIT_FSIZE, &old) == 0);
}

static void it_knows_its_own(const struct pomp_reserved_file *f) {
  CHECK(rename("file", "moved") == 0);
  CHECK(pomp_reserved_open(f) == -ENOENT);
  int mine = open("file", O_CREAT | O_RDWR, 0666);
  CHECK(mine >= 0 && close(mine) == 0);
  CHECK(pomp_reserved_open(f) == -ESTALE);
  CHECK(unlink("file") == 0 && symlink("moved", "file") == 0);
  CHECK(pomp_reserved_open(f) == -ELOOP);
  CHECK(unlink("file") == 0 && rename("moved", "file") == 0);
  int fd = pomp_reserved_open(f);
  CHECK(fd >= 0 && close(fd) == 0);
}

int main(void) {
  struct pomp_reserved_file f = {.reserved = 0};
  it_grows(&f);
  it_keeps_within_a_limit(&f);
  it_knows_its_own(&f);
  CHECK(pomp_reserved_stop(-ENOMEM) == POMP_STOP_LIMIT);
  CHECK(pomp_reserved_stop(-ENOSPC) == POMP_STOP_SPACE && pomp_reserved_stop(-EFBIG) == POMP_STOP_SPACE);
  CHECK(pomp_reserved_stop(-ENOENT) == POMP_STOP_FILE && pomp_reserved_stop(-ESTALE) == POMP_STOP_FILE);
  return 0;
}
