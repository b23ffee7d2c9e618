/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_clock.c - the kernel's events and its timers as sources of signals; see sample_clock.h.
 * Not here: counters that are read (common/metrics/perf.c).
 *
 * A timer of CPU time ticks as the kernel's clock does, every 1 to 10 ms. The event "task-clock" has a timer of high
 * resolution, so that it is preferred. It has a descriptor, which is treated as those of metrics are: it is moved up to
 * numbers that no other file gets before there are hundreds of them, is closed by exec, and is never closed here if the
 * program has done that, and perhaps has a file of its own there. It is never read.
 *
 * An event is silent while the thread is in the kernel. So no system call that it makes is interrupted: some would
 * return EINTR. The next signal comes within a period after the call, and the CPU time tells what was due.
 *
 * Where the kernel finds no room to queue a real-time signal for an event, it sends SIGIO in its place, which ends the
 * program: so it does if as many signals are pending as RLIMIT_SIGPENDING allows. Therefore events have a signal of the
 * other kind, of which one at a time is pending. A timer has its room from the begin on. */
#include "base/sample_clock.h"
#include "base/processors.h"
#include "pomp_system.h"

#include <linux/perf_event.h>

/* Where the process may have few files, at most a part of the upper half of the numbers is taken. */
#define NUMBERS_FROM 512
#define FILES_MANY 1024u

static struct {
  enum pomp_sample_clock_kind kind;
  uint64_t period, pace; /* of the first signals, and of those from now on */
  bool wall, paused;     /* once */
  bool no_timers;
  int signal;
} chosen;

static uint64_t event_of(int fd) {
  uint64_t id = 0;
  return pomp_sys_ioctl(fd, PERF_EVENT_IOC_ID, POMP_SYSTEM_ADDRESS(&id)) ? 0 : id;
}

/* Moves a descriptor to a high number. A negative errno: it can't be moved, and is closed. */
static int move_up(int fd) {
  struct rlimit r;
  if (pomp_sys_getrlimit(RLIMIT_NOFILE, &r) || r.rlim_cur < 64)
    r.rlim_cur = 0;
  int from = r.rlim_cur < FILES_MANY ? (int)r.rlim_cur / 2 : NUMBERS_FROM;
  int moved = from ? pomp_sys_fcntl(fd, F_DUPFD_CLOEXEC, from) : -EMFILE;
  pomp_sys_close(fd);
  if (moved >= 0 && r.rlim_cur < (uint64_t)FILES_MANY * 4 && moved - from > ((int)r.rlim_cur - from) / 2) {
    pomp_sys_close(moved);
    return -EMFILE;
  }
  return moved;
}

static int open_event(pid_t thread) {
  struct perf_event_attr a = {.size = sizeof a,
                              .type = PERF_TYPE_SOFTWARE,
                              .config = PERF_COUNT_SW_TASK_CLOCK,
                              .sample_period = chosen.period,
                              .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED,
                              .wakeup_events = 1,
                              .disabled = 1,
                              .exclude_hv = 1,
                              .exclude_kernel = 1};
  int fd = pomp_sys_perf_event_open(&a, thread, -1, -1, PERF_FLAG_FD_CLOEXEC);
  return fd < 0 ? fd : move_up(fd);
}

static bool can_open(void) {
  int fd = open_event(0);
  if (fd >= 0)
    pomp_sys_close(fd);
  return fd >= 0;
}

enum pomp_sample_clock_kind pomp_sample_clock_choose(uint64_t period, bool wall, int signal) {
  chosen.period = chosen.pace = period;
  chosen.wall = wall;
  chosen.signal = signal;
  bool events = !wall && signal < 32 && !pomp_arch_is_in_valgrind() && can_open();
  chosen.kind = events ? POMP_SAMPLE_CLOCK_EVENTS : POMP_SAMPLE_CLOCK_TIMERS;
  return chosen.kind;
}

static int pace_event(const struct pomp_sample_clock *s) {
  if (!chosen.pace)
    return pomp_sys_ioctl(s->fd, PERF_EVENT_IOC_DISABLE, 0);
  int error = 0;
  if (chosen.pace != chosen.period)
    error = pomp_sys_ioctl(s->fd, PERF_EVENT_IOC_PERIOD, POMP_SYSTEM_ADDRESS(&chosen.pace));
  return error ? error : pomp_sys_ioctl(s->fd, PERF_EVENT_IOC_ENABLE, 0);
}

static int begin_event(struct pomp_sample_clock *s, pid_t thread) {
  const struct f_owner_ex owner = {F_OWNER_TID, thread};
  int fd = open_event(thread);
  if (fd < 0)
    return fd;
  int error = pomp_sys_fcntl(fd, F_SETSIG, chosen.signal);
  if (!error)
    error = pomp_sys_fcntl(fd, F_SETOWN_EX, POMP_SYSTEM_ADDRESS(&owner));
  if (!error)
    error = pomp_sys_fcntl(fd, F_SETFL, O_ASYNC);
  s->fd = fd;
  s->event = event_of(fd);
  s->begun = pomp_sample_clock_of(thread);
  if (!error)
    error = pace_event(s);
  if (error) {
    pomp_sys_close(fd);
    s->fd = -1;
  }
  return error;
}

