/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_arch.h - all that depends on the processor: its instructions, registers and pages. No other file of the runtime
 * and of the tools names a processor (test/floors holds that). Not here: the system calls (pomp_system.h), and what the
 * clock is good for (runtime/libpompomp/base/clock.c).
 *
 * Each subject has one `#if`; a port adds its processor at the end of each. */
#ifndef POMP_ARCH_H
#define POMP_ARCH_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if !defined(__x86_64__) && !defined(__aarch64__)
#error "pomp_arch.h: this processor is missing here"
#endif
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "pomp_arch.h: files are written in the byte order of x86-64, which this processor does not have"
#endif

/* --- the system --- */

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
#define POMP_SYSTEM_RESTORER 0x04000000u /* SA_RESTORER: the kernel learns where they are */
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

static inline long pomp_system_enter(long number, long a, long b, long c, long d, long e, long f) {
  register long what __asm__("x8") = number;
  register long first __asm__("x0") = a;
  register long second __asm__("x1") = b;
  register long third __asm__("x2") = c;
  register long fourth __asm__("x3") = d;
  register long fifth __asm__("x4") = e;
  register long sixth __asm__("x5") = f;
  __asm__ volatile("svc #0"
                   : "+r"(first)
                   : "r"(what), "r"(second), "r"(third), "r"(fourth), "r"(fifth), "r"(sixth)
                   : "memory");
  return first;
}

/* The kernel brings the instructions itself (in the vDSO), as it does where no flag says that there are others. */
#define POMP_SYSTEM_RESTORER 0u
static inline void (*pomp_system_restorer(void))(void) { return 0; }

#endif

/* The analyzer can't see that an instruction writes to memory. A test brings a function that counts calls, or fails. */
#if defined(__clang_analyzer__) || defined(POMP_SYSTEM_CALL_OUTSIDE)
long pomp_system_call(long number, long a, long b, long c, long d, long e, long f);
#else
#define pomp_system_call pomp_system_enter
#endif

/* --- pages --- */

/* The largest page that a kernel for this processor may have. Kernels for aarch64 are built for 4, 16 or 64 KiB. */
#if defined(__x86_64__)
#define POMP_PAGE_MOST 4096u
#else
#define POMP_PAGE_MOST 65536u
#endif

/* --- floating point --- */

/* From here on, no division by zero and the like ends the program, whatever it has asked the processor for
 * (feenableexcept). Returns what pomp_arch_fp_restore takes. */
#if defined(__x86_64__)
static inline unsigned pomp_arch_fp_quiet(void) {
  unsigned was = __builtin_ia32_stmxcsr();
  __builtin_ia32_ldmxcsr(0x1f80); /* no traps, and to the nearest */
  return was;
}
static inline void pomp_arch_fp_restore(unsigned was) { __builtin_ia32_ldmxcsr(was); }
#else
static inline unsigned pomp_arch_fp_quiet(void) {
  uint64_t was;
  __asm__ volatile("mrs %0, fpcr" : "=r"(was));
  __asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)0) : "memory");
  return (unsigned)was;
}
static inline void pomp_arch_fp_restore(unsigned was) {
  __asm__ volatile("msr fpcr, %0" ::"r"((uint64_t)was) : "memory");
}
#endif

/* --- the counter --- */

/* Reads a counter that all processors of the machine have in common and that counts at one rate in all states of power,
 * if anything does: x86-64's time stamp counter, aarch64's virtual counter. Neither is put in order with other
 * instructions. */
#if defined(__x86_64__)
static inline uint64_t pomp_arch_counter(void) { return __builtin_ia32_rdtsc(); }
#else
static inline uint64_t pomp_arch_counter(void) {
  uint64_t count;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(count));
  return count;
}
#endif

/* Waits until all loads before it have their values, so that a clock read behind them tells how long they took. */
static inline void pomp_arch_finish_loads(void) {
#if defined(__x86_64__)
  __builtin_ia32_lfence();
#else
  __asm__ volatile("dsb ld\n\tisb" ::: "memory");
#endif
}

/* True if the processor says that its counter has one rate in all states of power. aarch64's has, or it isn't one. */
#if defined(__x86_64__)
static inline bool pomp_arch_counter_is_invariant(void) {
  const uint32_t leaf = 0x80000000;
  uint32_t a = leaf, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  if (a < leaf + 7)
    return false;
  a = leaf + 7;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  return d & 1u << 8;
}
#else
static inline bool pomp_arch_counter_is_invariant(void) { return true; }
#endif

