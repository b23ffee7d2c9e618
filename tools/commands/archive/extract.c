/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* extract.c - makes a directory of an archive again: under another name until it is complete.
 * Not here: how an archive is read (tools/files). */
#include "base/user_error.h"
#include "commands/archive/archiver.h"
#include "pomp_file.h"
#include "pomp_trace_format.h"

#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE (1u << 20)

struct extraction {
  const struct archive *archive;
  const char *target;
  unsigned char *bytes; /* a piece */
  bool lost;            /* something is not there */
};

static bool is_zero(const unsigned char *bytes, size_t size) {
  return !size || (!bytes[0] && memcmp(bytes, bytes + 1, size - 1) == 0);
}

/* Writes a part of a file; zeros are left to a hole. Lost bytes become 0; if any byte of a trace's chunk is lost, the
 * whole chunk becomes 0, so that a reader sees that it is missing. */
static int write_part(struct extraction *x, uint32_t member, int fd, uint64_t at, size_t size) {
  if (!archive_read(x->archive, member, x->bytes, at, size, false)) {
    if (archive_lacked_memory(x->archive))
      return -ENOMEM;
    x->lost = true;
    if (x->archive->members[member].about.kind == POMP_ARCHIVE_TRACE)
      return 0;
    archive_read(x->archive, member, x->bytes, at, size, true);
  }
  return is_zero(x->bytes, size) ? 0 : pomp_file_write_at(fd, x->bytes, size, at);
}

/* A trace goes chunk by chunk. */
static int write_parts(struct extraction *x, uint32_t member, int fd) {
  const struct pomp_archive_member *m = &x->archive->members[member].about;
  uint64_t at = 0;
  int error = 0;
  while (!error && at < m->size) {
    uint64_t some = m->kind == POMP_ARCHIVE_PLAIN ? PIECE : at < m->header_size ? m->header_size - at : m->chunk_size;
    some = some < m->size - at ? some : m->size - at;
    error = write_part(x, member, fd, at, some);
    at += some;
  }
  return error;
}

static bool make_file(struct extraction *x, uint32_t member, const char *path) {
  const struct archive_member *m = &x->archive->members[member];
  const struct timespec times[2] = {{0, UTIME_OMIT},
                                    {(time_t)(m->about.changed / 1000000000u), (long)(m->about.changed % 1000000000u)}};
  const int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return user_error(path, "%s", strerror(errno));
  int error = ftruncate(fd, (off_t)m->about.size) == 0 ? write_parts(x, member, fd) : -errno;
  fchmod(fd, m->about.mode & 0777);
  futimens(fd, times);
  if (close(fd) != 0 && !error)
    error = -errno;
  return !error || user_error(path, "%s", strerror(-error));
}

/* Returns how many bytes a piece of any file of the archive has. */
static uint64_t largest_piece(const struct archive *a) {
  uint64_t most = PIECE;
  for (uint32_t i = 0; i < a->member_count; i++) {
    most = a->members[i].about.header_size > most ? a->members[i].about.header_size : most;
    most = a->members[i].about.chunk_size > most ? a->members[i].about.chunk_size : most;
  }
  return most;
}

/* Who may read the profile may look into the directory. */
static mode_t folder_mode(const struct archive *a) {
  const mode_t mode = a->member_count ? a->members[0].about.mode & 0777 : 0;
  return 0700 | mode | (mode & 0444) >> 2;
}

/* Makes the directories that a name in the archive goes through. */
static bool make_folders(char *path, size_t from, mode_t mode) {
  for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (mkdir(path, mode) != 0 && errno != EEXIST)
      return user_error(path, "%s", strerror(errno));
    *slash = '/';
  }
  return true;
}

static int remove_one(const char *path, const struct stat *s, int type, struct FTW *ftw) {
  (void)s, (void)type, (void)ftw;
  return remove(path);
}

bool archiver_extract(const struct archiver_choice *choice) {
  struct extraction x = {.archive = archiver_open(choice->experiment), .target = choice->output};
  char part[4200], path[4600];
  struct stat s;
  if (!x.archive)
    return false;
  if (lstat(x.target, &s) == 0)
    return user_error(x.target, "is there already: remove it, or name another directory");
  if (snprintf(part, sizeof part, "%s.part-%ld", x.target, (long)getpid()) >= (int)sizeof part)
    return user_error(x.target, "%s", strerror(ENAMETOOLONG));
  const mode_t mode = folder_mode(x.archive);
  if (mkdir(part, mode) != 0)
    return user_error(part, "%s", strerror(errno));
  x.bytes = malloc(largest_piece(x.archive));
  bool good = x.bytes || user_error(part, "not enough memory");
  for (uint32_t i = 0; good && i < x.archive->member_count; i++) {
    snprintf(path, sizeof path, "%s/%s", part, x.archive->members[i].name);
    good = make_folders(path, strlen(part) + 1, mode) && make_file(&x, i, path);
  }
  if (good && rename(part, x.target) != 0)
    good = user_error(x.target, "%s", strerror(errno));
  if (!good)
    nftw(part, remove_one, 16, FTW_DEPTH | FTW_PHYS);
  free(x.bytes);
  return good && (!x.lost || user_error(x.target, "what the archive has lost is not in it"));
}
