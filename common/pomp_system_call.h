/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_system_call.h - the instruction that calls the system, and what else of it differs between processors.
 * Not here: the calls (pomp_system.h).
 *
 * A port adds its processor at the end of each `#if`. */
#ifndef POMP_SYSTEM_CALL_H
#define POMP_SYSTEM_CALL_H

#if defined(__x86_64__)

/* Returns what the kernel returns, which is a negative errno if the call failed. */
static inline long pomp_system_enter(long number, long a, long b, long c, long d, long e, long f) {
  register long fourth __asm__("r10") = d;
  register long fifth __asm__("r8") = e;
  register long sixth __asm__("r9") = f;
  long result;
  __asm__ volatile("syscall"
                   : "=a"(result)
                   : "a"(number), "D"(a), "S"(b), "d"(c), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "rcx", "r11", "memory");
  return result;
}

/* A signal handler returns to these two instructions, which are exactly those of glibc. Debuggers and unwinders know
 * the frame of a signal by them, and by their belonging to no function. */
#define POMP_SYSTEM_RESTORER 0x04000000u /* SA_RESTORER: the kernel is told where they are */
static inline void (*pomp_system_restorer(void))(void) {
  void (*restorer)(void);
  __asm__(".pushsection .text.pomp_restorer, \"ax\", @progbits\n"
          "nop\n"
          "1: movq $15, %%rax\n" /* rt_sigreturn */
          "syscall\n"
          ".popsection\n"
          "leaq 1b(%%rip), %0"
          : "=r"(restorer));
  return restorer;
}

#else
#error "pomp_system_call.h: how this processor calls the system is missing here"
#endif

/* The analyzer can't see that an instruction writes to memory. A test brings a function that counts calls, or fails. */
#if defined(__clang_analyzer__) || defined(POMP_SYSTEM_CALL_OUTSIDE)
long pomp_system_call(long number, long a, long b, long c, long d, long e, long f);
#else
#define pomp_system_call pomp_system_enter
#endif

#endif /* POMP_SYSTEM_CALL_H */
