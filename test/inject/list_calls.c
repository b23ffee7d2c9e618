/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* list_calls.c - runs a program and lists the system calls that a given library makes, stage by stage. The program
 * begins a stage by the call write(-1, name, length), which fails.
 * Not here: which calls there may be (test/runtime/Inputs/system-calls.py).
 *
 *     list_calls LIBRARY LOG PROGRAM ARGUMENT...
 *
 * LIBRARY is a part of the library's path. LOG gets a line for each call: the stage and the call's name, or its number,
 * if it is none of those below. The exit status is the program's, or 126 if it can't be traced here. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

/* clang-format off: one row is one call */
#define CALLS(X)                                                                                                       \
  X(openat)                                                                                                            \
  X(read)                                                                                                              \
  X(write)                                                                                                             \
  X(pread64)                                                                                                           \
  X(pwrite64)                                                                                                          \
  X(close)                                                                                                             \
  X(fstat)                                                                                                             \
  X(newfstatat)                                                                                                        \
  X(statx)                                                                                                             \
  X(fstatfs)                                                                                                           \
  X(ftruncate)                                                                                                         \
  X(fallocate)                                                                                                         \
  X(utimensat)                                                                                                         \
  X(mkdirat)                                                                                                           \
  X(unlinkat)                                                                                                          \
  X(linkat)                                                                                                            \
  X(renameat2)                                                                                                         \
  X(readlinkat)                                                                                                        \
  X(faccessat)                                                                                                         \
  X(getcwd)                                                                                                            \
  X(getdents64)                                                                                                        \
  X(fcntl)                                                                                                             \
  X(ioctl)                                                                                                             \
  X(mmap)                                                                                                              \
  X(mremap)                                                                                                            \
  X(munmap)                                                                                                            \
  X(mprotect)                                                                                                          \
  X(madvise)                                                                                                           \
  X(msync)                                                                                                             \
  X(getpid)                                                                                                            \
  X(gettid)                                                                                                            \
  X(geteuid)                                                                                                           \
  X(getcpu)                                                                                                            \
  X(getrusage)                                                                                                         \
  X(prlimit64)                                                                                                         \
  X(sched_getaffinity)                                                                                                 \
  X(sched_yield)                                                                                                       \
  X(futex)                                                                                                             \
  X(get_robust_list)                                                                                                   \
  X(clock_gettime)                                                                                                     \
  X(nanosleep)                                                                                                         \
  X(uname)                                                                                                             \
  X(rt_sigaction)                                                                                                      \
  X(rt_sigprocmask)                                                                                                    \
  X(rt_sigpending)                                                                                                     \
  X(rt_sigtimedwait)                                                                                                   \
  X(rt_sigreturn)                                                                                                      \
  X(sigaltstack)                                                                                                       \
  X(timer_create)                                                                                                      \
  X(timer_settime)                                                                                                     \
  X(timer_delete)                                                                                                      \
  X(ppoll)                                                                                                             \
  X(perf_event_open)                                                                                                   \
  X(wait4)                                                                                                             \
  X(rt_tgsigqueueinfo)                                                                                                 \
  X(tgkill)
/* clang-format on */

static const char *name_of(uint64_t number) {
  static char text[32];
  switch (number) {
#define NAME(name)                                                                                                     \
  case SYS_##name:                                                                                                     \
    return #name;
    CALLS(NAME)
#undef NAME
  }
  snprintf(text, sizeof text, "call_%llu", (unsigned long long)number);
  return text;
}

static const char *library;
static char stage[64] = "load";
static FILE *out;

/* True if the instruction lies in the library, as the process has it mapped: it is mapped once, and not unmapped. */
static bool is_of_library(pid_t thread, uint64_t instruction) {
  static struct {
    uint64_t from, to;
    bool is;
  } known[256];
  static int count;
  for (int i = 0; i < count; i++)
    if (instruction >= known[i].from && instruction < known[i].to)
      return known[i].is;
  char path[64], line[4400];
  snprintf(path, sizeof path, "/proc/%ld/maps", (long)thread);
  FILE *maps = fopen(path, "re");
  bool found = false, is = false;
  while (maps && !found && fgets(line, sizeof line, maps)) {
    char *end;
    uint64_t from = strtoull(line, &end, 16), to = *end == '-' ? strtoull(end + 1, NULL, 16) : 0;
    found = instruction >= from && instruction < to;
    is = found && strstr(line, library);
    if (found && count < (int)(sizeof known / sizeof *known)) {
      known[count].from = from;
      known[count].to = to;
      known[count++].is = is;
    }
  }
  if (maps)
    fclose(maps);
  return is;
}

static void at_call(pid_t thread) {
  struct __ptrace_syscall_info info;
  if (ptrace(PTRACE_GET_SYSCALL_INFO, thread, (void *)sizeof info, &info) <= 0 || info.op != PTRACE_SYSCALL_INFO_ENTRY)
    return;
  if (info.entry.nr == SYS_write && (int)info.entry.args[0] == -1) {
    size_t length = info.entry.args[2] < sizeof stage ? info.entry.args[2] : sizeof stage - 1;
    struct iovec here = {stage, length}, there = {(void *)(uintptr_t)info.entry.args[1], length};
    if (process_vm_readv(thread, &here, 1, &there, 1, 0) == (ssize_t)length)
      stage[length] = 0;
  } else if (is_of_library(thread, info.instruction_pointer))
    fprintf(out, "%s %s\n", stage, name_of(info.entry.nr));
}

static int follow(pid_t program) {
  int result = 0, status;
  for (;;) {
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0)
      return errno == ECHILD ? result : 127 << 8;
    if (!WIFSTOPPED(status)) {
      if (thread == program)
        result = status;
      continue;
    }
    int hand_on = 0;
    if (WSTOPSIG(status) == (SIGTRAP | 0x80))
      at_call(thread);
    else if (status >> 16 == 0 && WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP)
      hand_on = WSTOPSIG(status);
    ptrace(PTRACE_SYSCALL, thread, NULL, (void *)(uintptr_t)hand_on);
  }
}

int main(int argc, char **argv) {
  if (argc < 4 || !(out = fopen(argv[2], "w")))
    return 127;
  library = argv[1];
  pid_t program = fork();
  if (program == 0) {
    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL))
      _exit(126);
    raise(SIGSTOP);
    execvp(argv[3], argv + 3);
    _exit(127);
  }
  int status;
  if (waitpid(program, &status, 0) != program || !WIFSTOPPED(status))
    return 126;
  const long wanted = PTRACE_O_TRACESYSGOOD | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)wanted) || ptrace(PTRACE_SYSCALL, program, NULL, NULL))
    return 126;
  status = follow(program);
  if (fclose(out))
    return 127;
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
