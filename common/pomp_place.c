/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_place.c - does what pomp_place.h says.
 * The names of files in these folders are the callers' business. */
#define _GNU_SOURCE /* readlink */
#include "pomp_place.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Cuts the last part off a path. "/" becomes "". */
static void cut(char *path) {
  char *slash = strrchr(path, '/');
  *(slash ? slash : path) = '\0';
}

/* Goes on from `path` to `way`, whose leading ".." are taken off the path's end: what a user reads has none of them. */
static bool go(char path[POMP_PLACE_MAX], const char *way) {
  for (; strncmp(way, "../", 3) == 0; way += 3)
    cut(path);
  size_t used = strlen(path);
  if (used + 1 + strlen(way) >= POMP_PLACE_MAX) {
    errno = ENAMETOOLONG;
    return false;
  }
  snprintf(path + used, POMP_PLACE_MAX - used, "/%s", way);
  return true;
}

static bool is_there(const char *folder, const char *file) {
  char path[POMP_PLACE_MAX];
  return snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path && access(path, F_OK) == 0;
}

bool pomp_place(char path[POMP_PLACE_MAX], const char *from_bin, const char *built, const char *file) {
  char bin[POMP_PLACE_MAX];
  ssize_t length = readlink("/proc/self/exe", bin, sizeof bin);
  if (length < 0)
    return false;
  if (length == sizeof bin) {
    errno = ENAMETOOLONG;
    return false;
  }
  bin[length] = '\0';
  cut(bin);
  strcpy(path, bin); /* NOLINT(clang-analyzer-security.insecureAPI.strcpy): both are as long */
  if (!go(path, from_bin))
    return false;
  if (is_there(path, file))
    return true;
  strcpy(path, bin); /* NOLINT(clang-analyzer-security.insecureAPI.strcpy) */
  return go(path, built);
}
