/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* last_moment.c - until when a process lived that did not say so itself: it lives, or its file was written.
 * Not here: its last event (read_processes.c).
 *
 * The time at which a file was written proves something only if the process wrote it. A copy has the time of the
 * copying. A copy is younger than the last event that it tells of; so is one that has kept the times of the original,
 * but then it is younger than the time at which it claims to have been written. */
#include "last_moment.h"
#include "pomp_process.h"

#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define SECOND 1000000000u

/* True if the process that wrote the experiment is alive, and no other one that has got its number since. */
static bool is_alive(const struct pomp_header *header) {
  uint64_t start = header->pid ? pomp_process_field(header->pid, POMP_PROCESS_START) : 0;
  return start && start == header->pid_start;
}

enum run_state last_moment_state(const struct process *p) {
  char host[256] = "";
  if (p->header.state == POMP_STATE_COMPLETE)
    return RUN_COMPLETE;
  gethostname(host, sizeof host - 1);
  if (strcmp(host, p->host) != 0)
    return RUN_UNKNOWN; /* its processes can't be seen from here */
  return is_alive(&p->header) ? RUN_RUNNING : RUN_KILLED;
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
static uint64_t tick_on(const struct process *p, uint64_t s, uint32_t ns) {
  uint64_t epoch = p->header.epoch_ns, time = s < UINT64_MAX / SECOND - 1 ? s * SECOND + ns : 0;
  return time > epoch ? tick_at(p, p->header.sync[0].ns + (time - epoch)) : 0;
}

/* Returns the tick at which the process wrote the file, as far as that can be told, or 0. */
static uint64_t written(int fd, const struct process *p, uint64_t latest) {
  struct statx s;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_MTIME | STATX_BTIME, &s) != 0 || !(s.stx_mask & STATX_BTIME))
    return 0;
  uint64_t birth = tick_on(p, (uint64_t)s.stx_btime.tv_sec, s.stx_btime.tv_nsec);
  uint64_t change = tick_on(p, (uint64_t)s.stx_mtime.tv_sec, s.stx_mtime.tv_nsec);
  return birth <= latest || birth > change ? change : 0;
}

uint64_t last_moment_of(const void *context, struct process *p, uint64_t latest) {
  const struct last_moment *m = context;
  uint64_t tick = 0;
  p->state = last_moment_state(p);
  if (p->state == RUN_RUNNING) {
    p->copied_tick = tick_at(p, m->begun_ns);
    tick = tick_at(p, last_moment_clock());
    p->end_known = END_CLOCK;
  } else if (p->state == RUN_KILLED) {
    tick = written(m->fd, p, latest);
    p->end_known = END_FILE;
  }
  return tick;
}
