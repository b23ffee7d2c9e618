/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perf.c - the kernel's counters, by perf_event_open: software events everywhere, hardware events where there is a PMU.
 * Not here: PAPI, which has many more events (papi.c); the names of events (perf_events.c).
 *
 * All events of a thread are one group, so that they count the same moments, and one system call reads them; if all of
 * them are hardware's, and the kernel lets user space read the registers, none does. With multiplexing each is on its
 * own, and its value is scaled up to the time that it did not count.
 *
 * A program may close descriptors that it does not know, and get their numbers for files of its own. So ours are moved
 * up to numbers that no other file gets before there are hundreds of them, and none is read or closed that isn't
 * proved to be ours: the kernel gives each event a number that no other has, and tells it of a descriptor that is an
 * event's, which changes nothing in any other file. What is left is a thread of the program that closes a descriptor of
 * ours, and opens a file that gets its number, between the proof and the read. A read that can't harm a file doesn't
 * exist for events: pread() and RWF_NOWAIT are refused, and the page that can be mapped has hardware events alone. */
#include "perf.h"
#include "pomp_format.h"
#include "pomp_metrics.h"
#include "pomp_process.h"
#include "pomp_system.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

struct thread {
  int fd[POMP_METRICS_MAX];      /* + 1; 0: none */
  uint64_t id[POMP_METRICS_MAX]; /* the event's number */
  const struct perf_event_mmap_page *page[POMP_METRICS_MAX];
  bool in_user_space; /* all can be read from the registers */
  uint64_t enabled,
      since; /* for how long they had counted when they were read last, and since when that stands still */
};

static struct event {
  struct perf_name event;
  bool user_only;
} events[POMP_METRICS_MAX];
static unsigned count;
static bool multiplexed;

static bool owns(const char *name) { return strncmp(name, PERF_PREFIX, strlen(PERF_PREFIX)) == 0 && name[5] != ':'; }

/* Returns the kernel's setting, or 3 if it is not known. */
static int paranoid(void) {
  char text[16] = "";
  return pomp_process_read("/proc/sys/kernel/perf_event_paranoid", text, sizeof text) > 0 ? (int)strtol(text, NULL, 10)
                                                                                          : 3;
}

/* Returns the number of the event that the descriptor belongs to; 0: to none. */
static uint64_t event_of(int fd) {
  uint64_t id = 0;
  return pomp_sys_ioctl(fd, PERF_EVENT_IOC_ID, POMP_SYSTEM_ADDRESS(&id)) ? 0 : id;
}

static bool is_ours(const struct thread *t, unsigned i) {
  return t->fd[i] && t->id[i] && event_of(t->fd[i] - 1) == t->id[i];
}

static int high(int fd) {
  struct rlimit r;
  if (fd < 0 || pomp_sys_getrlimit(RLIMIT_NOFILE, &r))
    return fd;
  int above = r.rlim_cur < 1024 ? (int)r.rlim_cur / 2 : 512, moved = pomp_sys_fcntl(fd, F_DUPFD_CLOEXEC, above);
  if (moved < 0)
    return fd;
  pomp_sys_close(fd);
  return moved;
}

/* Opens an event. The result is a descriptor or a negative errno. `group` is the descriptor of its leader, or -1. */
static int open_event(const struct event *e, int group) {
  bool alone = multiplexed || group < 0;
  struct perf_event_attr a = {.size = sizeof a,
                              .type = e->event.type,
                              .config = e->event.config,
                              .exclude_hv = 1,
                              .exclude_kernel = e->user_only,
                              .disabled =
                                  alone, /* until all are there: Linux 6 starts no member of a group that runs */
                              .pinned = alone && !multiplexed && pomp_perf_is_hardware(&e->event),
                              .read_format = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
                                             (multiplexed ? 0 : PERF_FORMAT_GROUP)};
  int fd = pomp_sys_perf_event_open(&a, 0, -1, alone ? -1 : group, PERF_FLAG_FD_CLOEXEC);
  return fd < 0 ? fd : high(fd);
}

/* Returns the event that leads the group. The hardware's events do, if there are any: a leader that is pinned counts
 * always, or the group fails. */
static unsigned leader(unsigned n) {
  for (unsigned i = 0; i < n; i++)
    if (pomp_perf_is_hardware(&events[i].event))
      return i;
  return 0;
}

static void close_all(struct thread *t) {
  for (unsigned i = 0; i < POMP_METRICS_MAX; i++) {
    if (t->page[i])
      pomp_sys_munmap((void *)(uintptr_t)t->page[i], pomp_sys_page());
    if (is_ours(t, i))
      pomp_sys_close(t->fd[i] - 1);
  }
  memset(t, 0, sizeof *t);
}

