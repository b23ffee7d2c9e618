/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_stacks.h - makes of a stack what its user wrote: the regions of the call path among the functions, without those
 * that a compiler made of constructs, and those of libraries that know OpenMP. Not here: how stacks are found
 * (unwind.h, code_places.h). */
#ifndef SUMS_USER_STACKS_H
#define SUMS_USER_STACKS_H

#include "sums/code_places.h"
#include "sums/samples_steps.h"

/* It is a stack that is being made, and what is known of others. */
struct user_stacks {
  struct finding_samples *f;
  const struct level *levels; /* of the stack as it is, the innermost first */
  uint32_t level_count;
  struct sample_frame *inwards; /* what was made of it, the innermost first */
  uint32_t inwards_count, inwards_room;
  uint32_t *way, way_room; /* a call path from the outside */
  uint32_t *nodes;         /* the call path, the innermost first, as far as this thread has it on its stack */
  uint32_t node_count, nodes_room;
  uint32_t creator; /* the node that goes on elsewhere: it forked the team, or created the task; NO_NODE: none */
  struct between {
    uint32_t first, length; /* so many of samples.stack from there on */
    bool known;
  } *between;     /* by call path: the functions that it was called by from its parent's region, as far as all agree */
  uint32_t stack; /* how many stacks have been begun */
  struct around {
    uint32_t stack, outermost; /* on that stack, the number behind that of the outermost function around it; 0: none */
  } *around;                   /* by construct */
  struct claimed {
    uint32_t region, outermost; /* of `nodes`; as in struct around */
  } *claimed;                   /* the regions that functions of the stack are around, and those that are functions */
  uint32_t claimed_count, claimed_room, claimed_at;
};

/* Forgets what is known of other stacks, for the first one of a process. */
void user_stacks_begin(struct user_stacks *u);
/* Returns how many times the call path goes on at another thread or time. */
uint32_t user_stacks_distance(const struct samples *s, const struct sample_record *r);
/* Makes the stack of a row, whose node, path and `cut` are known, and finds its leaf; the stack is not
 * cut if what it lacks is another thread's. Rows with a smaller distance come
 * first. False: no memory. */
bool user_stacks_make(struct user_stacks *u, const struct sample_record *from, struct sample_row *row,
                      struct level *levels, uint32_t count);
/* True if the stack of this sample can tell which functions are around its team, which no other stack told. */
bool user_stacks_can_learn(const struct user_stacks *u, const struct sample_record *r);
/* Learns that from a stack that is not cut: a thread that executes a task has on its stack what its team was forked by,
 * if it is the one that forked it. False: no memory. */
bool user_stacks_learn(struct user_stacks *u, const struct sample_record *from, struct level *levels, uint32_t count);
void user_stacks_free(struct user_stacks *u);

#endif
