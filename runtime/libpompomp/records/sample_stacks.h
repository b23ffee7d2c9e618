/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_stacks.h - what lies on a thread's stack, as far as its callers are told by it.
 * Not here: who the callers are, which readers of the file find by debug information. */
#ifndef POMP_SAMPLE_STACKS_H
#define POMP_SAMPLE_STACKS_H

#include "base/arena.h"
#include "base/own_stack.h"
#include "pomp_arch.h"

#include <stdbool.h>
#include <stdint.h>

#define POMP_SAMPLE_WORDS 1024u       /* at most so many words of a stack are kept */
#define POMP_SAMPLE_DEPTH (32u << 10) /* and so many bytes are looked at */

/* It is what was found on a stack. It belongs to one thread, which writes it in a handler of signals. */
struct pomp_sample_scan {
  struct pomp_arch_interrupted at;
  uint64_t hash; /* of the words of code and their distances */
  uint32_t scanned, count;
  bool cut;
  uint32_t places[POMP_SAMPLE_WORDS];
  uint64_t words[POMP_SAMPLE_WORDS];
  uint64_t chunk[512]; /* a copy of a part of the stack, where that is not known to be there */
};

/* Looks at the stack from the stack pointer of `at` on. `own` are the bounds of the thread's own stack, as far as they
 * are known. In any context; it never faults. */
void pomp_sample_scan(struct pomp_sample_scan *s, const struct pomp_own_stack *own);

/* These are a thread's stacks in the file. All 0: there is none yet. */
struct pomp_sample_stacks {
  struct pomp_stack_entry {
    uint64_t hash;
    uint32_t number; /* in the file; 0: nothing is there */
  } *table;
  uint32_t room, count;
  bool is_full;                 /* there is no room for more */
  struct pomp_arena_records at; /* `used` are bytes */
};

/* Tells whether the stack is there, or has room: pomp_sample_stack then does all there is to do. In any context. */
bool pomp_sample_stack_fits(const struct pomp_sample_stacks *t, const struct pomp_sample_scan *s);
/* All threads' stacks together may have `most` bytes, or a part of what the file may have if that is less; UINT64_MAX:
 * there is no bound. */
void pomp_sample_stacks_have(uint64_t most);
/* Makes room for the stack, as far as there is some. Under the slow lock. */
void pomp_sample_stack_make_room(struct pomp_sample_stacks *t, const struct pomp_sample_scan *s);

/* Returns the number of the stack in the file, where it is put unless it is there. 0: there is no room for it. In any
 * context of the thread. */
uint32_t pomp_sample_stack(struct pomp_sample_stacks *t, const struct pomp_sample_scan *s);

/* Tells whether there is so much room that samples may take some of it. Under the slow lock. */
bool pomp_sample_has_room(void);

#endif
