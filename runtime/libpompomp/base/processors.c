/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* processors.c - reads the CPU clocks of threads, schedstat and stat of /proc/self/task/TID, affinity masks, and the
 * limits of control groups, version 1 and 2. */
#include "base/processors.h"
#include "base/clock.h"
#include "base/kernel_use.h"
#include "pomp_process.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define NS 1000000000ull

/* The kernel's number for the CPU clock of another thread of the same process: 4 says that it is of a thread, 2 that it
 * is the scheduler's. */
static clockid_t clock_of(pid_t thread) { return (clockid_t)(~(unsigned)thread << 3 | 6); }

static bool read_clock(clockid_t clock, uint64_t *ns) {
  struct timespec t;
  if (pomp_sys_clock_gettime(clock, &t))
    return false;
  *ns = (uint64_t)t.tv_sec * NS + (uint64_t)t.tv_nsec;
  return true;
}

uint64_t pomp_processors_own_time(void) {
  uint64_t ns = 0;
  read_clock(CLOCK_THREAD_CPUTIME_ID, &ns);
  return ns;
}

/* The file has the time on a processor, the time in the queue for one, and how often the thread got one. A kernel that
 * does not count has zeros there. */
static bool read_ready(pid_t thread, struct pomp_processors_time *t) {
  char path[64], text[128], *end;
  snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", (int)thread);
  if (pomp_process_read(path, text, sizeof text) <= 0)
    return false;
  uint64_t ran = strtoull(text, &end, 10);
  t->ready = strtoull(end, &end, 10);
  t->switches = strtoull(end, NULL, 10);
  return ran || t->ready || t->switches;
}

/* Asks for the calling thread, whose CPU clock was read just before, so that its times are up to date. It is quick. */
static bool ask_kernel(struct pomp_processors_time *t) {
  const struct pomp_kernel_use own = pomp_kernel_use_of_thread();
  t->system = own.system;
  t->faults = own.faults;
  t->major_faults = own.major_faults;
  return own.known;
}

/* Asks for another thread. The kernel rounds its time down to ticks, and so says no more than getrusage would. What is
 * behind the fields of interest need not fit. */
static bool read_kernel(pid_t thread, struct pomp_processors_time *t) {
  enum { TICK = NS / 100 };
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", (int)thread);
  if (pomp_process_read(path, text, sizeof text) <= 0 || !pomp_process_number(text, POMP_PROCESS_THREADS))
    return false;
  t->system = pomp_process_number(text, POMP_PROCESS_SYSTEM) * TICK;
  t->major_faults = pomp_process_number(text, POMP_PROCESS_MAJOR_FAULTS);
  t->faults = pomp_process_number(text, POMP_PROCESS_MINOR_FAULTS) + t->major_faults;
  return true;
}

struct pomp_processors_time pomp_processors_scheduled(pid_t thread) {
  struct pomp_processors_time t = {.on_cpu = 0};
  t.known = read_clock(clock_of(thread), &t.on_cpu);
  t.ready_known = t.known && read_ready(thread, &t);
  return t;
}

struct pomp_processors_time pomp_processors_time(pid_t thread) {
  struct pomp_processors_time t = pomp_processors_scheduled(thread);
  t.kernel_known = t.known && (thread == pomp_sys_gettid() ? ask_kernel(&t) : read_kernel(thread, &t));
  return t;
}

bool pomp_processors_add(pid_t thread, uint64_t *set) {
  uint64_t its[POMP_CPU_WORDS] = {0};
  int size = pomp_sys_sched_getaffinity(thread, sizeof its, its);
  for (int i = 0; i < POMP_CPU_WORDS && size > 0; i++)
    set[i] |= its[i];
  return size > 0;
}

uint32_t pomp_processors_count(const uint64_t *set) {
  uint32_t count = 0;
  for (int i = 0; i < POMP_CPU_WORDS; i++)
    count += (uint32_t)__builtin_popcountll(set[i]);
  return count;
}

/* An interrupt makes one of the rounds long, and the first updates wait for the variable. */
uint64_t pomp_processors_atomic_cost(void) {
  enum { ROUNDS = 8, UPDATES = 32 };
  static uint64_t variable;
  uint64_t best = UINT64_MAX;
  for (int round = 0; round < ROUNDS; round++) {
    uint64_t sum = 0;
    for (int i = 0; i < UPDATES; i++) {
      uint64_t before = pomp_clock();
      __atomic_fetch_add(&variable, 1, __ATOMIC_RELAXED);
      sum += pomp_clock() - before;
    }
    best = sum < best ? sum : best;
  }
  return best * 1000 / UPDATES;
}

