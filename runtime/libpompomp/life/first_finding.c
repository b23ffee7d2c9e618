/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_finding.c - the function of first_finding.h: what it may take of time and memory, and what the program keeps.
 * Not here: the line (summary_table.c). */
#include "life/first_finding.h"
#include "base/arena.h"
#include "pomp_arch.h"
#include "pomp_system.h"
#include "state/gate.h"

/* An experiment of 1 MiB takes some 5 ms; one of 200 KiB, as most are, 1 ms. */
#define LARGEST (2u << 20)
#define ROOM_TIMES 24        /* so many times its size is more than the analysis takes of memory, */
#define ROOM_MORE (1u << 20) /* with so much for what does not depend on it */

bool pomp_first_finding(struct pomp_first *first) {
  const size_t size = pomp_arena_used();
  if (size > LARGEST)
    return false;
  const size_t room = ROOM_TIMES * size + ROOM_MORE;
  void *memory = pomp_sys_memory(room);
  if (!memory)
    return false;
  const unsigned traps = pomp_arch_fp_quiet();
  bool good = pomp_first_find(first, pomp_base, size, memory, room);
  pomp_arch_fp_restore(traps);
  pomp_sys_munmap(memory, room);
  return good;
}
