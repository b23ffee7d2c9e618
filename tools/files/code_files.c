/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_files.c - opens the ELF files of measured programs, and compares their build IDs with those that ran.
 * Not here: debug information (debug_info.c), which a build without libdw does not have. */
#include "files/code_files.h"
#include "pomp_array.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef POMP_HAS_DW
#include "files/debug_info.h"
#endif

static struct code_file *files;
static uint32_t file_count, file_room;

#ifdef POMP_HAS_DW
/* Tells whether the file is the one that ran, and opens it. False: no memory. */
static bool open_file(struct code_file *f) {
  char build[96];
  struct stat about;
  int fd = open(f->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a FIFO must not make it wait */
  if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    if (fd >= 0)
      close(fd);
    f->known = CALL_GONE;
    return true;
  }
  snprintf(build, sizeof build, "file:%lld %lld.%09ld", (long long)about.st_size, (long long)about.st_mtim.tv_sec,
           about.st_mtim.tv_nsec);
  errno = 0;
  f->file = debug_open(f->path, fd);
  if (!f->file && errno == ENOMEM)
    return false;
  if (f->file && strncmp(f->build, "id:", 3) == 0) {
    strcpy(build, "id:");
    debug_build_id(f->file, build + 3, sizeof build - 3);
  }
  f->known = !f->file || strcmp(f->build, build) != 0 ? CALL_CHANGED : CALL_LINE;
  return true;
}
#else
static bool open_file(struct code_file *f) {
  f->known = CALL_NO_LIBRARY;
  return true;
}
#endif

bool code_file_find(const char *path, const char *build, uint32_t *number) {
  for (*number = 0; *number < file_count; ++*number)
    if (strcmp(files[*number].path, path) == 0 && strcmp(files[*number].build, build) == 0)
      return true;
  if (!POMP_ARRAY_ROOM(files, file_room, file_count + 1ull))
    return false;
  char *own_path = strdup(path), *own_build = strdup(build);
  struct code_file f = {.path = own_path, .build = own_build, .known = *path && !*build ? CALL_UNSURE : CALL_ADDRESS};
  if (!own_path || !own_build || (*path && *build && !open_file(&f))) {
    free(own_path);
    free(own_build);
    return false;
  }
  files[file_count++] = f;
  return true;
}

const struct code_file *code_file_at(uint32_t number) { return &files[number]; }

#ifdef POMP_HAS_DW
bool code_file_folders(const char *path, bool (*take)(void *context, const char *folder), void *context) {
  struct stat about;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0 || fstat(fd, &about) != 0 || !S_ISREG(about.st_mode)) {
    if (fd >= 0)
      close(fd);
    return true;
  }
  struct debug_file *f = debug_open(path, fd);
  return !f || debug_folders(f, take, context);
}
#else
bool code_file_folders(const char *path, bool (*take)(void *context, const char *folder), void *context) {
  (void)path, (void)take, (void)context;
  return true;
}
#endif
