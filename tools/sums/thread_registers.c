/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* thread_registers.c - puts a thread's registers where DWARF numbers them, as its call frame information does. The
 * kernel gives them in an order of its own, by ptrace and in core files alike. Not here: where they come from
 * (stop_thread.c, core_file.c). */
#include "sums/live_internal.h"

#include <string.h>

/* It is what the kernel gives of one kind of processor: its size tells which. */
static const struct kernel_registers {
  size_t size; /* bytes */
  uint32_t pc, sp, count;
  uint8_t order[STOPPED_REGISTERS]; /* by DWARF's number: which of the kernel's words it is */
} kinds[] = {
    /* x86-64: struct user_regs_struct begins with r15; System V ABI, AMD64 supplement, figure 3.36 */
    {27 * 8, 16, 19, 16, {10, 12, 11, 5, 13, 14, 4, 19, 9, 8, 7, 6, 3, 2, 1, 0}},
    /* aarch64: x0 to x30, sp, pc, pstate; DWARF for the Arm 64-bit architecture, 4.1 */
    {34 * 8, 32, 31, 32, {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                          16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31}},
};

bool stopped_registers(const unsigned char *given, size_t size, struct stopped *s) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct kernel_registers *k = &kinds[i];
    if (k->size != size)
      continue;
    for (uint32_t n = 0; n < k->count; n++)
      memcpy(&s->values[n], given + 8u * k->order[n], sizeof s->values[n]);
    memcpy(&s->pc, given + 8ull * k->pc, sizeof s->pc);
    memcpy(&s->sp, given + 8ull * k->sp, sizeof s->sp);
    s->registers = k->count;
    s->which = (1ull << k->count) - 1;
    return true;
  }
  return false;
}
