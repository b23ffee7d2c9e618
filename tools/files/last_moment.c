/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* last_moment.c - until when a process lived that did not say so itself: it lives, or the kernel has marked its death,
 * or its file was written. Not here: its last event (read_processes.c).
 *
 * The time at which a file was written proves something only if the process, or the kernel as it died, wrote it. A copy
 * has the time of the copying. A copy is younger than the last event that it tells of; so is one that has kept the
 * times of the original, but then it is younger than the time at which it claims to have been written. */
#include "files/last_moment.h"
#include "files/running_process.h"
#include "pomp_process.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <signal.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000u
#define STEADY 5000000u  /* ns; who sets a clock sets it by more */
#define COARSE 20000000u /* ns; the kernel's own stores are timed by a clock that ticks 100 times a second at least */

static bool is_stopped(const struct process *p) {
  char path[64], stat[1024];
  const bool found =
      pomp_process_read(pomp_process_path(p->pid_here, "stat", path, sizeof path), stat, sizeof stat) > 0;
  return found && pomp_process_is_stopped(pomp_process_letter(stat));
}

enum run_state last_moment_state(struct process *p) {
  char host[256] = "";
  if (p->header.state == POMP_STATE_COMPLETE)
    return RUN_COMPLETE;
  gethostname(host, sizeof host - 1);
  const enum sight sight = running_process_look(p);
  const bool is_hidden = sight == PROCESS_UNSEEN || sight == PROCESS_WITHOUT_FILE;
  if (sight == PROCESS_RUNS || (is_hidden && p->in_use && !p->marked && p->header.death_told != POMP_DEATH_NOT_TOLD))
    return RUN_RUNNING;
  if (p->marked && sight == PROCESS_WITHOUT_FILE)
    return RUN_UNKNOWN;
  return p->marked || (sight == PROCESS_GONE && strcmp(host, p->host) == 0) ? RUN_KILLED : RUN_UNKNOWN;
}

/* A lease can't be had of a file that is written to, whoever does so. Its break is told by a signal, of which nobody
 * but debuggers takes notice. */
static bool is_in_use(int fd) {
  const long types[] = {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, TMPFS_MAGIC};
  struct statfs f;
  bool is_local = false;
  for (size_t i = 0; i < sizeof types / sizeof *types; i++)
    is_local |= fstatfs(fd, &f) == 0 && f.f_type == types[i];
  if (!is_local || fcntl(fd, F_SETSIG, SIGWINCH) != 0)
    return false;
  if (fcntl(fd, F_SETLEASE, F_RDLCK) != 0)
    return errno == EAGAIN;
  fcntl(fd, F_SETLEASE, F_UNLCK);
  return false;
}

void last_moment_note_file(int fd, bool packed, struct process *p) {
  struct stat s;
  if (fd < 0 || packed || fstat(fd, &s) != 0)
    return;
  p->file_device = s.st_dev;
  p->file_inode = s.st_ino;
  p->in_use = p->header.state != POMP_STATE_COMPLETE && is_in_use(fd);
}

uint64_t last_moment_clock(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * SECOND + (uint64_t)t.tv_nsec;
}

/* Returns the tick of the process's clock at a time of CLOCK_MONOTONIC, or 0 if that was before its begin. */
static uint64_t tick_at(const struct process *p, uint64_t ns) {
  const struct pomp_sync *begin = &p->header.sync[0];
  const struct process reverse = {.base_ns = p->base_tick, .base_tick = p->base_ns};
  return ns > begin->ns ? begin->tick + process_ns(&reverse, ns - begin->ns) : 0;
}

/* The same at a time of the calendar. */
static uint64_t tick_on(const struct process *p, uint64_t time) {
  uint64_t epoch = p->header.epoch_ns;
  return time > epoch ? tick_at(p, p->header.sync[0].ns + (time - epoch)) : 0;
}

/* Returns the ns from one clock's time to that of another one. */
static int64_t apart(clockid_t from, clockid_t to) {
  struct timespec a, b;
  clock_gettime(from, &a);
  clock_gettime(to, &b);
  return ((int64_t)b.tv_sec - a.tv_sec) * SECOND + (b.tv_nsec - a.tv_nsec);
}

/* False if this machine has run since the process began, and its calendar has not gone on as CLOCK_MONOTONIC has: it
 * was set, or the machine slept. Then the calendar does not tell when something was. */
