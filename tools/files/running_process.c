/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* running_process.c - finds the experiment of a process by its number.
 * Not here: whether the process that wrote an experiment is alive (last_moment.c). */
#include "files/running_process.h"
#include "base/user_error.h"
#include "pomp_format.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* This is a line of /proc/PID/maps, as far as it matters. */
struct mapping {
  unsigned long long low, high, inode;
  char *path;
};

bool running_process_is_pid(const char *name) {
  size_t digits = strspn(name, "0123456789");
  return digits && digits < 11 && !name[digits];
}

/* True if the last part of the path is what the file of an experiment is called. */
static bool is_experiment(const char *path) {
  const char *slash = strrchr(path, '/');
  unsigned rank;
  int end = 0;
  if (!slash)
    return false;
  bool of_rank = sscanf(slash + 1, POMP_FORMAT_RANK_FILE "%n", &rank, &end) == 1 && end && !slash[1 + end];
  return of_rank || strcmp(slash + 1, POMP_FORMAT_FILE) == 0;
}

/* Undoes what the kernel does to the path: a line break has become \012, and a word says that its name is gone. Returns
 * whether that is so. */
static bool restore(char *path) {
  static const char gone[] = " (deleted)";
  char *to = path;
  for (const char *from = path; *from; to++) {
    bool is_break = strncmp(from, "\\012", 4) == 0;
    *to = is_break ? '\n' : *from;
    from += is_break ? 4 : 1;
  }
  *to = 0;
  bool is_gone = (size_t)(to - path) >= sizeof gone && strcmp(to - (sizeof gone - 1), gone) == 0;
  if (is_gone)
    to[-(ptrdiff_t)(sizeof gone - 1)] = 0;
  return is_gone;
}

/* Reads a line. False unless it is memory that is shared with an experiment's file and may be written. */
static bool read_mapping(char *line, struct mapping *m, bool *gone) {
  char access[5];
  int at = 0;
  line[strcspn(line, "\n")] = 0;
  if (sscanf(line, "%llx-%llx %4s %*x %*x:%*x %llu %n", &m->low, &m->high, access, &m->inode, &at) != 4 || !at ||
      access[1] != 'w' || access[3] != 's')
    return false;
  m->path = line + at;
  *gone = restore(m->path);
  return is_experiment(m->path);
}

static bool is_same_file(const char *path, const struct mapping *m) {
  struct stat s;
  return stat(path, &s) == 0 && s.st_ino == m->inode;
}

/* Finds a path by which the file can be read: its own; the same as the process sees it; or by way of its memory. */
static bool find_path(const char *pid, const struct mapping *m, bool gone, char *path, size_t size) {
  for (int of_process = 0; !gone && of_process < 2; of_process++) {
    int n = of_process ? snprintf(path, size, "/proc/%s/root%s", pid, m->path) : snprintf(path, size, "%s", m->path);
    if (n > 0 && (size_t)n < size && is_same_file(path, m))
      return true;
  }
  snprintf(path, size, "/proc/%s/map_files/%llx-%llx", pid, m->low, m->high);
  return is_same_file(path, m);
}

/* Says why the process can't be asked. */
static bool refuse(const char *pid, int error) {
  if (error == ENOENT || error == ESRCH)
    return user_error(pid, "there is no process of this number, and no experiment of this name");
  return user_error(pid, "the process can't be asked for its experiment: %s", strerror(error));
}

bool running_process_find(const char *pid, char *path, size_t size) {
  char *line = NULL;
  size_t room = 0;
  struct mapping m;
  bool found = false, gone = false;
  snprintf(path, size, "/proc/%s/maps", pid);
  FILE *maps = fopen(path, "re");
  if (!maps)
    return refuse(pid, errno);
  errno = 0;
  while (!found && getline(&line, &room, maps) >= 0)
    found = read_mapping(line, &m, &gone);
  int error = ferror(maps) ? errno : 0;
  fclose(maps);
  if (error)
    refuse(pid, error);
  else if (!found)
    user_error(pid, "the process measures nothing, or nothing any more: no profile.pomp is in its memory");
  else if (!find_path(pid, &m, gone, path, size)) {
    user_error(m.path,
               gone ? "it was deleted, and can't be read by way of process %s"
                    : "it is the experiment of process %s, and can't be found from here",
               pid);
    found = false;
  }
  free(line);
  return found && !error;
}
