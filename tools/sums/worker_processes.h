/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* worker_processes.h - processes of this machine that make parts, each of them every n-th, and send them through a
 * pipe. Not here: who adds them (fold.c). */
#ifndef SUMS_WORKER_PROCESSES_H
#define SUMS_WORKER_PROCESSES_H

#include "sums/fold.h"

#include <sys/types.h>

/* These are the parts first, first + step, … below count. */
struct work {
  uint32_t first, step, count;
  fold_make *make;
  void *context;
};

/* This is what was made of a part, and what was said on stderr for it. */
struct made {
  uint32_t part;
  bool good; /* false: it could not be made, and there is nothing else */
  struct pomp_bytes bytes, said;
};
void made_clear(struct made *made);
void made_free(struct made *made);

struct worker_processes {
  struct work work;
  unsigned count;
  struct worker_process {
    pid_t pid; /* 0: there is none any more */
    int from;  /* the pipe's end */
    int said;  /* the file that it has for stderr, or -1 */
  } *at;
};

/* Starts so many processes. Where the system lets it have fewer, parts are made by worker_processes_get. */
void worker_processes_begin(struct worker_processes *m, const struct work *work, unsigned count);
/* Gets what was made of a part of the work. They have to be asked for in their order. False, with a message, if it
 * could not be made here either. */
bool worker_processes_get(struct worker_processes *m, uint32_t part, struct made *made);
/* Makes a part here. False, with a message, if it can't. */
bool worker_processes_make(const struct worker_processes *m, uint32_t part, struct made *made);
/* Ends those that are still at work. */
void worker_processes_end(struct worker_processes *m);

#endif