/* The kernel numbers a thread's clock of CPU time so (include/linux/posix-timers.h). */
static clockid_t cpu_clock(pid_t thread) { return (clockid_t)(~(unsigned)thread << 3 | 6u); }

static int pace_timer(const struct pomp_sample_clock *s) {
  const struct timespec period = {(time_t)(chosen.pace / 1000000000u), (long)(chosen.pace % 1000000000u)};
  const struct itimerspec every = {period, period};
  return (int)POMP_SYSTEM_4(timer_settime, s->timer, 0, POMP_SYSTEM_ADDRESS(&every), 0);
}

static int begin_timer(struct pomp_sample_clock *s, pid_t thread, void *mark) {
  struct sigevent event = {.sigev_signo = chosen.signal, .sigev_notify = SIGEV_THREAD_ID};
  event.sigev_value.sival_ptr = mark;
  event._sigev_un._tid = thread;
  clockid_t clock = chosen.wall ? CLOCK_MONOTONIC : cpu_clock(thread);
  int error = (int)POMP_SYSTEM_3(timer_create, clock, POMP_SYSTEM_ADDRESS(&event), POMP_SYSTEM_ADDRESS(&s->timer));
  if (error)
    return error;
  s->has_timer = true;
  error = pace_timer(s);
  if (error)
    pomp_sample_clock_end(s);
  return error;
}

int pomp_sample_clock_begin(struct pomp_sample_clock *s, pid_t thread, void *mark) {
  *s = (struct pomp_sample_clock){.thread = thread, .fd = -1};
  int error = chosen.kind == POMP_SAMPLE_CLOCK_TIMERS ? -ENOSYS : begin_event(s, thread);
  return error && !chosen.no_timers ? begin_timer(s, thread, mark) : error;
}

void pomp_sample_clock_has_events_alone(void) { chosen.no_timers = true; }

void pomp_sample_clock_choose_pace(uint64_t period) {
  chosen.pace = period;
  chosen.paused |= !period;
}

void pomp_sample_clock_pace(struct pomp_sample_clock *s) {
  if (s->fd >= 0 && s->event && event_of(s->fd) == s->event)
    pace_event(s);
  else if (s->has_timer)
    pace_timer(s);
}

/* An event is not enabled while the kernel switches, which counts as CPU time: it took 0.3 us between threads of a
 * process, 4 us between processes, and up to 10 us beside busy ones. */
static uint64_t switching(pid_t thread) {
  enum { EACH = 20000 }; /* ns */
  return EACH * pomp_processors_time(thread).switches;
}

bool pomp_sample_clock_stood_still(const struct pomp_sample_clock *s, uint64_t sampled) {
  enum { LEAST = 20000000, A_PART = 10 }; /* ns, and of the CPU time: the two clocks are not quite the same */
  uint64_t r[2];                          /* value, time enabled */
  if (s->fd < 0 || !s->event || chosen.paused)
    return false;
  if (event_of(s->fd) != s->event) /* it is closed */
    r[1] = sampled > s->begun ? sampled - s->begun : 0;
  else if (pomp_sys_read(s->fd, r, sizeof r) != sizeof r)
    return false;
  const uint64_t now = pomp_sample_clock_of(s->thread); /* 0: the thread has ended */
  const uint64_t used = now > s->begun ? now - s->begun : 0;
  const uint64_t missing = used > r[1] ? used - r[1] : 0;
  return missing > LEAST && missing > used / A_PART && missing > switching(s->thread);
}

/* A child that has the descriptor as well would keep the event alive: so it is switched off first. */
void pomp_sample_clock_end(struct pomp_sample_clock *s) {
  if (s->fd >= 0 && s->event && event_of(s->fd) == s->event) {
    pomp_sys_ioctl(s->fd, PERF_EVENT_IOC_DISABLE, 0);
    pomp_sys_close(s->fd);
  }
  if (s->has_timer)
    (void)POMP_SYSTEM_1(timer_delete, s->timer);
  *s = (struct pomp_sample_clock){.fd = -1};
}

void pomp_sample_clock_forget(struct pomp_sample_clock *s) {
  if (s->fd >= 0 && s->event && event_of(s->fd) == s->event)
    pomp_sys_close(s->fd);
  *s = (struct pomp_sample_clock){.fd = -1};
}

uint64_t pomp_sample_clock_now(clockid_t clock) {
  struct timespec now = {0};
  pomp_sys_clock_gettime(clock, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

uint64_t pomp_sample_clock_of(pid_t thread) { return pomp_sample_clock_now(cpu_clock(thread)); }

bool pomp_sample_clock_sent(const struct pomp_sample_clock *s, const siginfo_t *info, const void *mark) {
  if (info->si_code == SI_TIMER)
    return s->has_timer && info->si_value.sival_ptr == mark;
  return info->si_code > 0 && s->fd >= 0 && info->si_fd == s->fd;
}
