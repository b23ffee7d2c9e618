/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* running_process.c - finds the experiment of a process by its number, and the process of an experiment by its file.
 * Not here: what follows for the state of an experiment (last_moment.c).
 *
 * What a file says of a process is believed only of the process that has mapped that very file. Its number may be
 * another one here than where it counts itself (a container), and its paths may lead elsewhere. */
#include "files/running_process.h"
#include "base/user_error.h"
#include "pomp_process.h"

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <linux/magic.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#define WHOLE_MACHINE 0xeffffffcu /* the number of the first space of process numbers, in which all processes are */

/* This is a line of /proc/PID/maps, as far as it matters. */
struct mapping {
  unsigned long long low, high, inode;
  dev_t device;
  char *path;
  bool gone; /* no name leads to the file any more */
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

/* Reads a line. False unless it is memory that is shared with a file and may be written. */
static bool read_mapping(char *line, struct mapping *m) {
  char access[5];
  unsigned high, low;
  int at = 0;
  line[strcspn(line, "\n")] = 0;
  if (sscanf(line, "%llx-%llx %4s %*x %x:%x %llu %n", &m->low, &m->high, access, &high, &low, &m->inode, &at) != 6 ||
      !at || access[1] != 'w' || access[3] != 's' || !m->inode)
    return false;
  m->device = makedev(high, low);
  m->path = line + at;
  m->gone = restore(m->path);
  return true;
}

/* These file systems tell stat of other devices than the kernel tells of. */
static bool has_own_devices(const char *path) {
  struct statfs f;
  return statfs(path, &f) == 0 && (f.f_type == BTRFS_SUPER_MAGIC || f.f_type == OVERLAYFS_SUPER_MAGIC);
}

static bool is_mapped_file(const char *path, const struct mapping *m) {
  struct stat s;
  return stat(path, &s) == 0 && s.st_ino == m->inode && (s.st_dev == m->device || has_own_devices(path));
}

/* Finds a path by which the file can be read: its own; the same as the process sees it; or by way of its memory. */
static bool find_path(uint32_t pid, const struct mapping *m, char *path, size_t size) {
  for (int of_process = 0; !m->gone && of_process < 2; of_process++) {
    int n = of_process ? snprintf(path, size, "/proc/%u/root%s", pid, m->path) : snprintf(path, size, "%s", m->path);
    if (n > 0 && (size_t)n < size && is_mapped_file(path, m))
      return true;
  }
  snprintf(path, size, "/proc/%u/map_files/%llx-%llx", pid, m->low, m->high);
  return is_mapped_file(path, m);
}

/* Reads what a process has in memory, up to the first mapping that is wanted, whose path is to be freed. Returns 1 if
 * there is one, 0 if there is none, or a negative errno. The first thread has no memory any more when it has ended. */
typedef bool mapping_is_wanted(const struct mapping *m, uint32_t pid, const void *context);
static int read_maps(const char *path, uint32_t pid, mapping_is_wanted *is_wanted, const void *context,
                     struct mapping *m, bool *empty) {
  char *line = NULL;
  size_t room = 0;
  bool found = false;
  FILE *maps = fopen(path, "re");
  if (!maps)
    return -errno;
  errno = 0;
  *empty = true;
  while (!found && getline(&line, &room, maps) >= 0) {
    *empty = false;
    found = read_mapping(line, m) && is_wanted(m, pid, context);
  }
  const int error = !found && ferror(maps) ? errno : 0;
  fclose(maps);
  m->path = found ? strdup(m->path) : NULL;
  free(line);
  return error ? -error : found && m->path;
}

static int find_mapping(uint32_t pid, mapping_is_wanted *is_wanted, const void *context, struct mapping *m) {
  char path[64];
  bool empty = false;
  snprintf(path, sizeof path, "/proc/%u/maps", pid);
  int found = read_maps(path, pid, is_wanted, context, m, &empty);
  snprintf(path, sizeof path, "/proc/%u/task", pid);
  DIR *tasks = found == 0 && empty ? opendir(path) : NULL;
  for (struct dirent *d; found == 0 && tasks && (d = readdir(tasks));)
    if (isdigit((unsigned char)*d->d_name)) {
      snprintf(path, sizeof path, "/proc/%u/task/%.20s/maps", pid, d->d_name);
      found = read_maps(path, pid, is_wanted, context, m, &empty);
    }
  if (tasks)
    closedir(tasks);
  return found;
}

/* --- the process of an experiment --- */

static bool is_of_file(const struct mapping *m, uint32_t pid, const void *context) {
  const struct process *p = context;
  char path[4200];
  struct stat s;
  if (m->inode == p->file_inode && m->device == p->file_device)
    return true;
  return (m->inode == p->file_inode || is_experiment(m->path)) && find_path(pid, m, path, sizeof path) &&
         stat(path, &s) == 0 && s.st_dev == p->file_device && s.st_ino == p->file_inode;
}

/* Returns the number that a process, or a thread, has where it counts itself. 0: it can't be told. */
static uint32_t own_number(const char *status) {
  char line[512];
  uint32_t number = 0;
  FILE *file = fopen(status, "re");
  while (file && !number && fgets(line, sizeof line, file)) {
    line[strcspn(line, "\n")] = 0;
    const char *last = strrchr(line, '\t');
    if (last && strncmp(line, "NSpid:", strlen("NSpid:")) == 0)
      number = (uint32_t)strtoul(last + 1, NULL, 10);
  }
  if (file)
    fclose(file);
  return number;
}

bool running_process_made(uint32_t pid, const struct process *p) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%u/status", pid);
  return p->header.pid_start && pomp_process_field(pid, POMP_PROCESS_START) == p->header.pid_start &&
         own_number(path) == p->header.pid;
}

