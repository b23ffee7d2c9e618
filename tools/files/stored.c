/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stored.c - opens, lists and looks at an experiment's files, in a directory or in the archive that is in its place.
 * Not here: what is in an archive (archive.c).
 *
 * The system says of a path that leads through a file that this is no directory. Then the file may be an archive. */
#include "files/stored.h"
#include "files/archive_internal.h"
#include "pomp_file.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#define PAGE 4096u
#define LEAST_UNPACKED (256ull << 20)
#define MOST_PACKED 1024u /* times: no profile gets so small */
#define SMALL (1u << 20)  /* bytes of a file that is unpacked into memory of the program's own */

void (*stored_tell)(const char *path, const char *line);

/* --- archives that are open --- */

struct opened {
  struct opened *next;
  struct archive archive;
  char *path;
  char error[256];
  struct stat about;
  int fd;
  bool good;
};

static struct opened *all;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static bool read_at(void *context, void *to, uint64_t at, size_t size) {
  const struct opened *o = context;
  return pomp_file_read_at(o->fd, to, size, at) == 0;
}

static void tell(void *context, const char *line) {
  const struct opened *o = context;
  if (stored_tell)
    stored_tell(o->path, line);
}

static bool is_same(const struct stat *a, const struct stat *b) {
  return a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_size == b->st_size &&
         a->st_mtim.tv_sec == b->st_mtim.tv_sec && a->st_mtim.tv_nsec == b->st_mtim.tv_nsec;
}

/* Opens the file if it is an archive. False: it is none. */
static bool probe(struct opened *o, const char *path) {
  *o = (struct opened){.fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)}; /* a FIFO must not make it wait */
  const bool regular = o->fd >= 0 && fstat(o->fd, &o->about) == 0 && S_ISREG(o->about.st_mode);
  const struct archive_source source = {read_at, tell, o, (uint64_t)o->about.st_size};
  if (regular && archive_probe(&source))
    return true;
  if (o->fd >= 0)
    close(o->fd);
  return false;
}

/* Keeps an archive that was opened; NULL: there is no memory. */
static struct opened *keep(const struct opened *found, const char *path) {
  struct opened *o = malloc(sizeof *o);
  char *name = strdup(path);
  if (!o || !name) {
    free(o);
    free(name);
    return NULL;
  }
  *o = *found;
  o->path = name;
  const struct archive_source source = {read_at, tell, o, (uint64_t)o->about.st_size};
  o->good = archive_open(&o->archive, &source, o->error, sizeof o->error);
  return o;
}

/* Returns the archive that has this path; NULL: there is none. */
static struct opened *opened_at(const char *path) {
  struct stat s;
  if (stat(path, &s) != 0 || !S_ISREG(s.st_mode))
    return NULL;
  for (struct opened *o = all; o; o = o->next)
    if (strcmp(o->path, path) == 0 && is_same(&o->about, &s))
      return o;
  static struct opened without_memory = {.error = "not enough memory"};
  struct opened found;
  if (!probe(&found, path))
    return NULL;
  struct opened *o = keep(&found, path);
  if (!o) {
    close(found.fd);
    return &without_memory;
  }
  o->next = all;
  all = o;
  return o;
}

/* Returns an archive that is open, is as it was, and which the path leads through; NULL: there is none, or nobody knows
 * yet. One that was opened before is found without a look at each directory of the path. */
static struct opened *opened_above(const char *path, const char **name) {
  struct opened *found = NULL;
  struct stat s;
  pthread_mutex_lock(&turn);
  for (struct opened *o = all; o && !found; o = o->next) {
    const size_t length = strlen(o->path);
    if (strncmp(path, o->path, length) != 0 || path[length] != '/' || stat(o->path, &s) != 0 || !is_same(&o->about, &s))
      continue;
    found = o;
    *name = path + length + 1;
  }
  pthread_mutex_unlock(&turn);
  return found;
}

static struct opened *get(const char *path) {
  const int before = errno;
  pthread_mutex_lock(&turn);
  struct opened *o = opened_at(path);
  pthread_mutex_unlock(&turn);
  errno = before;
  return o;
}