/* The file is a list such as 0-3,8. */
uint32_t pomp_processors_online(void) {
  char text[1024], *at = text, *end;
  uint32_t count = 0;
  if (pomp_process_read("/sys/devices/system/cpu/online", text, sizeof text) <= 0)
    return 0;
  do {
    unsigned long first = strtoul(at, &end, 10), last = first;
    if (end == at)
      return count;
    if (*end == '-')
      last = strtoul(end + 1, &end, 10);
    count += last >= first && last - first < UINT16_MAX ? (uint32_t)(last - first + 1) : 0;
    at = end + 1;
  } while (*end == ',');
  return count;
}

/* --- control groups --- */

static char limited[PATH_MAX]; /* the directory of the control group with the tightest limit */

/* Reads a file of a control group's directory. */
static bool read_group(const char *directory, const char *file, char *text, size_t size) {
  char path[PATH_MAX + 32];
  snprintf(path, sizeof path, "%s/%s", directory, file);
  return pomp_process_read(path, text, size) > 0;
}

/* Returns the limit of one group, in thousandths of a processor; 0 if it has none. */
static uint32_t quota_in(const char *directory) {
  char text[128], *end;
  long long quota, period;
  if (read_group(directory, "cpu.max", text, sizeof text)) { /* version 2: "max 100000" or "50000 100000" */
    quota = strtoll(text, &end, 10);
    period = strtoll(end, NULL, 10);
  } else { /* version 1: -1 is no limit */
    if (!read_group(directory, "cpu.cfs_quota_us", text, sizeof text))
      return 0;
    quota = strtoll(text, NULL, 10);
    if (!read_group(directory, "cpu.cfs_period_us", text, sizeof text))
      return 0;
    period = strtoll(text, NULL, 10);
  }
  if (quota <= 0 || period <= 0 || quota / period >= 1000000)
    return 0;
  uint32_t thousandths = (uint32_t)((double)quota / (double)period * 1000);
  return thousandths ? thousandths : 1;
}

/* Looks at the group and at those around it. In a container the path may be the host's, which is not there: the
 * container's own group is the uppermost one then. */
static uint32_t tightest(const char *top, const char *path, size_t length, uint32_t least) {
  char directory[PATH_MAX];
  size_t above = strlen(top);
  if (snprintf(directory, sizeof directory, "%s%.*s", top, (int)length, path) >= (int)sizeof directory)
    return least;
  for (char *end = directory + strlen(directory);;) {
    uint32_t quota = quota_in(directory);
    if (quota && (!least || quota < least)) {
      least = quota;
      memcpy(limited, directory, sizeof limited);
    }
    if (end <= directory + above)
      return least;
    *end = 0;
    while (end > directory + above && *end != '/')
      end--;
    *end = 0;
  }
}

/* True if the list of controllers, `length` characters, has the one of processors' time. */
static bool has_cpu(const char *list, size_t length) {
  for (size_t at = 0; at < length;) {
    const char *comma = memchr(list + at, ',', length - at);
    size_t end = comma ? (size_t)(comma - list) : length;
    if (end - at == 3 && memcmp(list + at, "cpu", 3) == 0)
      return true;
    at = end + 1;
  }
  return false;
}

uint32_t pomp_processors_quota(void) {
  static const char *const version_1[] = {"/sys/fs/cgroup/cpu", "/sys/fs/cgroup/cpu,cpuacct"};
  char text[4096];
  uint32_t least = 0;
  if (pomp_process_read("/proc/self/cgroup", text, sizeof text) <= 0)
    return 0;
  for (const char *line = text; *line;) { /* NUMBER:CONTROLLERS:PATH */
    const char *end = strchr(line, '\n'), *list = strchr(line, ':'), *path = list ? strchr(list + 1, ':') : NULL;
    end = end ? end : line + strlen(line);
    if (path && path < end) {
      size_t length = (size_t)(end - ++path);
      if (path - list == 2)
        least = tightest("/sys/fs/cgroup", path, length, least);
      else if (has_cpu(list + 1, (size_t)(path - list) - 2))
        for (size_t i = 0; i < sizeof version_1 / sizeof *version_1; i++)
          least = tightest(version_1[i], path, length, least);
    }
    line = *end ? end + 1 : end;
  }
  return least;
}

uint64_t pomp_processors_throttled(void) {
  char text[1024];
  const char *at;
  if (!*limited || !read_group(limited, "cpu.stat", text, sizeof text))
    return 0;
  if ((at = strstr(text, "throttled_usec ")))
    return strtoull(at + strlen("throttled_usec "), NULL, 10) * 1000;
  at = strstr(text, "throttled_time ");
  return at ? strtoull(at + strlen("throttled_time "), NULL, 10) : 0;
}
