/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* directory.c - makes, finds, proves and removes a directory and what is in it; directory.h says why.
 * Not here: what the directory is for. */
#include "base/directory.h"
#include "pomp_system.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

/* The descriptor serves for names below it alone, and needs no permission to read the directory. */
#define AS_DIRECTORY (O_PATH | O_DIRECTORY | O_CLOEXEC)

/* This is the part of a file's status that we need. Kernels before Linux 4.11 don't tell when it was made. */
struct status {
  struct pomp_identity is;
  mode_t mode;
  uid_t user;
};

/* An empty `entry` stands for the descriptor `at` itself. */
static bool status_of(int at, const char *entry, struct status *s) {
  struct stat now;
  struct statx x;
  const int flags = *entry ? AT_SYMLINK_NOFOLLOW : AT_EMPTY_PATH;
  if (pomp_sys_fstatat(at, entry, &now, flags) != 0)
    return false;
  *s = (struct status){{now.st_dev, now.st_ino, 0, 0}, now.st_mode, now.st_uid};
  if (pomp_sys_statx(at, entry, flags, STATX_BTIME, &x) == 0 && x.stx_mask & STATX_BTIME) {
    s->is.born = x.stx_btime.tv_sec;
    s->is.born_ns = x.stx_btime.tv_nsec;
  }
  return true;
}

bool pomp_identity_at(int at, const char *entry, struct pomp_identity *is) {
  struct status s;
  if (!status_of(at, entry, &s))
    return false;
  *is = s.is;
  return true;
}

bool pomp_identity_same(const struct pomp_identity *a, const struct pomp_identity *b) {
  if (a->device != b->device || a->inode != b->inode)
    return false;
  return (!a->born && !a->born_ns) || (!b->born && !b->born_ns) || (a->born == b->born && a->born_ns == b->born_ns);
}

/* --- directories --- */

/* Takes note of the directory that has been opened, or closes it again for an error. */
static int take(struct pomp_directory *d, const char *path, int fd, bool made) {
  struct status s;
  int error = status_of(fd, "", &s) ? 0 : -ESTALE;
  d->foreign = !error && !made && s.user != pomp_sys_geteuid();
  if (d->foreign)
    error = -EPERM;
  if (!error && (size_t)snprintf(d->path, sizeof d->path, "%s", path) >= sizeof d->path)
    error = -ENAMETOOLONG;
  if (error) {
    pomp_sys_close(fd);
    return error;
  }
  d->is = s.is;
  d->made = made;
  return fd;
}

int pomp_directory_make(struct pomp_directory *d, const char *path, mode_t mode) {
  d->foreign = false;
  int error = pomp_sys_mkdir(path, mode);
  if (error)
    return error;
  int fd = pomp_sys_open(path, AS_DIRECTORY | O_NOFOLLOW, 0);
  fd = fd < 0 ? fd : take(d, path, fd, true);
  if (fd < 0)
    pomp_sys_unlinkat(AT_FDCWD, path, AT_REMOVEDIR); /* it is new, and so empty */
  return fd;
}

int pomp_directory_find(struct pomp_directory *d, const char *path) {
  struct status s;
  if (!status_of(AT_FDCWD, path, &s))
    return -ENOENT;
  bool link = S_ISLNK(s.mode);
  d->foreign = link && s.user != pomp_sys_geteuid() && s.user != 0;
  if (d->foreign)
    return -EPERM;
  int fd = pomp_sys_open(path, AS_DIRECTORY | (link ? 0 : O_NOFOLLOW), 0);
  return fd < 0 ? fd : take(d, path, fd, false);
}

int pomp_directory_open(const struct pomp_directory *d) {
  struct status s;
  int fd = pomp_sys_open(d->path, AS_DIRECTORY, 0);
  if (fd < 0)
    return fd;
  if (status_of(fd, "", &s) && pomp_identity_same(&s.is, &d->is))
    return fd;
  pomp_sys_close(fd);
  return -ESTALE;
}

int pomp_directory_below(int at, const char *entry, mode_t mode) {
  struct status s;
  int error = pomp_sys_mkdirat(at, entry, mode);
  if (error && error != -EEXIST)
    return error;
  int fd = pomp_sys_openat(at, entry, AS_DIRECTORY | O_NOFOLLOW, 0);
  if (fd < 0)
    return fd;
  if (!error || (status_of(fd, "", &s) && s.user == pomp_sys_geteuid()))
    return fd;
  pomp_sys_close(fd);
  return -EPERM;
}

void pomp_directory_remove(struct pomp_directory *d) {
  struct pomp_identity is;
  if (d->made && pomp_identity_at(AT_FDCWD, d->path, &is) && pomp_identity_same(&is, &d->is) &&
      pomp_sys_rmdir(d->path) == 0)
    d->made = false;
}

int pomp_directory_of(const char *path, const char **entry) {
  char parent[PATH_MAX + 64];
  const char *slash = strrchr(path, '/');
  *entry = slash ? slash + 1 : path;
  int length = slash ? (int)(slash - path) : 0;
  if (!slash)
    strcpy(parent, ".");
  else if ((size_t)snprintf(parent, sizeof parent, "%.*s/", length, path) >= sizeof parent)
    return -ENAMETOOLONG;
  return pomp_sys_open(parent, AS_DIRECTORY, 0);
}

void pomp_entries_begin(struct pomp_entries *e, const char *path) {
  e->fd = pomp_sys_open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  e->size = e->next = 0;
}

const char *pomp_entries_next(struct pomp_entries *e) {
  if (e->next >= e->size) {
    e->size = e->fd < 0 ? 0 : pomp_sys_getdents(e->fd, &e->some, sizeof e->some);
    e->next = 0;
  }
  if (e->size <= 0)
    return NULL;
  const struct dirent64 *entry = (const struct dirent64 *)(const void *)(e->some.bytes + e->next);
  e->next += entry->d_reclen;
  return entry->d_name;
}

void pomp_entries_end(const struct pomp_entries *e) {
  if (e->fd >= 0)
    pomp_sys_close(e->fd);
}

/* --- files --- */

void pomp_identity_unlink(int at, const char *entry, const struct pomp_identity *is) {
  struct pomp_identity found;
  if (pomp_identity_at(at, entry, &found) && pomp_identity_same(&found, is))
    pomp_sys_unlinkat(at, entry, 0);
}

/* Gives the file a second name, or the new one alone where the file system has no links. */
static int name_again(int at, const char *entry, int to, const char *new) {
  struct pomp_identity any;
  int error = pomp_sys_linkat(at, entry, to, new, 0);
  if (!error || error == -EEXIST)
    return error;
  error = pomp_sys_renameat2(at, entry, to, new, RENAME_NOREPLACE);
  if (error != -EINVAL)
    return error;
  if (pomp_identity_at(to, new, &any)) /* the file system can do neither */
    return -EEXIST;
  return pomp_sys_renameat2(at, entry, to, new, 0);
}

int pomp_identity_move(const struct pomp_identity *is, int at, const char *entry, int to, const char *new) {
  struct pomp_identity found;
  if (!pomp_identity_at(at, entry, &found) || !pomp_identity_same(&found, is))
    return -ESTALE;
  int error = name_again(at, entry, to, new);
  if (!error)
    pomp_identity_unlink(at, entry, is);
  return error;
}
