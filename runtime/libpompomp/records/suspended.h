/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* suspended.h - explicit tasks, and what a location has suspended to execute them.
 * Not here: who suspends and resumes (task.h). */
#ifndef POMP_SUSPENDED_H
#define POMP_SUSPENDED_H

#include "pomp_trace_format.h"
#include "records/call_tree.h"

/* What is suspended: for each open call path, from `current` up to but without the base, its start; then the call path
 * that was current and the time of the suspension; the base and the task; and the time that tasks had taken before. */
struct pomp_saved {
  struct pomp_path *path;
  union {
    uint64_t start;
    struct pomp_task *task;
  };
};

struct pomp_task {
  struct pomp_task *next;    /* in the maker's list of free ones */
  struct pomp_thread *maker; /* whose list that is */
  struct pomp_path *site;
  uint32_t key;             /* of its block's visit */
  uint64_t created;         /* tick */
  uint64_t number;          /* in the trace */
  uint64_t elapsed;         /* of the visit of its block, before it was put down last */
  struct pomp_saved *saved; /* its open regions, outermost first, while it is put down */
  uint32_t count, room;
  bool bare;   /* has no events of its own */
  bool begun;  /* has had its block's begin event, or does without */
  bool taken;  /* has been taken up */
  bool begins; /* its block is being entered */
};

#define POMP_SAVED_HEAD 3 /* entries of a suspension beside those of open call paths */

/* How many call paths lie between `p` and its ancestor `base`. */
static inline uint32_t pomp_depth_of(const struct pomp_path *p, const struct pomp_path *base) {
  uint32_t depth = 0;
  for (; p != base; p = p->parent)
    depth++;
  return depth;
}

/* Ticks since the task's creation. */
static inline uint64_t pomp_task_delay(const struct pomp_task *task, uint64_t now) {
  return now > task->created ? now - task->created : 0;
}

/* The task that the location executes begins now. Ticks since its creation. */
bool pomp_task_begins(const struct pomp_thread *t, uint64_t now, uint64_t *delay);

/* Its number in the trace, below its creator; of NULL, 0. */
uint64_t pomp_task_number(const struct pomp_task *task);
/* What is suspended at the location, innermost first; at most `most`. How many. */
uint32_t pomp_task_frames(const struct pomp_thread *t, struct pomp_frame *frames, uint32_t most);

#endif
