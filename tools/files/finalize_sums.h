/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* finalize_sums.h - whether the call paths that are read from a job's file have in all what its ranks have added up.
 * Not here: how call paths are read (read_nodes.c, take_nodes.c), what is said of a difference (job_file.c). */
#ifndef FILES_FINALIZE_SUMS_H
#define FILES_FINALIZE_SUMS_H

#include "files/parse.h"

/* It is what the call paths of one key have; `is` is what has been read, `was` what was added up. */
struct finalize_sums_row {
  struct pomp_sums is, was;
};

/* This is what a process's call paths have, whatever their keys. */
struct finalize_sums_rank {
  uint64_t nodes, visits, inclusive, wait;
};

struct finalize_sums {
  struct finalize_sums_row *rows;   /* by construct, then by role */
  uint32_t *first;                  /* of a construct's, and behind all */
  struct finalize_sums_rank *ranks; /* by process, of what has been read */
  uint32_t count, strange;          /* `strange` nodes have a key that none was added up of, */
  uint32_t strange_key;             /* the last of them this one */
};

/* To be called when blocks, processes and constructs are known, and before call paths are read: `counted` of the reader
 * becomes what is to be compared, or NULL if nothing can be: no rank has added up anything, or some rank's part is not
 * as it was then. False if there is no memory. */
bool finalize_sums_begin(struct reader *r);
void finalize_sums_free(struct reader *r);

/* For a second thread that reads the same file: its sums begin at 0, and are added to the first thread's in the end. */
bool finalize_sums_fork(const struct reader *r, struct reader *second);
void finalize_sums_join(struct reader *r, struct reader *second);

void finalize_sums_release(struct finalize_sums *s);

/* Forgets what has been read. */
void finalize_sums_again(struct reader *r);

/* Adds a node, whose key has been checked. */
static inline void finalize_sums_add(struct reader *r, const struct pomp_node *n, uint32_t location) {
  struct finalize_sums *s = r->counted;
  if (!s)
    return;
  struct finalize_sums_rank *rank = &s->ranks[r->e->locations[location].process];
  const uint32_t construct = POMP_KEY_CONSTRUCT(n->key), end = s->first[construct + 1];
  uint32_t i = s->first[construct];
  rank->nodes++;
  rank->visits += n->visits;
  rank->inclusive += n->inclusive;
  rank->wait += n->wait;
  while (i < end && s->rows[i].is.key != n->key)
    i++;
  if (i == end) {
    s->strange++;
    s->strange_key = n->key;
    return;
  }
  struct pomp_sums *is = &s->rows[i].is;
  is->nodes++;
  is->visits += n->visits;
  is->inclusive += n->inclusive;
  is->wait += n->wait;
  is->min = n->min < is->min ? n->min : is->min;
  is->max = n->max > is->max ? n->max : is->max;
}

/* Compares, when all has been read: `added_up` of the experiment tells what has come out. */
void finalize_sums_compare(struct reader *r);

#endif
