// A program that has visited its regions once may forbid itself, and all its threads, all system calls but its own (seccomp): the
// library makes none then, on any thread, as long as nothing new is met. The time that a waiting thread lost is charged, and all is
// counted. With POMP_SANDBOX=0 the library would make calls, and with POMP_SANDBOX=1 it makes none at the end either.
// UNSUPPORTED: sanitized, traced, emulated
// RUN: %fresh && %program -Wl,-z,lazy %s -o a && %program -Wl,-z,now %s -o b
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=lazy ./a kill | grep -x "20000"
// RUN: %check lazy 'visits("critical") == 20000' 'visits("parallel") == 200' 'region("for")["visits"] == 200'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=now ./b kill | grep -x "20000"
// RUN: %check now 'visits("critical") == 20000' 'visits("parallel") == 200' 'region("for")["visits"] == 200'
// RUN: env POMP_EXPERIMENT_DIR=end POMP_SANDBOX=1 ./a kill end | grep -x "20000"
// RUN: %check end 'experiment["state"] == "complete"' 'visits("critical") == 20000' 'visits("parallel") == 200'
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=trap ./a trap | grep -x "20000, and the library makes no call"
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=off POMP_SANDBOX=0 ./a trap | grep -x "20000, and the library makes call [0-9]*"
#define _GNU_SOURCE
#include "regions.h"
#include <errno.h>
#include <link.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION(guarded, "critical", 3);

enum { TEAMS = 50, VISITS = 100 };
static long count;

static void team(void) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
    for (int i = 0; i < VISITS; i++) {
      POMP_Critical_enter(&guarded);
#pragma omp critical
      {
        POMP_Critical_begin(&guarded);
        count++;
        POMP_Critical_end(&guarded);
      }
      POMP_Critical_exit(&guarded);
    }
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

static uintptr_t library, behind; /* where libpompomp is */
static volatile sig_atomic_t call = -1;

static int find_library(struct dl_phdr_info *info, size_t size, void *unused) {
  (void)size, (void)unused;
  if (!strstr(info->dlpi_name, "libpompomp.so"))
    return 0;
  library = info->dlpi_addr;
  for (int i = 0; i < info->dlpi_phnum; i++)
    if (info->dlpi_phdr[i].p_type == PT_LOAD)
      behind = library + info->dlpi_phdr[i].p_vaddr + info->dlpi_phdr[i].p_memsz;
  return 1;
}

/* A call that is refused so returns what happens to be in the register; a mapping would seem to be there. */
static void on_refused(int number, siginfo_t *info, void *context) {
  (void)number;
#ifdef __x86_64__
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_RAX] = -EPERM;
#else
  ((ucontext_t *)context)->uc_mcontext.regs[0] = (unsigned long long)-EPERM;
#endif
  if ((uintptr_t)info->si_call_addr >= library && (uintptr_t)info->si_call_addr < behind)
    call = info->si_syscall;
}

/* Lets the calls through that libomp and the program make. */
static int forbid(unsigned otherwise) {
  static const int calls[] = {SYS_write, SYS_exit_group, SYS_futex, SYS_sched_yield, SYS_rt_sigreturn};
  enum { CALLS = sizeof calls / sizeof *calls };
  struct sock_filter code[2 * CALLS + 2] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (int i = 0; i < CALLS; i++) {
    code[2 * i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)calls[i], 0, 1);
    code[2 * i + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  }
  code[2 * CALLS + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise);
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
         syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program);
}

/* The arguments say what becomes of other calls (kill, trap), and whether the measurement is ended (end). */
int main(int argc, char **argv) {
  const bool trap = argc > 1 && strcmp(argv[1], "trap") == 0;
  struct sigaction action = {.sa_flags = SA_SIGINFO | SA_NODEFER};
  char line[100];
  action.sa_sigaction = on_refused;
  sigaction(SIGSYS, &action, NULL);
  dl_iterate_phdr(find_library, NULL);
  for (int i = 0; i < TEAMS; i++)
    team();
  if (forbid(trap ? SECCOMP_RET_TRAP : SECCOMP_RET_KILL_PROCESS))
    return perror("seccomp"), 2;
  for (int i = 0; i < TEAMS; i++)
    team();
  if (argc > 2)
    POMP_Finalize();
  int length = snprintf(line, sizeof line, "%ld%s", count, trap ? ", and the library makes " : "");
  if (trap && call >= 0)
    length += snprintf(line + length, sizeof line - (size_t)length, "call %d", (int)call);
  else if (trap)
    length += snprintf(line + length, sizeof line - (size_t)length, "no call");
  line[length++] = '\n';
  if (write(1, line, (size_t)length) != length)
    return 3;
  _exit(0);
}
