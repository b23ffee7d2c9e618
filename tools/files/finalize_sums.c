/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* finalize_sums.c - adds up the call paths that are read, and compares that with what the ranks have added up when they
 * wrote the file.
 * Not here: how call paths are read (read_nodes.c, take_nodes.c), what is said of a difference (job_file.c).
 *
 * The block of the job has the sums as of MPI_Finalize, and that of each rank what is different since. */
#include "files/finalize_sums.h"
#include "files/rank_experiment.h"
#include "pomp_bytes.h"
#include "pomp_sums.h"

#include <stdlib.h>
#include <string.h>

/* These are the blocks of sums of a file. */
struct found {
  struct pomp_sums_head head; /* the job's */
  bool whole, again;          /* there is one of the job; there are two */
  bool lack;
  uint32_t since; /* how many there are of ranks */
  uint64_t rows;
};

static struct pomp_sums_head head_at(const struct reader *r, uint32_t block) {
  struct pomp_sums_head head;
  memcpy(&head, r->bytes + r->sums.blocks[block].at - sizeof head, sizeof head);
  return head;
}

static struct found find(const struct reader *r) {
  struct found f = {.whole = false};
  for (uint32_t i = 0; i < r->sums.count; i++) {
    const struct pomp_sums_head head = head_at(r, i);
    f.lack |= head.flags & POMP_SUMS_LACK;
    f.rows += r->sums.blocks[i].count;
    if (head.flags & POMP_SUMS_SINCE) {
      f.since++;
      continue;
    }
    f.again |= f.whole;
    f.whole = true;
    f.head = head;
  }
  return f;
}

/* True if the sums of all ranks are those that were added up, with what has come since. */
static bool is_comparable(const struct reader *r, const struct found *f) {
  bool good = f->whole && !f->again && !f->lack && f->since == r->e->process_count &&
              f->head.processes == r->e->process_count && f->rows < UINT32_MAX && !r->replaced;
  for (uint32_t i = 0; good && i < r->e->process_count; i++)
    good = r->e->processes[i].header.state == POMP_STATE_COMPLETE;
  return good;
}

static int by_construct(const void *x, const void *y) {
  const struct finalize_sums_row *a = x, *b = y;
  const uint32_t one = POMP_KEY_CONSTRUCT(a->was.key), other = POMP_KEY_CONSTRUCT(b->was.key);
  return one != other ? (one < other ? -1 : 1) : a->was.key < b->was.key ? -1 : a->was.key > b->was.key;
}

static void read_rows(const struct reader *r, struct finalize_sums *s) {
  for (uint32_t i = 0; i < r->sums.count; i++)
    for (uint32_t k = 0; k < r->sums.blocks[i].count; k++)
      memcpy(&s->rows[s->count++].was, r->bytes + r->sums.blocks[i].at + k * sizeof(struct pomp_sums),
             sizeof(struct pomp_sums));
  if (s->count)
    qsort(s->rows, s->count, sizeof *s->rows, by_construct);
}

/* Adds up rows with equal keys, so that one row is left for each key. */
static void merge_rows(struct finalize_sums *s) {
  uint32_t kept = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const struct pomp_sums *from = &s->rows[i].was;
    if (!kept || s->rows[kept - 1].was.key != from->key) {
      s->rows[kept++].was = *from;
      continue;
    }
    pomp_sums_add(&s->rows[kept - 1].was, from);
  }
  s->count = kept;
}

/* Rows of constructs that the file does not have are behind all others: no call path has them. */
static void find_first(const struct reader *r, struct finalize_sums *s) {
  uint32_t row = 0;
  for (uint32_t construct = 0; construct <= r->e->construct_count; construct++) {
    s->first[construct] = row;
    while (row < s->count && POMP_KEY_CONSTRUCT(s->rows[row].was.key) == construct)
      row++;
  }
  s->first[r->e->construct_count + 1] = row;
}

static void forget(const struct reader *r, struct finalize_sums *s) {
  for (uint32_t i = 0; i < s->count; i++)
    s->rows[i].is = (struct pomp_sums){.key = s->rows[i].was.key, .min = UINT64_MAX};
  memset(s->ranks, 0, r->e->process_count * sizeof *s->ranks);
  s->strange = 0;
}

void finalize_sums_release(struct finalize_sums *s) {
  if (!s)
    return;
  free(s->rows);
  free(s->first);
  free(s->ranks);
  free(s);
}

/* Makes room for sums; NULL: there is no memory. */
static struct finalize_sums *make(const struct reader *r, uint64_t rows) {
  struct finalize_sums *s = calloc(1, sizeof *s);
  if (!s)
    return NULL;
  s->rows = calloc(rows + 1, sizeof *s->rows);
  s->first = malloc((r->e->construct_count + 2ull) * sizeof *s->first);
  s->ranks = calloc(r->e->process_count, sizeof *s->ranks);
  if (s->rows && s->first && s->ranks)
    return s;
  finalize_sums_release(s);
  return NULL;
}

bool finalize_sums_begin(struct reader *r) {
  const struct found f = find(r);
  if (!is_comparable(r, &f))
    return true;
  r->counted = make(r, f.rows);
  if (!r->counted)
    return false;
  read_rows(r, r->counted);
  merge_rows(r->counted);
  find_first(r, r->counted);
  forget(r, r->counted);
  return true;
}

void finalize_sums_free(struct reader *r) {
  finalize_sums_release(r->counted);
  r->counted = NULL;
}