bool stored_is_archive(const char *path, char *error, size_t error_size) {
  const struct opened *o = get(path);
  if (o && error_size)
    snprintf(error, error_size, "%s", o->good ? "" : o->error);
  return o != NULL;
}

const struct archive *stored_archive(const char *path) {
  const struct opened *o = get(path);
  return o && o->good ? &o->archive : NULL;
}

/* Finds the archive that a path leads through, and where the name in it begins. */
static struct opened *split(const char *path, const char **name) {
  char before[4096];
  struct stat s;
  for (const char *slash = strchr(path + (*path == '/'), '/'); slash; slash = strchr(slash + 1, '/')) {
    const size_t length = (size_t)(slash - path);
    if (length >= sizeof before)
      break;
    memcpy(before, path, length);
    before[length] = 0;
    if (stat(before, &s) != 0)
      break;
    if (S_ISDIR(s.st_mode))
      continue;
    *name = slash + 1;
    return get(before);
  }
  return NULL;
}

static const struct archive *find_in(const struct opened *o, const char *name, uint32_t *member, char *error,
                                     size_t error_size) {
  if (error_size)
    *error = 0;
  errno = ENOTDIR;
  if (!o)
    return NULL;
  if (!o->good) {
    if (error_size)
      snprintf(error, error_size, "%s", o->error);
    errno = EIO;
    return NULL;
  }
  *member = archive_find(&o->archive, name);
  errno = ENOENT;
  return *member == ARCHIVE_NO_MEMBER ? NULL : &o->archive;
}

const struct archive *stored_find(const char *path, uint32_t *member, char *error, size_t error_size) {
  const char *name = "";
  const struct opened *o = opened_above(path, &name);
  if (!o)
    o = split(path, &name);
  return find_in(o, name, member, error, error_size);
}

/* --- files --- */

/* Unpacks a small file. What is lost is 0. NULL: there is no memory. */
static unsigned char *unpacked_small(const struct archive *a, uint32_t member) {
  const uint64_t size = a->members[member].about.size;
  unsigned char *bytes = malloc(size + 1);
  if (!bytes || archive_read(a, member, bytes, 0, size, false))
    return bytes;
  if (!archive_lacked_memory(a) && archive_read(a, member, bytes, 0, size, true) && !archive_lacked_memory(a))
    return bytes;
  free(bytes);
  return NULL;
}

/* Writes what is not 0, page by page. */
static int write_used(int fd, const unsigned char *bytes, uint64_t size, uint64_t at, uint64_t *left) {
  int error = 0;
  for (uint64_t i = 0, some; !error && i < size; i += some) {
    some = size - i < PAGE ? size - i : PAGE;
    if (!bytes[i] && memcmp(bytes + i, bytes + i + 1, some - 1) == 0)
      continue;
    if (some > *left)
      return -EFBIG;
    *left -= some;
    error = pomp_file_write_at(fd, bytes + i, some, at + i);
  }
  return error;
}

/* Copies a block of an archived file into the file in memory. Lost bytes stay 0, as in a hole. */
static bool write_block(const struct archive *a, uint32_t member, const struct pomp_archive_block *b, int fd,
                        uint64_t *left) {
  const uint64_t size =
      a->members[member].about.size - b->first < b->size ? a->members[member].about.size - b->first : b->size;
  unsigned char *bytes = malloc(size + 1);
  int error = bytes ? 0 : -ENOMEM;
  if (bytes && archive_read(a, member, bytes, b->first, size, false))
    error = write_used(fd, bytes, size, b->first, left);
  else if (bytes && archive_lacked_memory(a))
    error = -ENOMEM;
  free(bytes);
  errno = -error;
  return !error;
}

/* Returns how many bytes of memory the files of an archive may take: as much as the process may have (ulimit -v), which
 * the system does not count here, and no more than any real file becomes of so few bytes. */
static uint64_t most_unpacked(const struct archive *a) {
  struct rlimit limit;
  const uint64_t most = LEAST_UNPACKED + a->source.size * MOST_PACKED;
  return getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur < most ? limit.rlim_cur : most;
}