/* Opens the first `n` events. The result is 0 or a negative errno; `*which` becomes the event that failed. */
static int open_all(struct thread *t, unsigned n, unsigned *which) {
  unsigned first = leader(n);
  for (unsigned k = 0; k < n; k++) {
    unsigned i = k == 0 ? first : k <= first ? k - 1 : k;
    int fd = open_event(&events[i], k ? t->fd[first] - 1 : -1);
    if (fd < 0) {
      *which = i;
      close_all(t);
      return fd;
    }
    t->fd[i] = fd + 1;
    t->id[i] = event_of(fd);
  }
  for (unsigned i = 0; i < n; i++) {
    int error = multiplexed || i == first ? pomp_sys_ioctl(t->fd[i] - 1, PERF_EVENT_IOC_ENABLE, 0) : 0;
    if (error) {
      *which = i;
      close_all(t);
      return error;
    }
  }
  return 0;
}

/* --- reading --- */

/* Do they still count? A program may switch off all that its thread has opened (PR_TASK_PERF_EVENTS_DISABLE). */
static bool go_on(struct thread *t, uint64_t enabled) {
  enum { STANDS_STILL = 1000000 /* ns of CPU time */ };
  struct timespec cpu;
  if (enabled != t->enabled) {
    t->enabled = enabled;
    t->since = 0;
    return true;
  }
  if (pomp_sys_clock_gettime(CLOCK_THREAD_CPUTIME_ID, &cpu))
    return true;
  const uint64_t now = (uint64_t)cpu.tv_sec * 1000000000u + (uint64_t)cpu.tv_nsec;
  t->since = t->since ? t->since : now;
  return now - t->since < STANDS_STILL;
}

static bool read_each(struct thread *t, int64_t *values) {
  for (unsigned i = 0; i < count; i++) {
    uint64_t r[3]; /* value, time enabled, time running */
    if (!is_ours(t, i) || pomp_sys_read(t->fd[i] - 1, r, sizeof r) != sizeof r || (i == 0 && !go_on(t, r[1])))
      return false;
    values[i] = (int64_t)(r[2] && r[2] < r[1] ? (uint64_t)((double)r[0] * (double)r[1] / (double)r[2]) : r[0]);
  }
  return true;
}

/* Reads the group's values, which come in the order in which the events were opened. */
static bool read_group(struct thread *t, unsigned n, int64_t *values) {
  uint64_t r[3 + POMP_METRICS_MAX]; /* how many, time enabled, time running */
  unsigned first = leader(n);
  ssize_t size = (ssize_t)((3 + n) * sizeof *r);
  if (!is_ours(t, first) || pomp_sys_read(t->fd[first] - 1, r, sizeof r) != size || r[0] != n || !go_on(t, r[1]))
    return false;
  for (unsigned k = 0; k < n; k++)
    values[k == 0 ? first : k <= first ? k - 1 : k] = (int64_t)r[3 + k];
  return true;
}

static bool read_register(const volatile struct perf_event_mmap_page *p, int64_t *value) {
  uint32_t lock;
  do {
    lock = p->lock;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    uint32_t index = p->index, width = p->pmc_width;
    uint64_t raw;
    if (!p->cap_user_rdpmc || !index || !width || width > 64 || !pomp_arch_read_counted(index - 1, &raw))
      return false;
    *value = p->offset + ((int64_t)(raw << (64 - width)) >> (64 - width));
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
  } while (p->lock != lock);
  return true;
}

static bool read_registers(const struct thread *t, int64_t *values) {
  for (unsigned i = 0; i < count; i++)
    if (!t->page[i] || !read_register(t->page[i], &values[i]))
      return false;
  return true;
}

/* True if the registers say the same as the kernel does: only then are they used. */
static bool registers_are_right(struct thread *t) {
  int64_t before[POMP_METRICS_MAX] = {0}, values[POMP_METRICS_MAX] = {0}, after[POMP_METRICS_MAX] = {0};
  if (!read_group(t, count, before) || !read_registers(t, values) || !read_group(t, count, after))
    return false;
  for (unsigned i = 0; i < count; i++)
    if (values[i] < before[i] || values[i] > after[i])
      return false;
  return true;
}

static bool read_values(void *thread, int64_t *values) {
  struct thread *t = thread;
  if (t->in_user_space && read_registers(t, values))
    return true;
  return multiplexed ? read_each(t, values) : read_group(t, count, values);
}

static bool thread_begin(void *thread, char *why) {
  struct thread *t = thread;
  unsigned which = 0;
  int error = open_all(t, count, &which);
  if (error) {
    snprintf(why, POMP_METRICS_WHY, "perf:%s: %s", events[which].event.name, strerror(-error));
    return false;
  }
  bool registers = !multiplexed;
  for (unsigned i = 0; i < count && registers; i++)
    registers = pomp_perf_is_hardware(&events[i].event);
  for (unsigned i = 0; i < count && registers; i++) {
    void *page = NULL;
    t->page[i] = pomp_sys_mmap(&page, pomp_sys_page(), PROT_READ, MAP_SHARED, t->fd[i] - 1, 0) ? NULL : page;
  }
  t->in_user_space = registers && registers_are_right(t);
  return true;
}

static void thread_end(void *thread) { close_all(thread); }

