/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* marks.c - leaves the mark of a process, looks at those of others until it is known who comes, and removes them.
 * Not here: where the directory of marks is, and what the processes do when they meet (members.c). */
#include "job/marks.h"
#include "pomp_system.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HERE "here"
#define ABSENT "absent"
#define NOBODY "nobody"
#define DECISION "members"
#define LONGEST 4000 /* a link's text has less than a page */

/* --- links --- */

/* Opens the directory if it is one that this user has made, and that nobody else can write to. */
static int open_directory(struct pomp_marks *m, bool known) {
  struct stat s;
  int fd = pomp_sys_open(m->path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  if (fd < 0)
    return -1;
  bool own = pomp_sys_fstat(fd, &s) == 0 && s.st_uid == pomp_sys_geteuid() && !(s.st_mode & (S_IWGRP | S_IWOTH));
  if (own && known && (s.st_dev != m->device || s.st_ino != m->inode))
    own = false; /* the others are done and have removed it; another one has been made since */
  if (own) {
    m->device = s.st_dev;
    m->inode = s.st_ino;
    return fd;
  }
  pomp_sys_close(fd);
  return -1;
}

static char *mark_of(int rank, char *name, size_t size) {
  snprintf(name, size, "%d", rank);
  return name;
}

static char *arrival_of(int rank, char *name, size_t size) {
  snprintf(name, size, "%d+", rank);
  return name;
}

static bool says(int fd, const char *name, const char *what) {
  char text[16];
  ssize_t n = pomp_sys_readlinkat(fd, name, text, sizeof text);
  return n == (ssize_t)strlen(what) && memcmp(text, what, (size_t)n) == 0;
}

/* Makes the link, unless it is there. Afterwards it says `what`, or what somebody else has made it say. False: it can't
 * be made. */
static bool link_if_new(int fd, const char *name, const char *what) {
  int error = pomp_sys_symlinkat(what, fd, name);
  return !error || error == -EEXIST;
}

/* --- waiting --- */

struct patience {
  struct timespec until;
  long pause; /* ns */
};

static struct patience begin_waiting(const struct pomp_marks *m, int seconds) {
  struct patience p = {.pause = m->far ? 5000000 : 20000};
  pomp_sys_clock_gettime(CLOCK_MONOTONIC, &p.until);
  p.until.tv_sec += seconds;
  return p;
}

/* Waits a moment. False if it has been long enough. On a network file system a name that was not there is looked for
 * again after a change by this machine. */
static bool wait_more(const struct pomp_marks *m, int fd, struct patience *p) {
  struct timespec now, pause = {0, p->pause};
  char name[32];
  pomp_sys_clock_gettime(CLOCK_MONOTONIC, &now);
  if (now.tv_sec > p->until.tv_sec || (now.tv_sec == p->until.tv_sec && now.tv_nsec >= p->until.tv_nsec))
    return false;
  pomp_sys_nanosleep(&pause);
  if (p->pause < (m->far ? 100000000 : 2000000))
    p->pause *= 2;
  if (m->far) {
    snprintf(name, sizeof name, "%d~", m->rank);
    if (pomp_sys_symlinkat(HERE, fd, name) == 0)
      pomp_sys_unlinkat(fd, name, 0);
  }
  return true;
}

/* --- who comes --- */

bool pomp_marks_lay(struct pomp_marks *m, const char *place, const char *key, int rank, bool far) {
  char name[32];
  *m = (struct pomp_marks){.rank = rank, .far = far};
  if ((size_t)snprintf(m->path, sizeof m->path, "%s/.pomp-job-%s", place, key) >= sizeof m->path)
    return false;
  int error = pomp_sys_mkdir(m->path, 0700);
  if (error && error != -EEXIST)
    return false;
  int fd = open_directory(m, false);
  if (fd < 0)
    return false;
  m->laid = pomp_sys_symlinkat(HERE, fd, mark_of(rank, name, sizeof name)) == 0;
  pomp_sys_close(fd);
  return m->laid;
}

/* True if the rank has left a mark; if not, it never will. */
static bool comes(int fd, int rank) {
  char name[32];
  return link_if_new(fd, mark_of(rank, name, sizeof name), ABSENT) && says(fd, name, HERE);
}

static int first_who_comes(int fd, int size) {
  int rank = 0;
  while (rank < size && !comes(fd, rank))
    rank++;
  return rank;
}

/* Writes ascending ranks as "0-3,5". False: the text is too long. */
static bool write_ranks(const int *ranks, int count, char *text, size_t size) {
  size_t at = 0;
  for (int i = 0; i < count && at < size;) {
    int last = i;
    while (last + 1 < count && ranks[last + 1] == ranks[last] + 1)
      last++;
    int n = last > i ? snprintf(text + at, size - at, "%s%d-%d", i ? "," : "", ranks[i], ranks[last])
                     : snprintf(text + at, size - at, "%s%d", i ? "," : "", ranks[i]);
    at += (size_t)n;
    i = last + 1;
  }
  return at < size;
}

/* Reads what write_ranks has written. 0: it is something else. */
static int read_ranks(const char *text, int size, int *ranks) {
  int count = 0;
  while (*text) {
    char *end;
    long from = strtol(text, &end, 10), to = from;
    if (end == text)
      return 0;
    if (*end == '-')
      to = strtol(end + 1, &end, 10);
    if (from < 0 || to < from || to >= size || (count && from <= ranks[count - 1]) || (*end && *end != ','))
      return 0;
    for (long rank = from; rank <= to; rank++)
      ranks[count++] = (int)rank;
    text = *end ? end + 1 : end;
  }
  return count;
}

/* --- the meeting --- */

static int understand(const char *text, int size, int *ranks) {
  return strcmp(text, NOBODY) == 0 ? 0 : read_ranks(text, size, ranks);
}

/* Reads who meets. -1: that has not been decided yet. A member that could not read it would be waited for, so that it
 * tries again where reading fails for any other reason. */
static int read_decision(int fd, int size, int *ranks) {
  enum { TRIES = 100 };
  char text[LONGEST + 1];
  ssize_t n = -EAGAIN;
  for (int tries = 0; n < 0 && n != -ENOENT && tries < TRIES; tries++)
    n = pomp_sys_readlinkat(fd, DECISION, text, LONGEST);
  if (n < 0)
    return -1;
  text[n] = 0;
  return understand(text, size, ranks);
}

/* Says who meets, unless somebody has said it before; what was said first holds. */
static int decide(int fd, int size, const char *text, int *ranks) {
  int error = pomp_sys_symlinkat(text, fd, DECISION);
  if (!error)
    return understand(text, size, ranks);
  int count = error == -EEXIST ? read_decision(fd, size, ranks) : 0;
  return count < 0 ? 0 : count;
}

/* The lowest rank that comes waits for the other ranks. */
static int lead(const struct pomp_marks *m, int seconds, int fd, int size, int *ranks) {
  char text[LONGEST], name[32];
  int count = 0;
  for (int rank = 0; rank < size; rank++)
    if (comes(fd, rank))
      ranks[count++] = rank;
  struct patience p = begin_waiting(m, seconds);
  bool all = true;
  for (int i = 0; all && i < count; i++)
    while (!says(fd, arrival_of(ranks[i], name, sizeof name), HERE))
      if (!(all = wait_more(m, fd, &p)))
        break;
  all = all && write_ranks(ranks, count, text, sizeof text);
  return decide(fd, size, all ? text : NOBODY, ranks);
}

/* The others wait for what the first one decides, and longer than it waits itself. */
static int follow(const struct pomp_marks *m, int seconds, int fd, int size, int *ranks) {
  struct patience p = begin_waiting(m, seconds + (seconds + 1) / 2);
  int count;
  while ((count = read_decision(fd, size, ranks)) < 0)
    if (!wait_more(m, fd, &p))
      return decide(fd, size, NOBODY, ranks);
  return count;
}

static bool is_among(int rank, const int *ranks, int count) {
  int i = 0;
  while (i < count && ranks[i] != rank)
    i++;
  return i < count;
}

int pomp_marks_meet(struct pomp_marks *m, int seconds, int size, int *ranks) {
  char name[32];
  int fd = m->laid && m->rank < size ? open_directory(m, true) : -1, count = 0;
  if (fd < 0)
    return 0;
  if (pomp_sys_symlinkat(HERE, fd, arrival_of(m->rank, name, sizeof name)) == 0) {
    int first = first_who_comes(fd, size);
    if (first == m->rank)
      count = lead(m, seconds, fd, size, ranks);
    else if (first < size)
      count = follow(m, seconds, fd, size, ranks);
  }
  pomp_sys_close(fd);
  return is_among(m->rank, ranks, count) ? count : 0;
}

#define MOVED_MAX (sizeof(((struct pomp_marks *)0)->path) + 8)

/* Writes the name, which nobody looks for, that the directory gets before it is emptied. */
static void write_moved(const struct pomp_marks *m, char *path) { snprintf(path, MOVED_MAX, "%s+", m->path); }

/* Empties the directory that was moved, and removes it. Who was late may have left something there after that. */
static void remove_moved(const struct pomp_marks *m, int size) {
  char name[32], path[MOVED_MAX];
  write_moved(m, path);
  int fd = pomp_sys_open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC, 0);
  for (int rank = 0; fd >= 0 && rank < size; rank++) {
    pomp_sys_unlinkat(fd, mark_of(rank, name, sizeof name), 0);
    pomp_sys_unlinkat(fd, arrival_of(rank, name, sizeof name), 0);
  }
  if (fd >= 0) {
    pomp_sys_unlinkat(fd, DECISION, 0);
    pomp_sys_close(fd);
  }
  pomp_sys_rmdir(path);
}

