/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* live_internal.h - what live_stacks.c, stop_thread.c, core_file.c and thread_registers.c share.
 * Not here: what others may call (live_stacks.h, core_file.h). */
#ifndef SUMS_LIVE_INTERNAL_H
#define SUMS_LIVE_INTERNAL_H

#include "sums/core_file.h"
#include "sums/live_stacks.h"

#define STOPPED_REGISTERS 32u
#define STOPPED_SIZE (512u << 10) /* bytes of a stack, which takes some 0.1 ms to copy */
#define STOPPED_GIVEN 1024u       /* bytes: no processor here has more registers for PTRACE_GETREGSET */

/* It is memory of a process, from `low` on and below `high`, that it may read and write. */
struct memory_range {
  uint64_t low, high;
};

/* This is what a thread had when it was stopped, or when it died. */
struct stopped {
  uint64_t pc, sp;
  uint64_t which, values[STOPPED_REGISTERS]; /* by DWARF's numbers, as in struct raw_stack */
  uint32_t registers;
  unsigned char *words; /* room for STOPPED_SIZE bytes: what lies on the stack from `sp` on */
  size_t size;          /* so many bytes, a multiple of 8 */
  uint64_t time;        /* ns for which it was stopped */
};

/* Takes the registers as the kernel gives them. False: they are those of another kind of processor, or of 32 bits. */
bool stopped_registers(const unsigned char *given, size_t size, struct stopped *s);

/* Stops a thread, copies that, and lets it go on. The result is 0, or an errno: EAGAIN if it did not stop in time. */
int stop_and_copy(uint32_t pid, uint32_t thread, const struct memory_range *parts, uint32_t part_count,
                  struct stopped *s);

/* This is known while stacks are taken. NOLINTNEXTLINE(clang-analyzer-optin.performance.Padding) */
struct taking {
  struct live_stacks *l;
  const struct analysis *a;
  const struct core_file *core; /* NULL: the process runs */
  struct process *processes;
  struct code_module *modules;
  struct memory_range *parts; /* of the process whose turn it is */
  struct raw_stack *stacks;
  struct sample_record *records;
  uint32_t module_count, module_room, part_count, part_room, stack_count, stack_room, record_room;
  struct stopped stopped;
};

#endif
