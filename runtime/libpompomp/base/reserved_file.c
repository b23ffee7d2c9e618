/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reserved_file.c - reserves room in a file, and finds the file again; reserved_file.h says why.
 * Not here: mappings. */
#include "base/reserved_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

uint64_t pomp_reserved_limit(int resource) {
  struct rlimit r;
  return getrlimit(resource, &r) || r.rlim_cur == RLIM_INFINITY ? UINT64_MAX : (uint64_t)r.rlim_cur;
}

/* Growing past RLIMIT_FSIZE would be a SIGXFSZ, so ask first. */
int pomp_reserved_reserve(struct pomp_reserved_file *f, int fd, uint64_t size) {
  if (size > pomp_reserved_limit(RLIMIT_FSIZE))
    return -EFBIG;
  int error;
  do
    error = posix_fallocate(fd, (off_t)f->reserved, (off_t)(size - f->reserved));
  while (error == EINTR);
  if (!error)
    f->reserved = size;
  return -error;
}

int pomp_reserved_create(struct pomp_reserved_file *f, const char *path, uint64_t size, mode_t mode) {
  if (strlen(path) >= sizeof f->path)
    return -ENAMETOOLONG;
  int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode);
  if (fd < 0)
    return -errno;
  struct stat s;
  int error = fstat(fd, &s) ? -errno : pomp_reserved_reserve(f, fd, size);
  if (error) {
    close(fd);
    unlink(path);
    return error;
  }
  strcpy(f->path, path);
  f->device = s.st_dev;
  f->inode = s.st_ino;
  return fd;
}

int pomp_reserved_open(const struct pomp_reserved_file *f) {
  int fd = open(f->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return -errno;
  struct stat s;
  if (fstat(fd, &s) || s.st_dev != f->device || s.st_ino != f->inode) {
    close(fd);
    return -ESTALE;
  }
  return fd;
}

void pomp_reserved_trim(struct pomp_reserved_file *f, uint64_t size) {
  int fd = pomp_reserved_open(f);
  if (fd < 0)
    return;
  if (ftruncate(fd, (off_t)size) == 0)
    f->reserved = size;
  close(fd);
}

enum pomp_stop pomp_reserved_stop(int error) {
  return error == -ENOMEM                                          ? POMP_STOP_LIMIT
         : error == -ENOSPC || error == -EFBIG || error == -EDQUOT ? POMP_STOP_SPACE
                                                                   : POMP_STOP_FILE;
}
