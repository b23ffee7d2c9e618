/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_use.c - getrusage and /proc/self/io. */
#include "base/kernel_use.h"
#include "pomp_process.h"

#include <stdlib.h>
#include <string.h>

static uint64_t ns_of(struct timeval t) { return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_usec * 1000u; }

static struct pomp_kernel_use use_of(int whom) {
  struct rusage r;
  if (pomp_sys_getrusage(whom, &r))
    return (struct pomp_kernel_use){.known = false};
  return (struct pomp_kernel_use){.user = ns_of(r.ru_utime),
                                  .system = ns_of(r.ru_stime),
                                  .faults = (uint64_t)r.ru_minflt + (uint64_t)r.ru_majflt,
                                  .major_faults = (uint64_t)r.ru_majflt,
                                  .sleeps = (uint64_t)r.ru_nvcsw,
                                  .preempted = (uint64_t)r.ru_nivcsw,
                                  .resident = (uint64_t)r.ru_maxrss * 1024u,
                                  .known = true};
}

struct pomp_kernel_use pomp_kernel_use_of_process(void) { return use_of(RUSAGE_SELF); }
struct pomp_kernel_use pomp_kernel_use_of_thread(void) { return use_of(RUSAGE_THREAD); }

/* Takes off what the library did. Only calls that have ended count, so that the one for the file does not. */
static uint64_t less_own(uint64_t all, uint64_t own) { return all > own ? all - own : 0; }

struct pomp_kernel_calls pomp_kernel_calls(void) {
  char text[512];
  struct pomp_kernel_calls c = {.known = false};
  const uint64_t own_reads = __atomic_load_n(&pomp_sys_calls.reads, __ATOMIC_RELAXED),
                 own_writes = __atomic_load_n(&pomp_sys_calls.writes, __ATOMIC_RELAXED);
  if (pomp_process_read("/proc/self/io", text, sizeof text) <= 0)
    return c;
  const char *reads = strstr(text, "syscr: "), *writes = strstr(text, "syscw: ");
  c.known = reads && writes;
  if (c.known) {
    c.reads = less_own(strtoull(reads + strlen("syscr: "), NULL, 10), own_reads);
    c.writes = less_own(strtoull(writes + strlen("syscw: "), NULL, 10), own_writes);
  }
  return c;
}