static bool is_steady(const struct process *p) {
  char host[256] = "";
  gethostname(host, sizeof host - 1);
  int64_t epoch = (int64_t)p->header.epoch_ns, then = (int64_t)(p->header.epoch_ns - p->header.sync[0].ns);
  int64_t now = apart(CLOCK_MONOTONIC, CLOCK_REALTIME), off = (int64_t)((uint64_t)now - (uint64_t)then);
  if (strcmp(host, p->host) != 0 || apart(CLOCK_BOOTTIME, CLOCK_REALTIME) > epoch)
    return true; /* nothing is known of that */
  return off > -(int64_t)STEADY && off < (int64_t)STEADY;
}

static uint64_t ns_of(const struct statx_timestamp *t) {
  const uint64_t s = (uint64_t)t->tv_sec;
  return s < UINT64_MAX / SECOND - 1 ? s * SECOND + t->tv_nsec : 0;
}

/* Finds when the file was made and changed. False if that is not known. */
static bool find_times(const struct last_moment *m, uint64_t *born, uint64_t *changed) {
  struct statx s;
  *born = m->born_ns;
  *changed = m->changed_ns;
  if (m->packed)
    return m->born_ns;
  if (statx(m->fd, "", AT_EMPTY_PATH, STATX_MTIME | STATX_BTIME, &s) != 0 || !(s.stx_mask & STATX_BTIME))
    return false;
  *born = ns_of(&s.stx_btime);
  *changed = ns_of(&s.stx_mtime);
  return true;
}

/* Finds the tick at which the file was written, if it was the process or its death that wrote it, or 0. */
static uint64_t written(const struct last_moment *m, struct process *p, uint64_t latest) {
  uint64_t born, changed;
  p->doubt = DEATH_COPIED;
  if (!find_times(m, &born, &changed))
    return 0;
  uint64_t birth = tick_on(p, born);
  uint64_t change = tick_on(p, changed);
  if (birth > latest && birth <= change)
    return 0;
  if (!is_steady(p)) {
    p->doubt = DEATH_UNSTEADY;
    return 0;
  }
  if (changed % SECOND)
    p->doubt = DEATH_IS_KNOWN;
  return change;
}

/* Finds until when the process lived. The last event may be a little later than its death as the kernel has timed it.
 */
static uint64_t end_of_killed(const struct last_moment *m, struct process *p, uint64_t latest) {
  uint64_t change = written(m, p, latest);
  p->end_known = END_FILE;
  if (p->doubt != DEATH_IS_KNOWN)
    return change;
  if (!p->marked)
    p->doubt = DEATH_UNMARKED;
  else if (p->header.death_told != POMP_DEATH_TIMED)
    p->doubt = DEATH_UNTIMED;
  else if (change < latest && process_ns(p, latest - change) > COARSE)
    p->doubt = DEATH_DISTURBED;
  else
    p->end_known = END_DEATH;
  return p->end_known == END_DEATH && change < latest ? latest : change;
}

/* Tells whether the kernel has marked the process's death by now. */
static bool is_marked(const struct last_moment *m, const struct process *p) {
  uint32_t word = 0;
  if (p->header.death_told == POMP_DEATH_NOT_TOLD || !p->mark_at)
    return false;
  if (m->fd >= 0)
    return pread(m->fd, &word, sizeof word, (off_t)p->mark_at) == sizeof word && word & POMP_DEATH_MARK;
  if (m->size < sizeof word || p->mark_at > m->size - sizeof word)
    return false;
  memcpy(&word, m->bytes + p->mark_at, sizeof word);
  return word & POMP_DEATH_MARK;
}

uint64_t last_moment_of(const void *context, struct process *p, uint64_t latest) {
  const struct last_moment *m = context;
  uint64_t tick = 0;
  p->marked = is_marked(m, p);
  last_moment_note_file(m->fd, m->packed, p);
  p->state = last_moment_state(p);
  if (p->state == RUN_RUNNING) {
    p->stopped = is_stopped(p);
    p->copied_tick = tick_at(p, m->begun_ns);
    tick = tick_at(p, last_moment_clock());
    p->end_known = END_CLOCK;
  } else if (p->state == RUN_KILLED || running_process_has_executed(p)) {
    p->marked = is_marked(m, p); /* perhaps a moment ago */
    tick = end_of_killed(m, p, latest);
  }
  return tick;
}