/* Makes a file in memory of one in an archive. */
static int unpacked(const struct archive *a, uint32_t member) {
  const uint64_t size = a->members[member].about.size;
  uint64_t left = most_unpacked(a);
  const int fd = memfd_create("pomp", MFD_CLOEXEC);
  bool good = fd >= 0 && ftruncate(fd, (off_t)size) == 0;
  for (uint32_t i = 0; good && i < a->members[member].count; i++) {
    const uint32_t block = a->order[a->members[member].first + i];
    const struct pomp_archive_block *b = &a->blocks[block].head;
    if (b->first < size && archive_block_at(a, member, POMP_ARCHIVE_BYTES, b->first) == block)
      good = write_block(a, member, b, fd, &left);
  }
  if (good || fd < 0)
    return fd;
  const int error = errno;
  close(fd);
  errno = error;
  return -1;
}

/* Opens a file that is in no archive; -1: there is none, or an archive has it, which is `*a` then. */
static int open_itself(const char *path, const struct archive **a, uint32_t *member) {
  const char *name;
  const struct opened *known = opened_above(path, &name);
  *a = NULL;
  if (known) {
    *a = find_in(known, name, member, NULL, 0);
    return -1;
  }
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 && errno == ENOTDIR)
    *a = stored_find(path, member, NULL, 0);
  return fd;
}

int stored_open(const char *path) {
  const struct archive *a;
  uint32_t member;
  const int fd = open_itself(path, &a, &member);
  return a ? unpacked(a, member) : fd;
}

int stored_open_or_unpack(const char *path, unsigned char **bytes, uint64_t *size) {
  const struct archive *a;
  uint32_t member;
  const int fd = open_itself(path, &a, &member);
  *bytes = NULL;
  if (!a)
    return fd;
  *size = a->members[member].about.size;
  if (*size > SMALL)
    return unpacked(a, member);
  *bytes = unpacked_small(a, member);
  errno = ENOMEM;
  return -1;
}

void stored_expect(const char *path) {
  uint32_t member;
  const int before = errno;
  const struct archive *a = stored_find(path, &member, NULL, 0);
  if (a)
    archive_expect(a, member);
  errno = before;
}

int stored_stat(const char *path, struct stat *s) {
  const char *name;
  uint32_t member;
  const struct opened *known = opened_above(path, &name);
  if (!known && stat(path, s) == 0)
    return 0;
  if (!known && errno != ENOTDIR)
    return -1;
  const struct archive *a = known ? find_in(known, name, &member, NULL, 0) : stored_find(path, &member, NULL, 0);
  if (!a)
    return -1;
  const struct pomp_archive_member *m = &a->members[member].about;
  *s = (struct stat){.st_mode = S_IFREG | (m->mode & 0777), .st_size = (off_t)m->size};
  s->st_mtim = (struct timespec){(time_t)(m->changed / 1000000000u), (long)(m->changed % 1000000000u)};
  return 0;
}

bool stored_times(const char *path, uint64_t *changed, uint64_t *born) {
  uint32_t member;
  const int before = errno;
  const struct archive *a = stored_find(path, &member, NULL, 0);
  errno = before;
  if (a) {
    *changed = a->members[member].about.changed;
    *born = a->members[member].about.born;
  }
  return a != NULL;
}

/* Calls `found` for what is in the directory that an archive is in place of: the first parts of names, each once. */
static void list_archive(const struct archive *a, bool (*found)(void *context, const char *name), void *context) {
  char last[POMP_ARCHIVE_NAME_MAX + 1] = "";
  for (uint32_t i = 0; i < a->member_count; i++) {
    char name[POMP_ARCHIVE_NAME_MAX + 1];
    snprintf(name, sizeof name, "%s", a->members[i].name);
    name[strcspn(name, "/")] = 0;
    if (strcmp(name, last) != 0 && !found(context, name))
      return;
    memcpy(last, name, sizeof last);
  }
}

void stored_list(const char *directory, bool (*found)(void *context, const char *name), void *context) {
  DIR *d = opendir(directory);
  if (!d && errno == ENOTDIR) {
    const struct opened *o = get(directory);
    if (o && o->good)
      list_archive(&o->archive, found, context);
    return;
  }
  for (const struct dirent *entry; d && (entry = readdir(d));)
    if (!found(context, entry->d_name))
      break;
  if (d)
    closedir(d);
}
