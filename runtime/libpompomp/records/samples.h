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

/* It is what a thread is sampled with. The thread alone writes it while it is sampled, but the source and the links. */
struct pomp_sampler {
  struct pomp_sample_clock source;
  struct pomp_sampler *next;   /* of all */
  struct pomp_sampler *unused; /* the next one that no thread has */
  struct pomp_own_stack stack; /* zeros: not known */
  uint64_t accounted;          /* the CPU time that samples stand for, in ns */
  uint64_t lost;               /* the time of samples that no record has */
  struct pomp_sample_entry *index;
  uint32_t room, used;
  bool is_known;            /* the thread has a record in pomp_tls */
  struct pomp_sample found; /* what the sample at hand has found */
  struct pomp_sample_scan scan;
};

/* Returns a sampler that has counted nothing yet. NULL: there is no memory. Under the slow lock. */
struct pomp_sampler *pomp_sampler_make(void);

/* Counts what s->found and s->scan say as `due` samples of the thread, each of `period` ns. False: there is no record
 * for it. In a handler of signals. */
bool pomp_sampler_count(struct pomp_sampler *s, uint64_t due, uint64_t period);

#endif
