/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* suspended.h - explicit tasks, and what a location has suspended to execute them.
 * Not here: who suspends and resumes (task.h). */
#ifndef POMP_SUSPENDED_H
#define POMP_SUSPENDED_H

#include "pomp_trace_format.h"
#include "records/call_tree.h"

/* An entry of the stack of what is suspended. A suspension consists of an entry for each open call path, from `current`
 * up to but without the base, with its start, and where on the stack it began: a recursive task has the same call path
 * on top of it. Then come the call path that was current and the time of the suspension; the base and the task; and the
 * time that tasks had taken before. */
struct pomp_saved {
  struct pomp_path *path;
  union {
    uint64_t start;
    struct pomp_task *task;
    uint64_t before; /* of a visit that goes on elsewhere: how long it was until it was suspended */
  };
  uint64_t stack; /* 0, but for functions and regions of the user */
};

struct pomp_task {
  struct pomp_task *next;    /* the next one in the maker's list of free records */
  struct pomp_thread *maker; /* the location that made the record */
  struct pomp_path *site;
  uint32_t key;             /* the key of its block's visit */
  uint64_t created;         /* the tick of its creation */
  uint64_t number;          /* its number in the trace */
  struct pomp_saved *saved; /* its open regions, outermost first, while it is suspended */
  uint32_t count, room;
  bool bare;     /* it has no events of its own */
  bool looped;   /* it is one of a taskloop, or of a target construct, or was made to make these */
  bool begun;    /* it has had its block's begin event, or does without */
  bool executed; /* it has been executed before */
  bool begins;   /* its block is being entered */
};

/* A visit that a location has open and that began at another one, or at this one before. The same call path may be open
 * in tasks on top of it: `depth` tells them apart. */
struct pomp_moved {
  const struct pomp_path *path;
  uint32_t depth;  /* saved_count */
  uint64_t before; /* the ticks of its earlier parts */
};

#define POMP_SAVED_HEAD 3 /* entries of a suspension beside those of open call paths */

/* Returns how many call paths lie between `p` and its ancestor `base`. */
static inline uint32_t pomp_depth_of(const struct pomp_path *p, const struct pomp_path *base) {
  uint32_t depth = 0;
  for (; p != base; p = p->parent)
    depth++;
  return depth;
}

/* Returns the ticks since the task's creation. */
static inline uint64_t pomp_task_delay(const struct pomp_task *task, uint64_t now) {
  return now > task->created ? now - task->created : 0;
}

/* True if the task that the location executes begins now; `delay` are the ticks since its creation. */
bool pomp_task_begins(const struct pomp_thread *t, uint64_t now, uint64_t *delay);

/* Returns its number in the trace, below its creator; 0 for NULL. */
uint64_t pomp_task_number(const struct pomp_task *task);
/* Lists what is suspended at the location, innermost first, `most` entries at most, and returns how many there are. */
uint32_t pomp_task_frames(const struct pomp_thread *t, struct pomp_frame *frames, uint32_t most);

#endif
