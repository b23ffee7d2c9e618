// The table at the end and pomp-report say the same where handlers have left events by siglongjmp, whichever instruction they
// interrupt: such an event may lose its visit's time, while the visits inside of it have theirs.
// UNSUPPORTED: sanitized, coverage, target={{(aarch64|arm|powerpc|riscv).*}}
// RUN: %fresh && %program %s -o a && %python %inputs/summary-jumps.py ./a %pomp_report
#define _GNU_SOURCE
#include "regions.h"
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

REGION_AT(whole, "region", "whole", 1);
REGION_AT(outer, "region", "outer", 2);
REGION_AT(inner, "region", "inner", 3);
static sigjmp_buf here;
static volatile int left;

/* The processor traps after each instruction while the trap flag is set. */
static void on_trap(int number, siginfo_t *info, void *context) {
  (void)number, (void)info;
  if (--left > 0)
    return;
  ((ucontext_t *)context)->uc_mcontext.gregs[REG_EFL] &= ~0x100;
  siglongjmp(here, 1);
}

int main(int argc, char **argv) {
  struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  int steps = argc > 1 ? atoi(argv[1]) : 1;
  sigaction(SIGTRAP, &action, NULL);
  for (volatile int i = 0; i < 10; i++) {
    POMP_Begin(&whole);
    POMP_Begin(&outer);
    POMP_Begin(&inner);
    busy(0.1);
    POMP_End(&inner);
    left = steps;
    if (!sigsetjmp(here, 1)) {
      __asm__ volatile("pushfq; orq $0x100, (%%rsp); popfq" ::: "cc", "memory");
      POMP_End(&outer);
      __asm__ volatile("pushfq; andq $~0x100, (%%rsp); popfq" ::: "cc", "memory");
    }
    POMP_End(&whole);
  }
  return 0;
}
