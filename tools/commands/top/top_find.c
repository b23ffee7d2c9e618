/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* top_find.c - finds the newest experiment in a folder.
 * Not here: an experiment that is named, or that of a process, which libpompread finds. */
#include "commands/top/top.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* An experiment is a directory that has its file, or the files of ranks. */
static bool is_experiment(const char *path) {
  static const char *const files[] = {"profile.pomp", "rank-0.pomp", "rank-0/profile.pomp"};
  char file[4096];
  struct stat s;
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    int n = snprintf(file, sizeof file, "%s/%s", path, files[i]);
    if (n > 0 && (size_t)n < sizeof file && stat(file, &s) == 0)
      return true;
  }
  return false;
}

static bool is_newer(const struct timespec *a, const struct timespec *b) {
  return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

const char *find_experiment(const char *name, char *path, size_t size) {
  struct timespec best = {0, 0};
  bool found = false;
  DIR *folder = name && !is_experiment(name) ? opendir(name) : NULL;
  if (!folder)
    return name;
  for (struct dirent *entry; (entry = readdir(folder));) {
    char one[4096];
    struct stat s;
    int n = snprintf(one, sizeof one, "%s/%s", name, entry->d_name);
    if (*entry->d_name == '.' || n < 0 || (size_t)n >= sizeof one || (size_t)n >= size || !is_experiment(one) ||
        stat(one, &s) != 0 || (found && !is_newer(&s.st_mtim, &best)))
      continue;
    found = true;
    best = s.st_mtim;
    memcpy(path, one, (size_t)n + 1);
  }
  closedir(folder);
  return found ? path : name;
}
