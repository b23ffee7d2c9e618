/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other_threads.c - goes through the threads of the process.
 * Not here: what other_threads.h says. */
#include "life/other_threads.h"
#include "base/processors.h"
#include "pomp_system.h"
#include "state/thread.h"
#include "teams/location.h"

#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>

/* The calling thread may have none yet. */
static bool is_ours(pid_t thread) {
  if (thread == pomp_sys_gettid())
    return true;
  for (const struct pomp_thread *t = pomp_location_all(); t; t = t->next_all)
    if (t->os_thread == (uint32_t)thread)
      return true;
  return false;
}

uint64_t pomp_other_threads_time(void) {
  char entries[1024];
  uint64_t sum = 0;
  const int fd = pomp_sys_open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  for (ssize_t n; fd >= 0 && (n = pomp_sys_getdents(fd, entries, sizeof entries)) > 0;) {
    const struct dirent64 *d; /* as the kernel writes it */
    for (ssize_t at = 0; at < n; at += d->d_reclen) {
      d = (const struct dirent64 *)(const void *)(entries + at);
      const pid_t thread = (pid_t)strtol(d->d_name, NULL, 10);
      if (thread > 0 && !is_ours(thread))
        sum += pomp_processors_time(thread).on_cpu;
    }
  }
  if (fd >= 0)
    pomp_sys_close(fd);
  return sum;
}
