/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_tables.h - the tables that lead from the trace of a process to the analysis of all, made of little whenever the
 * trace is read, for those who open sources. Not here: what others may ask (traced_run.h). */
#ifndef SUMS_RANK_TABLES_H
#define SUMS_RANK_TABLES_H

#include "sums/traced_run.h"

/* A call path of a rank's trace, by its number, is none of the process, or has another key than the rest tells. */
struct other_key {
  uint32_t number, key;
  bool dropped;
};

/* It tells which keys the call paths of a rank's trace have in the whole. */
struct rank_keys {
  uint32_t *constructs; /* by the rank's own number: that in the whole, 0: not known */
  uint32_t construct_count;
  bool shared;              /* the array is that of a rank before */
  struct other_key *others; /* in ascending order */
  uint32_t other_count, others_room;
};

/* Finds that for an open trace by its process, as an experiment of its own whose constructs are those of the whole.
 * `before` is the rank before; NULL: there is none. False: not enough memory. */
bool rank_keys_find(struct rank_keys *k, const struct trace *t, const struct experiment *rank,
                    const struct rank_keys *before);
void rank_keys_free(struct rank_keys *k);

/* Makes keys, regions and paths of a rank whose trace is open, and leaves out what is none of the process. False, with
 * a message, if it can't be done. */
bool rank_tables_make(const struct traced_run *whole, struct traced_run *rank, const struct rank_keys *k);
void rank_tables_free(struct traced_run *rank);

/* Lists the call paths of the analysis as the next function needs them. NULL: not enough memory. */
struct path_list;
struct path_list *path_list_make(const struct analysis *a);
void path_list_free(struct path_list *l);
/* Finds the call paths of the nodes of a trace whose regions are known. False: not enough memory. */
bool traced_run_find_paths(struct traced_run *s, const struct path_list *l);

#endif
