/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stop_thread.c - stops one thread of another process by ptrace for as long as it takes to copy its registers and
 * stack. Not here: what is made of them (live_stacks.c), core files (core_file.c).
 *
 * The thread is not sent a signal, and what it is in goes on afterwards, but for a few system calls that the kernel
 * ends with EINTR then, as it does for debuggers (ptrace(2), "BUGS"). A signal that comes in between is handed on. */
#include "sums/live_internal.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PATIENCE_NS 100000000u /* so long a thread that can't be stopped now, as it waits for a disk, is waited for */

static uint64_t now_ns(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Waits until the thread stands still. Returns 0 or an errno. */
static int wait_for_stop(pid_t thread, int *status) {
  const struct timespec pause = {0, 20000};
  for (uint64_t begin = now_ns(); now_ns() - begin < PATIENCE_NS; nanosleep(&pause, NULL)) {
    pid_t found = waitpid(thread, status, __WALL | WNOHANG);
    if (found < 0)
      return errno;
    if (found == thread)
      return WIFSTOPPED(*status) ? 0 : ESRCH;
  }
  return EAGAIN;
}

static int copy_registers(pid_t thread, struct stopped *s) {
  static _Alignas(8) unsigned char given[STOPPED_GIVEN];
  struct iovec of = {given, sizeof given};
  if (ptrace(PTRACE_GETREGSET, thread, (void *)NT_PRSTATUS, &of) != 0)
    return errno;
  return stopped_registers(given, of.iov_len, s) ? 0 : ENOEXEC; /* it has 32 bits */
}

/* Copies what is on the stack, to the end of the memory that it is in. */
static void copy_stack(uint32_t pid, const struct memory_range *parts, uint32_t count, struct stopped *s) {
  s->size = 0;
  for (uint32_t i = 0; i < count; i++) {
    if (s->sp < parts[i].low || s->sp >= parts[i].high)
      continue;
    uint64_t size = parts[i].high - s->sp;
    const struct iovec to = {s->words, size < STOPPED_SIZE ? size : STOPPED_SIZE};
    const struct iovec from = {(void *)s->sp, to.iov_len}; /* NOLINT(performance-no-int-to-ptr) */
    ssize_t copied = process_vm_readv((pid_t)pid, &to, 1, &from, 1, 0);
    s->size = copied > 0 ? (size_t)copied / 8 * 8 : 0;
  }
}

/* True if the thread is one of the process's: its number comes from a file. */
static bool is_of_process(uint32_t pid, uint32_t thread) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%u/task/%u", pid, thread);
  return access(path, F_OK) == 0;
}

int stop_and_copy(uint32_t pid, uint32_t thread, const struct memory_range *parts, uint32_t part_count,
                  struct stopped *s) {
  const pid_t id = (pid_t)thread;
  int status = 0;
  s->time = 0;
  if (!is_of_process(pid, thread))
    return ESRCH;
  if (ptrace(PTRACE_SEIZE, id, NULL, NULL) != 0)
    return errno;
  uint64_t begin = now_ns();
  int error = ptrace(PTRACE_INTERRUPT, id, NULL, NULL) != 0 ? errno : wait_for_stop(id, &status);
  if (error) {
    ptrace(PTRACE_DETACH, id, NULL, NULL);
    return error;
  }
  error = copy_registers(id, s);
  if (!error)
    copy_stack(pid, parts, part_count, s);
  const long of_program = status >> 16 ? 0 : WSTOPSIG(status); /* a signal of its own has stopped it first */
  ptrace(PTRACE_DETACH, id, NULL, (void *)of_program);         /* NOLINT(performance-no-int-to-ptr) */
  s->time = now_ns() - begin;
  return error;
}
