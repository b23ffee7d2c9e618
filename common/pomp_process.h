/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_process.h - what the kernel tells of a process in /proc: a whole small file, and one number of `stat`.
 * Not here: what is made of it. */
#ifndef POMP_PROCESS_H
#define POMP_PROCESS_H

#include "pomp_system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* These are fields of /proc/PID/stat; the CPU time in the kernel and the start are in clock ticks. */
enum {
  POMP_PROCESS_PARENT = 4,
  POMP_PROCESS_MINOR_FAULTS = 10,
  POMP_PROCESS_MAJOR_FAULTS = 12,
  POMP_PROCESS_SYSTEM = 15,
  POMP_PROCESS_THREADS = 20,
  POMP_PROCESS_START = 22
};

/* Reads a file of /proc, as far as it fits, and ends it with a null byte. Returns how many bytes there are, or a
 * negative errno. */
static inline ssize_t pomp_process_read(const char *path, char *text, size_t size) {
  int fd = pomp_sys_open(path, O_RDONLY | O_CLOEXEC, 0);
  ssize_t n = fd < 0 ? fd : pomp_sys_read(fd, text, size - 1);
  if (fd >= 0)
    pomp_sys_close(fd);
  text[n > 0 ? n : 0] = 0;
  return n;
}

/* Makes the path of a file in the process's directory; 0 stands for this process. */
static inline const char *pomp_process_path(uint64_t pid, const char *entry, char *path, size_t size) {
  if (pid)
    snprintf(path, size, "/proc/%llu/%s", (unsigned long long)pid, entry);
  else
    snprintf(path, size, "/proc/self/%s", entry);
  return path;
}

/* Finds a field of a process's `stat`. The second one, the name, may hold anything but ends at the last ')'. 0: it
 * can't be found. */
static inline uint64_t pomp_process_number(const char *stat, int wanted) {
  const char *at = strrchr(stat, ')');
  for (int field = 2; at && field < wanted; field++)
    at = strchr(at + 1, ' ');
  return at ? strtoull(at, NULL, 10) : 0;
}

/* Returns the letter of the state in the `stat` of a process or a thread, 0 if it can't be found. */
static inline char pomp_process_letter(const char *stat) {
  const char *at = strrchr(stat, ')');
  return (char)(at && at[1] == ' ' ? at[2] : 0);
}

/* True for the letter of a process or thread that a signal or a debugger has stopped. */
static inline int pomp_process_is_stopped(char letter) { return letter == 'T' || letter == 't'; }

/* True if the first thread has ended. The others may go on. */
static inline int pomp_process_is_headless(const char *stat) {
  const char letter = pomp_process_letter(stat);
  return letter == 'Z' || letter == 'X';
}

/* The same, but 0 also says that the process has ended, and nobody has asked yet how. */
static inline uint64_t pomp_process_find(const char *stat, int wanted) {
  if (pomp_process_is_headless(stat) && pomp_process_number(stat, POMP_PROCESS_THREADS) < 2)
    return 0;
  return pomp_process_number(stat, wanted);
}

/* Returns a field of the `stat` of a process, or 0 if it has ended, or can't be asked. */
static inline uint64_t pomp_process_field(uint64_t pid, int wanted) {
  char path[64], text[1024];
  ssize_t n = pomp_process_read(pomp_process_path(pid, "stat", path, sizeof path), text, sizeof text);
  return n > 0 ? pomp_process_find(text, wanted) : 0;
}

/* Returns when this process began. Its first thread began then, too, and the kernel itself tells of that: an emulator
 * of one process (qemu-aarch64) answers for /proc/self/stat with a time of its own, which no other process gets. */
static inline uint64_t pomp_process_own_start(void) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/self/task/%ld/stat", (long)pomp_sys_getpid());
  ssize_t n = pomp_process_read(path, text, sizeof text);
  return n > 0 ? pomp_process_find(text, POMP_PROCESS_START) : pomp_process_field(0, POMP_PROCESS_START);
}

/* Returns the number of the space in which this process's number counts (a PID namespace); 0: not known. */
static inline uint64_t pomp_process_space(void) {
  struct stat s;
  return pomp_sys_stat("/proc/self/ns/pid", &s) == 0 ? s.st_ino : 0;
}

/* True if there is no process any more that has this number and began then. One that can't be asked, perhaps because
 * no descriptor is free, counts as alive. */
static inline int pomp_process_is_gone(uint64_t pid, uint64_t start) {
  char path[64], text[1024];
  ssize_t n = pomp_process_read(pomp_process_path(pid, "stat", path, sizeof path), text, sizeof text);
  return n > 0 ? pomp_process_find(text, POMP_PROCESS_START) != start : n == -ENOENT || n == -ESRCH;
}

#endif /* POMP_PROCESS_H */