/* True if it is this process and has the file in memory. `seen`: it runs, but nobody can look at its memory, or that is
 * of another program by now (exec), or the file is a copy. */
static bool is_process(uint32_t pid, struct process *p, bool *seen) {
  struct mapping m = {.path = NULL};
  if (!running_process_made(pid, p))
    return false;
  *seen = true;
  p->pid_here = pid;
  const bool maps = p->file_inode && find_mapping(pid, is_of_file, p, &m) > 0;
  free(m.path);
  return maps;
}

/* Returns the space of process numbers that /proc is of, if it is also this process's; else 0. */
static uint64_t space_of_proc(void) {
  char self[16] = "";
  const bool is_own = readlink("/proc/self", self, sizeof self - 1) > 0 && strtol(self, NULL, 10) == getpid();
  return is_own ? pomp_process_space() : 0;
}

static bool is_readable(uint32_t pid) {
  char path[64];
  return access(pomp_process_path(pid, "stat", path, sizeof path), R_OK) == 0;
}

/* Looks among all processes. */
static bool search(struct process *p, bool *seen) {
  bool found = false;
  DIR *all = opendir("/proc");
  for (struct dirent *d; all && !*seen && (d = readdir(all));)
    if (running_process_is_pid(d->d_name))
      found = is_process((uint32_t)strtoul(d->d_name, NULL, 10), p, seen);
  if (all)
    closedir(all);
  return found;
}

enum sight running_process_look(struct process *p) {
  const uint64_t space = space_of_proc(), of_process = p->header.pid_space;
  const uint32_t pid = p->header.pid;
  bool seen = false, runs, would_be;
  p->pid_here = 0;
  if (!pid || !p->header.pid_start)
    return PROCESS_GONE;
  if (space && (!of_process || of_process == space)) {
    runs = is_process(pid, p, &seen);
    would_be = is_readable(pid) || (kill((pid_t)pid, 0) != 0 && errno == ESRCH);
  } else {
    runs = search(p, &seen);
    would_be = space == WHOLE_MACHINE && is_readable(1);
  }
  if (runs)
    return PROCESS_RUNS;
  return seen ? PROCESS_WITHOUT_FILE : would_be ? PROCESS_GONE : PROCESS_UNSEEN;
}

/* The kernel marks the death of a program's memory, and the process lives on. */
bool running_process_has_executed(const struct process *p) {
  return p->state == RUN_UNKNOWN && p->marked && p->pid_here;
}

uint32_t running_process_thread(uint32_t pid, const struct process *p, uint32_t thread) {
  char path[64];
  uint32_t found = !pid || pid == p->header.pid ? thread : 0;
  snprintf(path, sizeof path, "/proc/%u/task", pid);
  DIR *tasks = found ? NULL : opendir(path);
  for (struct dirent *d; !found && tasks && (d = readdir(tasks));) {
    snprintf(path, sizeof path, "/proc/%u/task/%.20s/status", pid, d->d_name);
    if (isdigit((unsigned char)*d->d_name) && own_number(path) == thread)
      found = (uint32_t)strtoul(d->d_name, NULL, 10);
  }
  if (tasks)
    closedir(tasks);
  return found;
}

/* --- the experiment of a process --- */

/* Says why the process can't be asked. */
static bool refuse(const char *pid, int error) {
  if (error == ENOENT || error == ESRCH)
    return user_error(pid, "there is no process of this number, and no experiment of this name");
  return user_error(pid, "the process can't be asked for its experiment: %s", strerror(error));
}

static bool is_any_experiment(const struct mapping *m, uint32_t pid, const void *context) {
  (void)pid;
  (void)context;
  return is_experiment(m->path);
}

bool running_process_find(const char *pid, char *path, size_t size) {
  const uint32_t number = (uint32_t)strtoul(pid, NULL, 10);
  struct mapping m = {.path = NULL};
  const int found = find_mapping(number, is_any_experiment, NULL, &m);
  if (found < 0)
    return refuse(pid, -found);
  if (!found)
    return user_error(pid, "the process measures nothing, or nothing any more: no profile.pomp is in its memory");
  const bool good = find_path(number, &m, path, size) ||
                    user_error(m.path,
                               m.gone ? "it was deleted, and can't be read by way of process %s"
                                      : "it is the experiment of process %s, and can't be found from here",
                               pid);
  free(m.path);
  return good;
}

bool running_process_path(const struct process *p, char *path, size_t size) {
  struct mapping m = {.path = NULL};
  if (p->state == RUN_COMPLETE || p->state == RUN_KILLED)
    return user_error(NULL, "process %u does not run any more", p->header.pid);
  const bool good = p->state == RUN_RUNNING && find_mapping(p->pid_here, is_of_file, p, &m) > 0 &&
                    find_path(p->pid_here, &m, path, size);
  free(m.path);
  if (!good && running_process_has_executed(p))
    return user_error(NULL, "process %u runs another program now (exec), and makes no experiment", process_number(p));
  return good || user_error(NULL, "process %u of %s can't be seen from here", p->header.pid, p->host);
}