/* A late process must not find a directory of which some marks have gone: it gets another name first. Then it can be
 * reached by nobody but who has opened it before, and will find that it is another one. */
static void remove_all(const struct pomp_marks *m, int size) {
  enum { TRIES = 100 };
  char path[MOVED_MAX];
  int error = -EEXIST;
  write_moved(m, path);
  for (int i = 0; i < TRIES && (error == -EEXIST || error == -ENOTEMPTY); i++) {
    error = pomp_sys_rename(m->path, path);
    remove_moved(m, size); /* if it failed, what somebody late has left in one that was moved before */
  }
}

/* The process has met nobody. If no other one has still to learn that, the rest goes as well. */
static void remove_own(const struct pomp_marks *m, int fd, int size) {
  char name[32];
  bool last = true;
  pomp_sys_unlinkat(fd, mark_of(m->rank, name, sizeof name), 0);
  pomp_sys_unlinkat(fd, arrival_of(m->rank, name, sizeof name), 0);
  for (int rank = 0; last && rank < size; rank++)
    if (says(fd, mark_of(rank, name, sizeof name), HERE))
      last = false;
    else
      pomp_sys_unlinkat(fd, name, 0);
  if (last)
    pomp_sys_unlinkat(fd, DECISION, 0);
}

void pomp_marks_remove(struct pomp_marks *m, int size, const int *ranks, int count) {
  bool removes = m->laid && (!count || ranks[0] == m->rank);
  int fd = removes ? open_directory(m, true) : -1;
  m->laid = false;
  if (fd < 0) {
    if (removes)
      remove_moved(m, size);
    return;
  }
  if (count)
    remove_all(m, size);
  else
    remove_own(m, fd, size);
  pomp_sys_close(fd);
  if (!count && pomp_sys_rmdir(m->path) == -ENOENT) /* it was moved in between */
    remove_moved(m, size);
}
