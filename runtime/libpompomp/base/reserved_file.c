/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* reserved_file.c - reserves room in a file, and finds the file again; reserved_file.h says why.
 * Not here: mappings. */
#include "base/reserved_file.h"
#include "base/directory.h"
#include "pomp_quiet.h"

#include <errno.h>
#include <stdbool.h>
#include <string.h>

#define AHEAD (16u << 20)

uint64_t pomp_reserved_limit(int resource) {
  struct rlimit r;
  return pomp_sys_getrlimit(resource, &r) || r.rlim_cur == RLIM_INFINITY ? UINT64_MAX : (uint64_t)r.rlim_cur;
}

int pomp_reserved_reserve(struct pomp_reserved_file *f, int fd, uint64_t size) {
  if (size > f->length && size > pomp_reserved_limit(RLIMIT_FSIZE))
    return -EFBIG;
  int error;
  struct pomp_quiet quiet; /* where fallocate has to write, behind a limit that came after the file was made */
  pomp_quiet_begin(&quiet);
  do
    error = pomp_sys_fallocate(fd, f->reserved, size - f->reserved);
  while (error == -EINTR);
  pomp_quiet_end(&quiet, error);
  if (!error)
    f->reserved = size;
  if (f->length < f->reserved)
    f->length = f->reserved;
  return error;
}

void pomp_reserved_extend(struct pomp_reserved_file *f, int fd, uint64_t most) {
  uint64_t limit = pomp_reserved_limit(RLIMIT_FSIZE), length = 2 * f->reserved + AHEAD;
  most = limit < most ? limit : most;
  length = length < most ? length : most;
  /* The file grows in large steps, as each is a system call. */
  if (length > f->length && (f->length < f->reserved + AHEAD / 2 || length == most) &&
      pomp_sys_ftruncate(fd, length) == 0)
    f->length = length;
}

/* Returns the name of the file in the directory `at`; if that isn't open, the whole path. */
static const char *entry_of(int at, const char *path) {
  const char *slash = strrchr(path, '/');
  return slash && at != AT_FDCWD ? slash + 1 : path;
}

/* The mapping keeps the file alive, so that no other file gets its number. */
static struct pomp_identity identity_of(const struct pomp_reserved_file *f) {
  return (struct pomp_identity){.device = f->device, .inode = f->inode};
}

int pomp_reserved_create(struct pomp_reserved_file *f, int at, const char *path, uint64_t size, mode_t mode) {
  if (strlen(path) >= sizeof f->path)
    return -ENAMETOOLONG;
  int fd = pomp_sys_openat(at, entry_of(at, path), O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
  if (fd < 0)
    return fd;
  struct stat s, root;
  int error = pomp_sys_fstat(fd, &s);
  if (!error)
    error = pomp_sys_stat("/", &root);
  if (!error)
    error = pomp_reserved_reserve(f, fd, size);
  if (error) {
    pomp_sys_close(fd);
    pomp_sys_unlinkat(at, entry_of(at, path), 0);
    return error;
  }
  strcpy(f->path, path);
  f->device = s.st_dev;
  f->inode = s.st_ino;
  f->root.device = root.st_dev;
  f->root.inode = root.st_ino;
  return fd;
}

int pomp_reserved_open(const struct pomp_reserved_file *f) {
  int fd = pomp_sys_open(f->path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0);
  if (fd < 0)
    return fd;
  struct stat s;
  if (pomp_sys_fstat(fd, &s) || s.st_dev != f->device || s.st_ino != f->inode) {
    pomp_sys_close(fd);
    return -ESTALE;
  }
  return fd;
}

/* True if `error` comes from what the process has become, and the file is where it was, for all that is known. */
static bool is_out_of_reach(const struct pomp_reserved_file *f, int error) {
  struct stat root;
  if (error == -EACCES || error == -EPERM || error == -EMFILE || error == -ENFILE)
    return true;
  return pomp_sys_stat("/", &root) == 0 && (root.st_dev != f->root.device || root.st_ino != f->root.inode);
}

/* Reserves by writing to the pages, without changing what is in them. That makes the file no longer. */
static int populate(struct pomp_reserved_file *f, char *at, uint64_t size, int error) {
#ifdef MADV_POPULATE_WRITE
  int failed;
  if (size > f->length)
    return error;
  const uint64_t from = f->reserved / pomp_sys_page() * pomp_sys_page();
  do
    failed = pomp_sys_madvise(at + from, size - from, MADV_POPULATE_WRITE);
  while (failed == -EINTR || failed == -EAGAIN);
  if (!failed)
    f->reserved = size;
  return failed == -EINVAL ? error : failed == -EFAULT ? -ENOSPC : failed; /* EINVAL: the kernel is older than that */
#else
  return error;
#endif
}

int pomp_reserved_grow(struct pomp_reserved_file *f, char *at, uint64_t size, uint64_t target, uint64_t most) {
  int fd = pomp_reserved_open(f);
  if (fd < 0)
    return is_out_of_reach(f, fd) ? populate(f, at, size, fd) : fd;
  int error = pomp_reserved_reserve(f, fd, target);
  if (error && target > size) {
    if (pomp_sys_ftruncate(fd, f->reserved) == 0) /* on some file systems, what there was has been taken */
      f->length = f->reserved;
    error = pomp_reserved_reserve(f, fd, size);
  }
  if (!error)
    pomp_reserved_extend(f, fd, most);
  pomp_sys_close(fd);
  return error;
}

int pomp_reserved_move(struct pomp_reserved_file *f, int at, const char *path) {
  const char *entry;
  if (strlen(path) >= sizeof f->path)
    return -ENAMETOOLONG;
  int from = pomp_directory_of(f->path, &entry);
  if (from < 0)
    return from;
  struct pomp_identity is = identity_of(f);
  int error = pomp_identity_move(&is, from, entry, at, entry_of(at, path));
  pomp_sys_close(from);
  if (!error)
    strcpy(f->path, path);
  return error;
}

void pomp_reserved_unlink(const struct pomp_reserved_file *f) {
  const char *entry;
  struct pomp_identity is = identity_of(f);
  int at = pomp_directory_of(f->path, &entry);
  if (at < 0)
    return;
  pomp_identity_unlink(at, entry, &is);
  pomp_sys_close(at);
}

void pomp_reserved_trim(struct pomp_reserved_file *f, uint64_t size) {
  int fd = pomp_reserved_open(f);
  if (fd < 0)
    return;
  if (pomp_sys_ftruncate(fd, size) == 0)
    f->reserved = f->length = size;
  pomp_sys_close(fd);
}

enum pomp_stop pomp_reserved_stop(int error) {
  return error == -ENOMEM                                          ? POMP_STOP_LIMIT
         : error == -ENOSPC || error == -EFBIG || error == -EDQUOT ? POMP_STOP_SPACE
                                                                   : POMP_STOP_FILE;
}
