/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fail_call.c - runs a program and lets one system call fail that a given library makes: the call is not made, and the
 * library gets an error number in its place. The program's own calls and those of other libraries go on as they are.
 * Not here: which calls are to fail, and what must hold then (runtime.py).
 *
 *     fail_call LIBRARY NTH ERROR FOR LOG PROGRAM ARGUMENT...
 *
 * ERROR may also be the word KILL: SIGKILL comes in the place of the call.
 * LIBRARY is a part of the library's path. The NTH of its calls fails (1 is the first, 0 none), with the error number
 * ERROR, and, if FOR is greater than 1, the FOR - 1 calls of the same name that follow it. LOG gets a line for each
 * call: the name, "failed" or "made", and for what was failed "first" if it is the NTH. The exit status is the
 * program's; if a signal has killed the program, the same signal kills fail_call.
 *
 * A seccomp filter stops the program at calls of the table below; the instruction pointer says who makes the call. */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define CALL(name) {SYS_##name, #name}

/* These are all calls by which something can fail for a library; runtime.py knows the errors that each can have. */
static const struct call {
  int number;
  const char *name;
} calls[] = {
#ifdef SYS_open /* old architectures alone */
    CALL(open),
    CALL(access),
    CALL(mkdir),
    CALL(rmdir),
    CALL(link),
    CALL(unlink),
    CALL(rename),
    CALL(readlink),
#endif
    CALL(openat),
    CALL(read),
    CALL(write),
    CALL(pread64),
    CALL(pwrite64),
    CALL(close),
    CALL(fstat),
    CALL(newfstatat),
    CALL(ftruncate),
    CALL(fallocate),
    CALL(mmap),
    CALL(mremap),
    CALL(munmap),
    CALL(mprotect),
    CALL(madvise),
    CALL(msync),
    CALL(mkdirat),
    CALL(unlinkat),
    CALL(linkat),
    CALL(renameat),
    CALL(renameat2),
    CALL(readlinkat),
    CALL(faccessat),
    CALL(faccessat2),
    CALL(getcwd),
    CALL(fcntl),
    CALL(ioctl),
    CALL(uname),
    CALL(prlimit64),
    CALL(getrlimit),
    CALL(getrusage),
    CALL(clock_nanosleep),
    CALL(nanosleep),
    CALL(sched_yield),
    CALL(perf_event_open),
    CALL(wait4),
    CALL(timer_create),

    CALL(timer_delete),
    CALL(statx),
    CALL(flock),
    CALL(getrandom),
    CALL(clone),
    CALL(clone3),
    CALL(pipe2),
    CALL(dup3),
    CALL(fchmod),
    CALL(fchmodat),
    CALL(getdents64),
};
enum { CALLS = sizeof calls / sizeof *calls };

static const char *library, *log_path;
static long nth, times, seen, failed;
static bool kills;
static int error, failing = -1;
static FILE *out;
static pid_t program;

static const char *name_of(int number) {
  for (int i = 0; i < CALLS; i++)
    if (calls[i].number == number)
      return calls[i].name;
  return NULL;
}

/* The program stops at each call of the table, and nowhere else. */
static void install_filter(void) {
  struct sock_filter code[CALLS + 3];
  unsigned short n = 0;
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  for (int i = 0; i < CALLS; i++)
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i].number,
                                             (unsigned char)(CALLS - i), 0);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRACE);
  const struct sock_fprog program = {n, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
    perror("fail_call: seccomp");
    _exit(127);
  }
}

/* True if the instruction lies in the library, as the process has it mapped now. */
static bool is_of_library(pid_t thread, uint64_t instruction) {
  char path[64], line[4400];
  snprintf(path, sizeof path, "/proc/%ld/maps", (long)thread);
  FILE *maps = fopen(path, "re");
  bool found = false;
  while (maps && !found && fgets(line, sizeof line, maps)) {
    char *end;
    uint64_t from = strtoull(line, &end, 16), to = *end == '-' ? strtoull(end + 1, NULL, 16) : 0;
    found = instruction >= from && instruction < to && strstr(line, library);
  }
  if (maps)
    fclose(maps);
  return found;
}

