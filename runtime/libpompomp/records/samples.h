/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* samples.h - counts a thread's samples by what they find.
 * Not here: when a sample is due (teams/sampling.h), what lies on a stack (sample_stacks.h). */
#ifndef POMP_SAMPLES_H
#define POMP_SAMPLES_H

#include "base/own_stack.h"
#include "base/sample_clock.h"
#include "pomp_format.h"
#include "records/sample_stacks.h"

#include <stdbool.h>
#include <stdint.h>

struct pomp_tls;

/* It is what a thread is sampled with. Its handler alone writes what is below the links. */
struct pomp_sampler {
  struct pomp_sample_clock clock; /* `thread` is 0: no thread has it */
  struct pomp_sampler *next;      /* of all */
  struct pomp_sampler *same_list; /* the next one in the list of its thread's number (sampled_threads.c) */
  struct pomp_sampler *unused;    /* the next one that no thread has */
  bool is_there;                  /* the thread was found when it was looked last */
  bool is_known;                  /* the thread is measured */
  bool is_lost;                   /* no sample can be taken of it */
  const struct pomp_tls *tls;     /* the thread's; NULL: it is not known yet */
  struct pomp_own_stack stack;    /* zeros: not known */
  uint64_t accounted;             /* the CPU time that samples stand for, in ns */
  uint64_t owed;                  /* so many samples are due */
  uint64_t left, pause;           /* the tick at which the last one was done, and for how long none is taken then */
  uint64_t not_looked;            /* the time of samples since it has looked for other threads, in ns */
  uint32_t room, used;            /* of the index */
  struct pomp_sample_entry *index;
  struct pomp_arena_records records;
  struct pomp_sample_stacks stacks;
  struct pomp_sample found; /* what the sample at hand has found */
  struct pomp_sample_scan scan;
};

/* Returns a sampler that has counted nothing yet. NULL: there is no memory. Under the slow lock. */
struct pomp_sampler *pomp_sampler_make(void);

/* Counts what s->found and s->scan say as `due` samples of the thread, each of `period` ns. False: there is no record
 * for it. In a handler of signals. */
bool pomp_sampler_count(struct pomp_sampler *s, uint64_t due, uint64_t period);

#endif
