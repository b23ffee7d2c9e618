/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* experiment_files.c - finds the files of an experiment: those that the runtime writes, and no others, as somebody may
 * have put anything into the directory. Not here: what is in them. */
#include "base/user_error.h"
#include "commands/archive/archiver.h"
#include "pomp_array.h"
#include "pomp_format.h"
#include "pomp_trace_format.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define README "README.txt"

/* These are the names that the runtime gives, in the order in which the files are in an archive. */
static const struct {
  const char *format;
  int numbers;
} names[] = {{POMP_FORMAT_FILE, 0},
             {POMP_TRACE_FILE, 0},
             {README, 0},
             {POMP_FORMAT_RANK_FILE, 1},
             {POMP_FORMAT_INTERVAL_FILE, 1},
             {POMP_FORMAT_INTERVAL_RANK_FILE, 2},
             {POMP_FORMAT_EVERY_FILE, 1},
             {POMP_FORMAT_EVERY_RANK_FILE, 2}};
#define NAMES (sizeof names / sizeof *names)

/* This is what the names are sorted by. */
struct sort {
  unsigned numbers[2];
  size_t row;
};

/* True if the runtime gives such a name. */
static bool is_name(const char *name, struct sort *s) {
  for (s->row = 0; s->row < NAMES; s->row++) {
    char again[64];
    s->numbers[0] = s->numbers[1] = 0;
    /* NOLINTNEXTLINE(clang-diagnostic-format-nonliteral): the formats are those above */
    if (sscanf(name, names[s->row].format, &s->numbers[0], &s->numbers[1]) == names[s->row].numbers ||
        names[s->row].numbers == 0) {
      snprintf(again, sizeof again, names[s->row].format, s->numbers[0], s->numbers[1]);
      if (strcmp(again, name) == 0)
        return true;
    }
  }
  return false;
}

/* True if a directory is a rank's. */
static bool is_rank(const char *name, unsigned *rank) {
  char again[64];
  if (sscanf(name, POMP_FORMAT_RANK_DIRECTORY, rank) != 1)
    return false;
  snprintf(again, sizeof again, POMP_FORMAT_RANK_DIRECTORY, *rank);
  return strcmp(again, name) == 0;
}

static uint64_t ns_of(const struct statx_timestamp *t) {
  return t->tv_sec > 0 && (uint64_t)t->tv_sec < UINT64_MAX / 2000000000u
             ? (uint64_t)t->tv_sec * 1000000000u + t->tv_nsec
             : 0;
}

/* Adds a file. False, with a message, if that can't be done; what is no file is left out. */
static bool add(struct archiver_files *files, int directory, const char *where, const char *above, const char *name) {
  struct statx s;
  char full[POMP_ARCHIVE_NAME_MAX + 1];
  if (statx(directory, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS | STATX_BTIME, &s) != 0)
    return user_error(where, "%s: %s", name, strerror(errno));
  if (!S_ISREG(s.stx_mode))
    return true;
  snprintf(full, sizeof full, "%s%s", above, name);
  if (!POMP_ARRAY_ROOM(files->at, files->room, files->count + 1ull))
    return user_error(where, "not enough memory");
  struct archiver_file *f = &files->at[files->count];
  *f = (struct archiver_file){.name = strdup(full),
                              .about = {.size = s.stx_size,
                                        .changed = ns_of(&s.stx_mtime),
                                        .born = s.stx_mask & STATX_BTIME ? ns_of(&s.stx_btime) : 0,
                                        .mode = s.stx_mode & 0777,
                                        .name = (uint32_t)strlen(full)}};
  files->count += f->name != NULL;
  return f->name || user_error(where, "not enough memory");
}

/* Adds the files of a directory, and those of the ranks' directories in it. */
static bool add_all(struct archiver_files *files, const char *where, const char *above) {
  DIR *d = opendir(where);
  bool good = d != NULL || user_error(where, "%s", strerror(errno));
  for (const struct dirent *entry; good && d && (entry = readdir(d));) {
    struct sort s;
    unsigned rank;
    if (is_name(entry->d_name, &s))
      good = add(files, dirfd(d), where, above, entry->d_name);
    else if (!*above && is_rank(entry->d_name, &rank)) {
      char inner[4200], name[64];
      struct stat about;
      snprintf(inner, sizeof inner, "%s/%s", where, entry->d_name);
      snprintf(name, sizeof name, POMP_FORMAT_RANK_DIRECTORY "/", rank);
      if (lstat(inner, &about) == 0 && S_ISDIR(about.st_mode))
        good = add_all(files, inner, name);
    }
  }
  if (d)
    closedir(d);
  return good;
}

/* The experiment's own files come first, and then those of its ranks, in the order of their numbers. */
static int by_name(const void *x, const void *y) {
  const struct archiver_file *files[2] = {x, y};
  struct sort s[2];
  unsigned rank[2] = {0, 0};
  bool inner[2];
  for (int i = 0; i < 2; i++) {
    const char *slash = strchr(files[i]->name, '/');
    inner[i] = slash != NULL;
    if (slash)
      sscanf(files[i]->name, POMP_FORMAT_RANK_DIRECTORY, &rank[i]);
    is_name(slash ? slash + 1 : files[i]->name, &s[i]);
  }
  if (inner[0] != inner[1])
    return inner[0] ? 1 : -1;
  if (rank[0] != rank[1])
    return rank[0] < rank[1] ? -1 : 1;
  if (s[0].row != s[1].row)
    return s[0].row < s[1].row ? -1 : 1;
  for (int i = 0; i < 2; i++)
    if (s[0].numbers[i] != s[1].numbers[i])
      return s[0].numbers[i] < s[1].numbers[i] ? -1 : 1;
  return 0;
}

bool archiver_files_find(struct archiver_files *files, const char *directory) {
  *files = (struct archiver_files){NULL, 0, 0};
  if (!add_all(files, directory, ""))
    return false;
  if (!files->count)
    return user_error(directory, "it has no file of an experiment");
  qsort(files->at, files->count, sizeof *files->at, by_name);
  return true;
}

void archiver_files_free(struct archiver_files *files) {
  for (uint32_t i = 0; i < files->count; i++)
    free(files->at[i].name);
  free(files->at);
}

int archiver_file_open(const char *directory, const char *name) {
  char path[4400];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  const int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd < 0)
    user_error_print(path, "%s", strerror(errno));
  return fd;
}
