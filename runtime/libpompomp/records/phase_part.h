/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_part.h - the counts of a location below a phase since its last visit, and the cells of the file that they are
 * added to. Not here: the visits, and their clusters (phases.c).
 *
 * Call paths go on counting as if there were no phases. Each location with call paths below a phase notes their counts
 * when a visit is taken; the growth until the next visit begins belongs to the visit in between. Each thread takes its
 * own location's counts when it comes to its next team or task, so that no thread reads memory that is in other
 * threads' caches. */
#ifndef POMP_PHASE_PART_H
#define POMP_PHASE_PART_H

#include "records/call_tree.h"

struct pomp_phase_series;

/* A call path below a phase. */
struct pomp_phase_entry {
  struct pomp_node *node;
  const struct pomp_path *path;
  struct pomp_phase_entry *parent; /* of the same location, if its time is a part of that one's; or NULL */
  const struct pomp_messages *messages;
  uint64_t visits, inclusive, wait; /* when the last visit was taken */
  uint32_t facts;                   /* enum pomp_phase_fact */
  uint32_t place;                   /* of a part that is compared, where its time is among those; else 0 */
};
enum pomp_phase_fact {
  POMP_PHASE_TOP = 1,     /* its time is no part of another one's of the location */
  POMP_PHASE_WAITS = 2,   /* all its time is waiting, */
  POMP_PHASE_BLOCKED = 4, /* or what its node has as `wait` */
};

/* So many entries are in one block of the file. */
struct pomp_phase_segment {
  struct pomp_phase_segment *next;
  struct pomp_block *block;
  uint32_t *numbers;
  uint64_t *rows;  /* in the file: where the cells of each cluster are; 0: there are none */
  int64_t *before; /* of metrics and messages, when the last visit was taken */
  uint32_t count, room;
  bool lacks; /* there was no memory for a row */
  struct pomp_phase_entry entries[];
};

/* The call paths of a location below a phase. Its thread appends to it, under the slow lock; a thread that takes visits
 * holds `taking`. */
struct pomp_phase_part {
  struct pomp_phase_series *series;
  struct pomp_thread *thread;
  struct pomp_phase_part *next_of_thread, *next_of_series;
  struct pomp_phase_segment *first, *last;
  struct pomp_tls *taking; /* a lock: the thread that holds it, or NULL */
  uint64_t visit;          /* the visit that untaken counts belong to */
  uint32_t values;         /* of a cell */
  bool has_messages;
  bool is_compared; /* the location is that of the thread that executes the phase, or member 0 of teams that it forks */
  bool is_member;   /* of a team that this forks */
};

/* Sums of a part over a visit, beside its cells. */
struct pomp_phase_sums {
  uint64_t wait, busy;
  int64_t *metrics; /* is added to, unless it is NULL */
};

/* True once call paths of role MPI may have messages. */
extern bool pomp_phase_has_messages POMP_HIDDEN;

/* Makes the part of `t`. NULL: there is no memory. Under the slow lock, as the next ones. */
struct pomp_phase_part *pomp_phase_part_new(struct pomp_phase_series *series, struct pomp_thread *t);
/* Appends a call path. `clusters`: how many there can be. `*places`: how many places of compared times are taken. 0 or
 * an error of pomp_arena_block. */
int pomp_phase_part_add(struct pomp_phase_part *part, const struct pomp_path *p, uint32_t phase, uint32_t clusters,
                        uint32_t *places);
/* The call path has messages from now on. */
void pomp_phase_part_messages(const struct pomp_thread *t, const struct pomp_path *p, const struct pomp_messages *m);

/* Takes the lock, unless this thread has it, in what a signal handler interrupted, or it can't be had. */
bool pomp_phase_part_begin(struct pomp_phase_part *part);
void pomp_phase_part_end(struct pomp_phase_part *part);

/* Adds 1 and the exclusive time since the last visit to `times[place]`, for call paths that were visited, and whose
 * place is below `places`. */
void pomp_phase_part_compare(const struct pomp_phase_part *part, uint64_t *times, uint32_t places);
/* Returns the time of the part's first call path since the last visit. */
uint64_t pomp_phase_part_time(const struct pomp_phase_part *part);
/* Makes cells for what there is since the last visit, where `cluster` has none yet: most clusters have call paths of
 * few locations. That takes the slow lock, unless the caller has it, and is to be called without the part's. False:
 * there was no memory; then what is taken for the cluster is lost. */
bool pomp_phase_part_prepare(struct pomp_phase_part *part, uint32_t cluster, bool under_slow_lock);
/* Adds what there is since the last visit to the cells of `cluster`. What has none is left to a later visit. */
void pomp_phase_part_take(struct pomp_phase_part *part, uint32_t cluster, uint64_t next_visit,
                          struct pomp_phase_sums *sums);
/* Moves all that the cells of cluster `from` have to those of cluster `to`. */
void pomp_phase_part_move(struct pomp_phase_part *part, uint32_t from, uint32_t to);

#endif