void finalize_sums_again(struct reader *r) {
  if (r->counted)
    forget(r, r->counted);
}

bool finalize_sums_fork(const struct reader *r, struct reader *second) {
  const struct finalize_sums *from = r->counted;
  second->counted = NULL;
  if (!from)
    return true;
  struct finalize_sums *s = second->counted = make(r, from->count);
  if (!s)
    return false;
  memcpy(s->rows, from->rows, from->count * sizeof *s->rows);
  memcpy(s->first, from->first, (r->e->construct_count + 2ull) * sizeof *s->first);
  s->count = from->count;
  forget(r, s);
  return true;
}

static void add_row(struct pomp_sums *is, const struct pomp_sums *more) {
  is->nodes += more->nodes;
  is->visits += more->visits;
  is->inclusive += more->inclusive;
  is->wait += more->wait;
  is->min = more->min < is->min ? more->min : is->min;
  is->max = more->max > is->max ? more->max : is->max;
}

void finalize_sums_join(struct reader *r, struct reader *second) {
  const struct finalize_sums *from = second->counted;
  struct finalize_sums *to = r->counted;
  for (uint32_t i = 0; from && i < from->count; i++) {
    add_row(&to->rows[i].is, &from->rows[i].is);
  }
  for (uint32_t i = 0; from && i < r->e->process_count; i++) {
    to->ranks[i].nodes += from->ranks[i].nodes;
    to->ranks[i].visits += from->ranks[i].visits;
    to->ranks[i].inclusive += from->ranks[i].inclusive;
    to->ranks[i].wait += from->ranks[i].wait;
  }
  if (from && from->strange) {
    to->strange += from->strange;
    to->strange_key = from->strange_key;
  }
  finalize_sums_free(second);
}

/* --- process by process --- */

void experiment_put_counted(const struct experiment *rank, struct pomp_bytes *to) {
  const struct finalize_sums *s = rank->counted;
  for (uint32_t i = 0; s && i < s->count; i++)
    POMP_BYTES_PUT(to, s->rows[i].is);
  if (s)
    POMP_BYTES_PUT(to, s->strange);
}

void experiment_add_counted(struct experiment *frame, struct pomp_bytes *from) {
  struct finalize_sums *s = frame->counted;
  struct pomp_sums more;
  uint32_t strange = 0;
  for (uint32_t i = 0; s && i < s->count; i++) {
    POMP_BYTES_TAKE(from, more);
    add_row(&s->rows[i].is, &more);
  }
  if (s)
    POMP_BYTES_TAKE(from, strange);
  if (s)
    s->strange += strange;
}

/* Finds the process whose call paths are not what its own block says; NO_PROCESS: there is none, or there are several.
 */
static uint32_t changed_process(const struct reader *r) {
  uint32_t found = NO_PROCESS, count = 0;
  for (uint32_t i = 0; i < r->sums.count; i++) {
    const struct pomp_sums_head head = head_at(r, i);
    for (uint32_t p = 0; head.flags & POMP_SUMS_SINCE && p < r->e->process_count; p++) {
      const struct finalize_sums_rank *is = &r->counted->ranks[p];
      if (r->e->processes[p].header.rank == head.rank && (is->nodes != head.nodes || is->visits != head.visits ||
                                                          is->inclusive != head.inclusive || is->wait != head.wait)) {
        found = p;
        count++;
      }
    }
  }
  return count == 1 ? found : NO_PROCESS;
}

/* Finds the first number that differs. False: none does. */
static bool differ(const struct finalize_sums_row *row, struct added_up *a) {
  const struct pomp_sums *is = &row->is, *was = &row->was;
  const uint64_t pairs[ADDED_UP_KINDS][2] = {
      [ADDED_UP_NODES] = {is->nodes, was->nodes},
      [ADDED_UP_VISITS] = {is->visits, was->visits},
      [ADDED_UP_INCLUSIVE] = {is->inclusive, was->inclusive},
      [ADDED_UP_WAIT] = {is->wait, was->wait},
      [ADDED_UP_MIN] = {is->min, was->min},
      [ADDED_UP_MAX] = {is->max, was->max},
  };
  for (int kind = 0; kind < ADDED_UP_KINDS; kind++)
    if (pairs[kind][0] != pairs[kind][1]) {
      a->kind = (enum added_up_kind)kind;
      a->is = pairs[kind][0];
      a->was = pairs[kind][1];
      return true;
    }
  return false;
}

bool experiment_counts_differ(const struct experiment *frame) {
  const struct finalize_sums *s = frame->counted;
  struct added_up a;
  bool differs = s && s->strange;
  for (uint32_t i = 0; s && i < s->count; i++)
    differs |= differ(&s->rows[i], &a);
  return differs;
}

void finalize_sums_compare(struct reader *r) {
  const struct finalize_sums *s = r->counted;
  struct added_up *a = &r->e->added_up, next;
  if (!s)
    return;
  *a = (struct added_up){.process = NO_PROCESS};
  for (uint32_t i = 0; i < s->count; i++) {
    next = *a;
    if (!differ(&s->rows[i], &next))
      continue;
    if (!a->differ) {
      *a = next;
      a->key = s->rows[i].was.key;
    }
    a->differ++;
  }
  if (s->strange && !a->differ++) {
    a->kind = ADDED_UP_NODES;
    a->key = s->strange_key;
    a->is = s->strange;
  }
  if (a->differ)
    a->process = changed_process(r);
}