/* True if Linux keeps its own time by this counter, as far as the name of its clock source tells. */
static inline bool pomp_arch_counter_is_used(const char *source) {
#if defined(__x86_64__)
  /* Linux compares the processors' counters, and leaves them for one of these when they drift apart. What hypervisors
   * offer under other names is made of the counter. */
  return strncmp(source, "hpet", 4) != 0 && strncmp(source, "acpi_pm", 7) != 0 && strncmp(source, "jiffies", 7) != 0;
#else
  /* Linux prefers it to all others. Where it has another one, the counter is known to be wrong, or this processor is
   * emulated. An empty name says that the name can't be read. */
  return !*source || strncmp(source, "arch_sys_counter", 16) == 0;
#endif
}

/* --- what can't be said in C --- */

/* Compares and exchanges so that no signal handler comes between; no other thread writes there. It orders nothing. */
/* NOLINTNEXTLINE(readability-non-const-parameter): the instruction writes to it */
static inline __attribute__((always_inline)) bool pomp_arch_exchange(uint64_t *at, uint64_t old, uint64_t new) {
#if defined(__x86_64__)
  bool taken; /* without the prefix `lock`, which takes ten times as long */
  __asm__ volatile("cmpxchgq %3, %1" : "=@cce"(taken), "+m"(*at), "+a"(old) : "r"(new) : "memory", "cc");
  return taken;
#else
  return __atomic_compare_exchange_n(at, &old, new, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
#endif
}

/* Adds 1 to an int that one thread writes alone, and its signal handlers: by one instruction, where there is one that
 * takes no longer. */
#if defined(__x86_64__)
#define POMP_ARCH_COUNT(x) __asm__ volatile("addl $1, %0" : "+m"(x) : : "cc")
#else
#define POMP_ARCH_COUNT(x) __atomic_store_n(&(x), __atomic_load_n(&(x), __ATOMIC_RELAXED) + 1, __ATOMIC_RELAXED)
#endif

/* All threads and processes see stores before this point earlier than stores after it. x86-64 has
 * its stores in order anyway, so that the compiler alone has to know. */
#if defined(__x86_64__)
#define POMP_ARCH_STORES_IN_ORDER() __atomic_signal_fence(__ATOMIC_SEQ_CST)
#define POMP_ARCH_HAS_STORES_IN_ORDER true
#else
#define POMP_ARCH_STORES_IN_ORDER() __asm__ volatile("dmb ishst" ::: "memory")
#define POMP_ARCH_HAS_STORES_IN_ORDER false
#endif

/* The processor begins no later instruction before all earlier instructions are done. */
#if defined(__x86_64__)
#define POMP_ARCH_DRAIN() __asm__ volatile("lfence" ::: "memory")
#else
#define POMP_ARCH_DRAIN() __asm__ volatile("isb" ::: "memory")
#endif

/* Asks Valgrind, by instructions that do nothing where it isn't. `what` is its request and five arguments, as in
 * valgrind/valgrind.h; 0 where there is no Valgrind. */
static inline uint64_t pomp_arch_ask_valgrind(const uint64_t what[6]) {
#if defined(__x86_64__)
  uint64_t answer = 0;
  __asm__ volatile("rolq $3, %%rdi\n"
                   "rolq $13, %%rdi\n"
                   "rolq $61, %%rdi\n"
                   "rolq $51, %%rdi\n"
                   "xchgq %%rbx, %%rbx"
                   : "+d"(answer)
                   : "a"(what)
                   : "cc", "memory");
  return answer;
#else
  register uint64_t answer __asm__("x3") = 0;
  register const uint64_t *asked __asm__("x4") = what;
  __asm__ volatile("ror x12, x12, #3\n"
                   "ror x12, x12, #13\n"
                   "ror x12, x12, #51\n"
                   "ror x12, x12, #61\n"
                   "orr x10, x10, x10"
                   : "+r"(answer)
                   : "r"(asked)
                   : "cc", "memory");
  return answer;
#endif
}
static inline bool pomp_arch_is_in_valgrind(void) {
  const uint64_t is_it_there[6] = {0x1001}; /* VG_USERREQ__RUNNING_ON_VALGRIND */
  return pomp_arch_ask_valgrind(is_it_there) != 0;
}

/* Helgrind and DRD report no races in this memory from now on, until it is unmapped. They know neither the order of
 * atomic accesses nor of libomp's barriers, and would report races in correct code. */
static inline void pomp_arch_ignore_races(const void *at, size_t size) {
  const uint64_t helgrind[6] = {/* _VG_USERREQ__HG_ARANGE_MAKE_UNTRACKED */ 0x48470127, (uint64_t)(uintptr_t)at, size};
  const uint64_t drd[6] = {/* VG_USERREQ__DRD_START_SUPPRESSION */ 0x44520002, (uint64_t)(uintptr_t)at, size};
  pomp_arch_ask_valgrind(helgrind);
  pomp_arch_ask_valgrind(drd);
}

/* Returns the address of a variable, of which the compiler then doesn't know what it points to. */
#if defined(__x86_64__)
#define POMP_ARCH_ADDRESS(address, variable) __asm__("lea %1, %0" : "=r"(address) : "m"(variable))
#else
#define POMP_ARCH_ADDRESS(address, variable) __asm__("" : "=r"(address) : "0"(&(variable)))
#endif

static inline __attribute__((always_inline)) uintptr_t pomp_arch_stack_pointer(void) {
  uintptr_t pointer;
#if defined(__x86_64__)
  __asm__ volatile("movq %%rsp, %0" : "=r"(pointer));
#else
  __asm__ volatile("mov %0, sp" : "=r"(pointer));
#endif
  return pointer;
}

/* Calls a function on the stack that ends at `end`, which is aligned to 16 bytes. Who looks for callers, such as a
 * debugger, finds them by the frame pointer. One file defines it by POMP_ARCH_DEFINE_CALL_ON. */
void pomp_arch_call_on(void *end, void (*function)(void *), void *argument) __attribute__((visibility("hidden")));
#define POMP_ARCH_FUNCTION(name, code)                                                                                 \
  __asm__(".text\n.p2align 4\n.globl " #name "\n.hidden " #name "\n.type " #name ", %function\n" #name ":\n"           \
          ".cfi_startproc\n" code ".cfi_endproc\n.size " #name ", . - " #name "\n");
#if defined(__x86_64__)
#define POMP_ARCH_DEFINE_CALL_ON                                                                                       \
  POMP_ARCH_FUNCTION(pomp_arch_call_on, "pushq %rbp\n"                                                                 \
                                        ".cfi_def_cfa_offset 16\n"                                                     \
                                        ".cfi_offset %rbp, -16\n"                                                      \
                                        "movq %rsp, %rbp\n"                                                            \
                                        ".cfi_def_cfa_register %rbp\n"                                                 \
                                        "movq %rdi, %rsp\n"                                                            \
                                        "movq %rdx, %rdi\n"                                                            \
                                        "callq *%rsi\n"                                                                \
                                        "movq %rbp, %rsp\n"                                                            \
                                        "popq %rbp\n"                                                                  \
                                        ".cfi_def_cfa %rsp, 8\n"                                                       \
                                        "retq\n")
#else
#define POMP_ARCH_DEFINE_CALL_ON                                                                                       \
  POMP_ARCH_FUNCTION(pomp_arch_call_on, "stp x29, x30, [sp, #-16]!\n"                                                  \
                                        ".cfi_def_cfa_offset 16\n"                                                     \
                                        ".cfi_offset w29, -16\n"                                                       \
                                        ".cfi_offset w30, -8\n"                                                        \
                                        "mov x29, sp\n"                                                                \
                                        ".cfi_def_cfa w29, 16\n"                                                       \
                                        "mov sp, x0\n"                                                                 \
                                        "mov x0, x2\n"                                                                 \
                                        "blr x1\n"                                                                     \
                                        "mov sp, x29\n"                                                                \
                                        ".cfi_def_cfa wsp, 16\n"                                                       \
                                        "ldp x29, x30, [sp], #16\n"                                                    \
                                        ".cfi_def_cfa_offset 0\n"                                                      \
                                        ".cfi_restore w29\n"                                                           \
                                        ".cfi_restore w30\n"                                                           \
                                        "ret\n")
#endif

/* Reads a register that counts events, if the kernel lets user space read it. False: this processor has none of them.
 */
static inline bool pomp_arch_read_counted(uint32_t which, uint64_t *value) {
#if defined(__x86_64__)
  uint32_t low, high;
  __asm__ volatile("rdpmc" : "=a"(low), "=d"(high) : "c"(which));
  *value = (uint64_t)high << 32 | low;
  return true;
#else
  (void)which, (void)value; /* kernels allow that only where somebody has set perf_user_access */
  return false;
#endif
}

/* --- frames --- */

/* These are the registers' numbers in DWARF. */
#if defined(__x86_64__)
enum { POMP_ARCH_STACK_POINTER = 7, POMP_ARCH_FRAME_POINTER = 6, POMP_ARCH_RETURN_ADDRESS = 16 };
#else
enum { POMP_ARCH_STACK_POINTER = 31, POMP_ARCH_FRAME_POINTER = 29, POMP_ARCH_RETURN_ADDRESS = 30 };
#endif

/* How far a function's frame address is below the end of its caller's frame; 0: that differs from function to function.
 */
#if defined(__x86_64__)
#define POMP_ARCH_FRAME_ABOVE 16u /* the caller's frame pointer and the return address */
#else
#define POMP_ARCH_FRAME_ABOVE 0u
#endif

/* Returns an address in the code of the function that it is inlined into, behind the code that makes its frame. */
static inline __attribute__((always_inline)) uintptr_t pomp_arch_here(void) {
  uintptr_t here;
#if defined(__x86_64__)
  __asm__ volatile("leaq 0(%%rip), %0" : "=r"(here));
#else
  __asm__ volatile("adr %0, ." : "=r"(here));
#endif
  return here;
}

/* Returns the return address that a frame has in it, without the signature that aarch64 may put into its highest bits.
 */
static inline uintptr_t pomp_arch_plain_address(uintptr_t saved) {
#if defined(__x86_64__)
  return saved;
#else
  register uintptr_t address __asm__("x30") = saved;
  __asm__("hint #7" : "+r"(address)); /* xpaclri, which older processors skip */
  return address;
#endif
}

/* True if what a frame has in it may be the return address, signed or not. A signature leaves the lowest 48 bits alone.
 */
static inline bool pomp_arch_may_be_address(uintptr_t saved, uintptr_t address) {
#if defined(__x86_64__)
  return saved == address;
#else
  return (saved ^ address) << 16 == 0;
#endif
}

/* In the context (ucontext_t) that makecontext has filled, the address to which its function returns: where it is on
 * the context's stack, or the address itself. One of the two is 0. */
#if defined(__x86_64__)
#define POMP_ARCH_CONTEXT_STACK(context) ((uintptr_t)(context).uc_mcontext.gregs[REG_RSP])
#define POMP_ARCH_CONTEXT_LINK(context) ((uintptr_t)0)
#else
#define POMP_ARCH_CONTEXT_STACK(context) ((uintptr_t)0)
#define POMP_ARCH_CONTEXT_LINK(context) ((uintptr_t)(context).uc_mcontext.regs[30])
#endif

/* --- a thread that a signal has interrupted --- */

/* Its registers tell where it is. `kept` are those, in the order of their numbers in DWARF, by which debug
 * information may say where a frame is: bits of POMP_ARCH_KEPT. The address that the innermost function returns to is
 * in `link`, if it is in a register; else that is 0. */
#if defined(__x86_64__)
#define POMP_ARCH_KEPT (1ull << 3 | 1ull << 6 | 1ull << 10 | 15ull << 12)
#define POMP_ARCH_KEPT_COUNT 7u
#else
#define POMP_ARCH_KEPT (0xfffull << 19)
#define POMP_ARCH_KEPT_COUNT 12u
#endif
struct pomp_arch_interrupted {
  uint64_t pc, sp, frame, link;
  uint64_t kept[POMP_ARCH_KEPT_COUNT];
};
/* It is a macro, as <ucontext.h> is not for all who include this. `c` is the ucontext_t that a handler gets. */
#if defined(__x86_64__)
#define POMP_ARCH_INTERRUPTED(c)                                                                                       \
  ((struct pomp_arch_interrupted){                                                                                     \
      .pc = (uint64_t)(c)->uc_mcontext.gregs[REG_RIP],                                                                 \
      .sp = (uint64_t)(c)->uc_mcontext.gregs[REG_RSP],                                                                 \
      .frame = (uint64_t)(c)->uc_mcontext.gregs[REG_RBP],                                                              \
      .kept = {(uint64_t)(c)->uc_mcontext.gregs[REG_RBX], (uint64_t)(c)->uc_mcontext.gregs[REG_RBP],                   \
               (uint64_t)(c)->uc_mcontext.gregs[REG_R10], (uint64_t)(c)->uc_mcontext.gregs[REG_R12],                   \
               (uint64_t)(c)->uc_mcontext.gregs[REG_R13], (uint64_t)(c)->uc_mcontext.gregs[REG_R14],                   \
               (uint64_t)(c)->uc_mcontext.gregs[REG_R15]}})
#else
#define POMP_ARCH_REGISTER(c, n) (c)->uc_mcontext.regs[n]
#define POMP_ARCH_INTERRUPTED(c)                                                                                       \
  ((struct pomp_arch_interrupted){                                                                                     \
      .pc = (c)->uc_mcontext.pc,                                                                                       \
      .sp = (c)->uc_mcontext.sp,                                                                                       \
      .frame = POMP_ARCH_REGISTER(c, 29),                                                                              \
      .link = POMP_ARCH_REGISTER(c, 30),                                                                               \
      .kept = {POMP_ARCH_REGISTER(c, 19), POMP_ARCH_REGISTER(c, 20), POMP_ARCH_REGISTER(c, 21),                        \
               POMP_ARCH_REGISTER(c, 22), POMP_ARCH_REGISTER(c, 23), POMP_ARCH_REGISTER(c, 24),                        \
               POMP_ARCH_REGISTER(c, 25), POMP_ARCH_REGISTER(c, 26), POMP_ARCH_REGISTER(c, 27),                        \
               POMP_ARCH_REGISTER(c, 28), POMP_ARCH_REGISTER(c, 29), POMP_ARCH_REGISTER(c, 30)}})
#endif

/* Tells whether what returns to an address may be a call, or a handler of signals, by the code around it: `code` is
 * that from POMP_ARCH_CODE_BEFORE bytes before it on. */
#define POMP_ARCH_CODE_BEFORE 8u
#define POMP_ARCH_CODE_SIZE 17u
static inline bool pomp_arch_may_return_to(const unsigned char code[POMP_ARCH_CODE_SIZE]) {
#if defined(__x86_64__)
  static const unsigned char restorer[] = {0x48, 0xc7, 0xc0, 0x0f, 0, 0, 0, 0x0f, 0x05}; /* rt_sigreturn */
  if (code[3] == 0xe8 || memcmp(code + POMP_ARCH_CODE_BEFORE, restorer, sizeof restorer) == 0)
    return true;
  for (unsigned length = 2; length <= 7; length++) { /* call *r/m64: the length follows from the byte behind 0xff */
    const unsigned char *at = code + POMP_ARCH_CODE_BEFORE - length;
    unsigned mod = at[1] >> 6, rm = at[1] & 7;
    if (at[0] != 0xff || (at[1] >> 3 & 7) != 2)
      continue;
    unsigned is = 2 + (rm == 4 && mod != 3) + (mod == 1 ? 1 : mod == 2 ? 4 : 0);
    if (mod == 0 && (rm == 5 || (rm == 4 && (at[2] & 7) == 5)))
      is += 4;
    if (is == length)
      return true;
  }
  return false;
#else
  (void)code; /* all instructions have four bytes, so that an address of code is rarely anything else */
  return true;
#endif
}

/* --- programs for it --- */

/* As elf.h, the folders of Debian, ld.so's $PLATFORM and its cache call it. */
#if defined(__x86_64__)
#define POMP_ARCH_ELF_MACHINE 62
#define POMP_ARCH_TRIPLE "x86_64-linux-gnu"
#define POMP_ARCH_PLATFORM "x86_64"
#define POMP_ARCH_LD_CACHE 0x0303
#else
#define POMP_ARCH_ELF_MACHINE 183
#define POMP_ARCH_TRIPLE "aarch64-linux-gnu"
#define POMP_ARCH_PLATFORM "aarch64"
#define POMP_ARCH_LD_CACHE 0x0a03
#endif

/* --- calls that are seen on their way --- */

/* POMP_ARCH_ENTRY(name, kind) defines __kmpc_NAME of LLVM's OpenMP runtime: it notes in `pomp_entry` the first
 * argument, the address that the call returns to, the stack pointer, the third argument, the kind, and the seventh
 * argument if that is in a register. It goes on at pomp_entry_goes_on[number], with all registers but two as they were;
 * the numbers count up. While that is NULL, pomp_entry_find(number) tells it. */
#if defined(__x86_64__)
#define POMP_ARCH_SEVENTH(entry) ((entry)->stack + 8)
#define POMP_ARCH_NINTH(entry) ((entry)->stack + 24)
#define POMP_ARCH_ENTRIES_BEGIN                                                                                        \
  __asm__(".pushsection .text\n.set pomp_entry_number, 0\n"                                                            \
          ".type pomp_entry_first, @function\npomp_entry_first:\n"                                                     \
          "pushq %rdi\npushq %rsi\npushq %rdx\npushq %rcx\npushq %r8\npushq %r9\npushq %rax\n"                         \
          "movq %r10, %rdi\ncall pomp_entry_find\nmovq %rax, %r11\n"                                                   \
          "popq %rax\npopq %r9\npopq %r8\npopq %rcx\npopq %rdx\npopq %rsi\npopq %rdi\njmp *%r11\n"                     \
          ".size pomp_entry_first, . - pomp_entry_first\n.popsection\n");
#define POMP_ARCH_ENTRY(name, kind)                                                                                    \
  __asm__(".pushsection .text\n.p2align 4\n.globl pomp_entry_" #name "\n.type pomp_entry_" #name ", @function\n"       \
          ".symver pomp_entry_" #name ", __kmpc_" #name "@VERSION, remove\n"                                           \
          "pomp_entry_" #name ":\nendbr64\nmovq pomp_entry@gottpoff(%rip), %r11\nmovq (%rsp), %r10\n"                  \
          "movq %rdi, %fs:(%r11)\nmovq %r10, %fs:8(%r11)\nmovq %rsp, %fs:16(%r11)\nmovq %rdx, %fs:24(%r11)\n"          \
          "movl $KIND_" #kind ", %fs:32(%r11)\nmovl $pomp_entry_number, %r10d\n"                                       \
          "movq pomp_entry_goes_on + 8 * pomp_entry_number(%rip), %r11\n"                                              \
          "testq %r11, %r11\nje pomp_entry_first\njmp *%r11\n"                                                         \
          ".size pomp_entry_" #name ", . - pomp_entry_" #name "\n"                                                     \
          ".set pomp_entry_number, pomp_entry_number + 1\n.popsection\n");
#else
#define POMP_ARCH_SEVENTH(entry) ((const char *)&(entry)->seventh)
#define POMP_ARCH_NINTH(entry) ((entry)->stack)
#define POMP_ARCH_ENTRIES_BEGIN                                                                                        \
  __asm__(".pushsection .text\n.set pomp_entry_number, 0\n"                                                            \
          ".type pomp_entry_first, %function\npomp_entry_first:\n"                                                     \
          "stp x29, x30, [sp, #-96]!\nmov x29, sp\nstp x0, x1, [sp, #16]\nstp x2, x3, [sp, #32]\n"                     \
          "stp x4, x5, [sp, #48]\nstp x6, x7, [sp, #64]\nmov w0, w17\nbl pomp_entry_find\nmov x16, x0\n"               \
          "ldp x0, x1, [sp, #16]\nldp x2, x3, [sp, #32]\nldp x4, x5, [sp, #48]\nldp x6, x7, [sp, #64]\n"               \
          "ldp x29, x30, [sp], #96\nbr x16\n"                                                                          \
          ".size pomp_entry_first, . - pomp_entry_first\n.popsection\n");
#define POMP_ARCH_ENTRY(name, kind)                                                                                    \
  __asm__(".pushsection .text\n.p2align 4\n.globl pomp_entry_" #name "\n.type pomp_entry_" #name ", %function\n"       \
          ".symver pomp_entry_" #name ", __kmpc_" #name "@VERSION, remove\n"                                           \
          "pomp_entry_" #name ":\nhint #34\nadrp x16, :gottprel:pomp_entry\n" /* the hint is bti c */                  \
          "ldr x16, [x16, :gottprel_lo12:pomp_entry]\nmrs x17, tpidr_el0\nadd x16, x16, x17\n"                         \
          "stp x0, x30, [x16]\nmov x17, sp\nstp x17, x2, [x16, #16]\nmov w17, #KIND_" #kind "\nstr w17, [x16, #32]\n"  \
          "str x6, [x16, #40]\n"                                                                                       \
          "adrp x16, pomp_entry_goes_on + 8 * pomp_entry_number\n"                                                     \
          "ldr x16, [x16, :lo12:pomp_entry_goes_on + 8 * pomp_entry_number]\nmov w17, #pomp_entry_number\n"            \
          "cbz x16, pomp_entry_first\nbr x16\n"                                                                        \
          ".size pomp_entry_" #name ", . - pomp_entry_" #name "\n"                                                     \
          ".set pomp_entry_number, pomp_entry_number + 1\n.popsection\n");
#endif

#endif /* POMP_ARCH_H */