/* --- choosing --- */

static bool load(bool multiplex, char *why) {
  multiplexed = multiplex;
  struct event any = {.event = {.type = PERF_TYPE_SOFTWARE, .config = PERF_COUNT_SW_CPU_CLOCK}, .user_only = true};
  int fd = open_event(&any, -1);
  if (fd >= 0) {
    pomp_sys_close(fd);
    return true;
  }
  if (fd == -EACCES || fd == -EPERM)
    snprintf(
        why, POMP_METRICS_WHY,
        "the kernel forbids perf_event_open (%s): /proc/sys/kernel/perf_event_paranoid is %d, and needs to be 2 or "
        "less; in a container seccomp forbids it, too (--cap-add PERFMON, or another seccomp profile)",
        strerror(-fd), paranoid());
  else
    snprintf(why, POMP_METRICS_WHY, "%s", fd == -ENOSYS ? "the kernel has no perf_event_open" : strerror(-fd));
  return false;
}

static void explain(const struct event *e, int error, bool beside, char *why) {
  const size_t size = POMP_METRICS_WHY;
  if (error == -EACCES || error == -EPERM)
    snprintf(why, size, "the kernel forbids it: /proc/sys/kernel/perf_event_paranoid is %d, and needs to be 1 or less",
             paranoid());
  else if (error == -EMFILE || error == -ENFILE)
    snprintf(why, size, "the process may open no more files (ulimit -n)");
  else if (pomp_perf_is_hardware(&e->event) && !pomp_perf_has_pmu())
    snprintf(why, size, PERF_NO_PMU);
  else if (beside)
    snprintf(why, size,
             "it doesn't fit beside the others: leave one of them out, or set POMP_METRICS_MULTIPLEX=1 to have them "
             "counted in turns");
  else
    snprintf(why, size, "this processor can't count it (%s)", strerror(-error));
}

/* Tries whether all events can be counted at the same time. A processor may have fewer counters than events, which
 * shows only when counting begins. */
static int try_all(unsigned n) {
  struct thread t = {0};
  unsigned which;
  int error = open_all(&t, n, &which);
  int64_t values[POMP_METRICS_MAX];
  if (!error && !multiplexed && !read_group(&t, n, values))
    error = -ENOSPC;
  close_all(&t);
  return error;
}

static bool add(const char *name, struct pomp_metrics_about *about, char *why) {
  struct event e = {.user_only = false};
  if (!pomp_perf_find(name + strlen(PERF_PREFIX), &e.event)) {
    snprintf(why, POMP_METRICS_WHY, "there is no such event; pomp-report --metrics lists those of this machine");
    return false;
  }
  events[count] = e;
  int error = try_all(count + 1);
  if (error == -EACCES || error == -EPERM) {
    if (e.event.in_kernel) { /* there would be nothing to count */
      explain(&e, error, false, why);
      return false;
    }
    events[count].user_only = true;
    error = try_all(count + 1);
  }
  if (error) {
    struct event others[POMP_METRICS_MAX];
    unsigned old = count;
    memcpy(others, events, sizeof others);
    events[0] = others[old];
    bool alone = try_all(1) == 0;
    memcpy(events, others, sizeof others);
    explain(&events[old], error, alone && old, why);
    return false;
  }
  snprintf(about->text, sizeof about->text, "%s", e.event.text);
  about->unit = e.event.unit;
  about->flags = (events[count].user_only ? POMP_METRIC_USER : 0u) |
                 (multiplexed && pomp_perf_is_hardware(&e.event) ? POMP_METRIC_ESTIMATE : 0u);
  count++;
  return true;
}

static void list(void (*each)(void *to, const char *name, const char *about), void *to) {
  struct perf_name p;
  char name[POMP_METRICS_NAME];
  bool hardware = pomp_perf_has_pmu();
  for (unsigned i = 0; pomp_perf_name_at(i, &p); i++) {
    struct event e = {.event = p, .user_only = !p.in_kernel};
    int fd = pomp_perf_is_hardware(&p) && !hardware ? -ENOENT : open_event(&e, -1);
    if (fd < 0)
      continue;
    pomp_sys_close(fd);
    snprintf(name, sizeof name, PERF_PREFIX "%s", p.name);
    each(to, name, p.text);
  }
  if (!hardware)
    each(to, NULL, "no hardware events: " PERF_NO_PMU);
  if (paranoid() > 1)
    each(to, NULL, "/proc/sys/kernel/perf_event_paranoid is above 1: without privileges, user space alone is counted");
}

const struct pomp_metrics_source pomp_metrics_perf = {.name = "perf",
                                                      .names = "perf:NAME, as of perf list; perf:rHEX, raw codes",
                                                      .owns = owns,
                                                      .load = load,
                                                      .add = add,
                                                      .thread_size = sizeof(struct thread),
                                                      .thread_begin = thread_begin,
                                                      .thread_end = thread_end,
                                                      .read = read_values,
                                                      .list = list};