/* Fails the call at which the thread has stopped, if its turn has come. */
static void at_call(pid_t thread) {
  struct user_regs_struct registers;
  if (ptrace(PTRACE_GETREGS, thread, NULL, &registers) || !is_of_library(thread, registers.rip))
    return;
  int number = (int)registers.orig_rax;
  const char *name = name_of(number);
  seen++;
  bool first = seen == nth;
  if (first)
    failing = number;
  bool fail = failing == number && failed < times;
  if (first && kills)
    kill(program, SIGKILL);
  else if (fail) {
    failed++;
    registers.orig_rax = (unsigned long long)-1;
    registers.rax = (unsigned long long)-error;
    fail = ptrace(PTRACE_SETREGS, thread, NULL, &registers) == 0;
  }
  fprintf(out, "%s %s%s\n", name ? name : "?", fail ? "failed" : "made", first ? " first" : "");
  fflush(out);
}

static int follow(void) {
  int result = 0;
  for (;;) {
    int status;
    pid_t thread = waitpid(-1, &status, __WALL);
    if (thread < 0)
      return errno == ECHILD ? result : 127;
    if (!WIFSTOPPED(status)) {
      if (thread == program)
        result = status;
      continue;
    }
    int event = status >> 16, hand_on = 0;
    if (event == PTRACE_EVENT_SECCOMP)
      at_call(thread);
    else if (!event && WSTOPSIG(status) != SIGSTOP && WSTOPSIG(status) != SIGTRAP)
      hand_on = WSTOPSIG(status);
    ptrace(PTRACE_CONT, thread, NULL, (void *)(uintptr_t)hand_on);
  }
}

/* libomp registers each process in shared memory by its number, and a process that was killed leaves that behind: the
 * next process of the number would die of it. */
static void forget_registration(void) {
  char path[64];
  snprintf(path, sizeof path, "/dev/shm/__KMP_REGISTERED_LIB_%ld_%ld", (long)program, (long)getuid());
  unlink(path);
}

int main(int argc, char **argv) {
  if (argc < 7) {
    fprintf(stderr, "fail_call LIBRARY NTH ERROR FOR LOG PROGRAM ARGUMENT...\n");
    return 2;
  }
  library = argv[1];
  nth = atol(argv[2]);
  kills = strcmp(argv[3], "KILL") == 0;
  error = kills ? 0 : atoi(argv[3]);
  times = atol(argv[4]);
  log_path = argv[5];
  out = fopen(log_path, "we");
  if (!out) {
    perror(log_path);
    return 2;
  }
  program = fork();
  if (program == 0) {
    ptrace(PTRACE_TRACEME, 0, NULL, NULL);
    raise(SIGSTOP); /* until the parent has said what it wants to know */
    install_filter();
    execvp(argv[6], argv + 6);
    perror(argv[6]);
    _exit(127);
  }
  int status;
  if (program < 0 || waitpid(program, &status, __WALL) != program)
    return 2;
  const long options =
      PTRACE_O_TRACESECCOMP | PTRACE_O_TRACECLONE | PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK | PTRACE_O_EXITKILL;
  if (ptrace(PTRACE_SETOPTIONS, program, NULL, (void *)(uintptr_t)options)) {
    perror("fail_call: ptrace");
    return 2;
  }
  ptrace(PTRACE_CONT, program, NULL, NULL);
  status = follow();
  fclose(out);
  if (WIFSIGNALED(status)) {
    forget_registration();
    const struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    signal(WTERMSIG(status), SIG_DFL);
    raise(WTERMSIG(status));
  }
  return WEXITSTATUS(status);
}
