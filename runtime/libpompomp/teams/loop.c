/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop.c - how many chunks a loop has, and the records of loops. */
#include "teams/loop.h"
#include "definitions/region.h"
#include "records/call_tree.h"
#include "state/gate.h"
#include "state/slow_lock.h"

#include <errno.h>
#include <omp.h>

_Static_assert(sizeof(struct pomp_loop_counts) == 64, "layout of the file; and no two threads share a cache line");
_Static_assert(sizeof(struct pomp_loop_chunks) == 64, "the same");

/* These are kinds of work as OpenMP 5.2 numbers them. Up to libomp 17, all loops are WORK_LOOP. */
enum { WORK_LOOP = 1, WORK_TASKLOOP = 7, WORK_LOOP_STATIC = 10, WORK_LOOP_OTHER = 13 };

/* This is how the iterations of a call path's loop become chunks. */
enum dealing {
  DEAL_NOT_KNOWN,
  DEAL_BLOCKS,  /* one chunk for each member */
  DEAL_CHUNKS,  /* of `chunk` iterations each, given in advance */
  DEAL_TAKEN,   /* the same, taken while the loop runs */
  DEAL_AUTO,    /* as the OpenMP runtime likes: blocks, or not known */
  DEAL_RUNTIME, /* as the thread's run-sched-var says */
};

struct pomp_loop {
  struct pomp_loop_counts *counts; /* in the file */
  struct pomp_loop_chunks *chunks; /* the same; NULL: the construct has the chunk's size */
  enum dealing dealing;
  uint32_t chunk; /* 0: it is told, or omp_get_schedule has it */
};

/* This is the chunk that the thread has evaluated last, for the loop that it is about to begin. */
static _Thread_local struct {
  uint32_t key; /* of the loop; 0: there is none */
  uint64_t chunk;
} told __attribute__((tls_model("initial-exec")));

/* The program's OpenMP runtime has it; it is not linked here. */
#pragma weak omp_get_schedule

static enum dealing dealing_of(const struct pomp_region_schedule *s) {
  const bool has_chunk = s->facts & POMP_RD_HAS_CHUNK;
  switch (s->facts & POMP_RD_SCHEDULE_MASK) {
  case 0:
    return DEAL_BLOCKS;
  case POMP_RD_SCHEDULE_STATIC:
    return !has_chunk ? DEAL_BLOCKS : !s->by_simd ? DEAL_CHUNKS : DEAL_NOT_KNOWN;
  case POMP_RD_SCHEDULE_DYNAMIC:
    return !s->by_simd ? DEAL_TAKEN : DEAL_NOT_KNOWN;
  case POMP_RD_SCHEDULE_AUTO:
    return DEAL_AUTO;
  case POMP_RD_SCHEDULE_RUNTIME:
    return DEAL_RUNTIME;
  default:
    return DEAL_NOT_KNOWN;
  }
}

/* Makes what belongs to a call path. Under the slow lock. 0 or an error of pomp_arena_block. */
static int make(struct pomp_path *p) {
  static struct pomp_arena_records records, of_chunks;
  void *made[2] = {NULL, NULL};
  struct pomp_loop *l = pomp_arena_scratch(sizeof *l);
  const struct pomp_region_schedule s = pomp_region_schedule(POMP_KEY_CONSTRUCT(p->key));
  int error = l ? pomp_arena_record(&records, POMP_BLOCK_LOOPS, sizeof *l->counts, &made[0]) : -ENOMEM;
  if (error)
    return error;
  l->dealing = POMP_KEY_ROLE(p->key) == POMP_ROLE_FOR && s.is_known ? dealing_of(&s) : DEAL_NOT_KNOWN;
  l->chunk = s.chunk || s.facts & POMP_RD_HAS_CHUNK ? s.chunk : 1;
  const bool is_told = !l->chunk && (l->dealing == DEAL_CHUNKS || l->dealing == DEAL_TAKEN);
  if (is_told || l->dealing == DEAL_RUNTIME)
    error = pomp_arena_record(&of_chunks, POMP_BLOCK_CHUNKS, sizeof *l->chunks, &made[1]);
  if (error)
    return error;
  l->counts = made[0];
  l->chunks = made[1];
  __atomic_store_n(&l->counts->node, p->number, __ATOMIC_RELEASE);
  if (l->chunks)
    __atomic_store_n(&l->chunks->node, p->number, __ATOMIC_RELEASE);
  POMP_STORE(p->loop, l);
  return 0;
}

static struct pomp_loop *loop_of(struct pomp_path *p) {
  struct pomp_loop *l = POMP_LOAD(p->loop);
  if (POMP_LIKELY(l != NULL) || !pomp_slow_begin())
    return l;
  int error = pomp_is_measuring() && !p->loop ? make(p) : 0;
  if (error)
    pomp_gate_stop(error);
  l = p->loop;
  pomp_slow_end();
  return l;
}

/* Says how the loop at hand is dealt out, which only the program's run may know. */
static enum dealing dealing_now(const struct pomp_loop *l, uint32_t work, uint64_t *chunk) {
  omp_sched_t kind = omp_sched_auto;
  int size = 0;
  if (l->dealing == DEAL_CHUNKS || l->dealing == DEAL_TAKEN) {
    *chunk = l->chunk ? l->chunk : *chunk;
    return *chunk ? l->dealing : DEAL_NOT_KNOWN;
  }
  if (l->dealing == DEAL_AUTO)
    return work == WORK_LOOP_STATIC ? DEAL_BLOCKS : DEAL_NOT_KNOWN;
  if (l->dealing != DEAL_RUNTIME || !omp_get_schedule)
    return l->dealing == DEAL_RUNTIME ? DEAL_NOT_KNOWN : l->dealing;
  omp_get_schedule(&kind, &size);
  *chunk = size > 0 ? (uint64_t)size : 1;
  switch ((uint32_t)kind & ~(uint32_t)omp_sched_monotonic) {
  case omp_sched_static:
    return size > 0 ? DEAL_CHUNKS : DEAL_BLOCKS;
  case omp_sched_dynamic:
    return DEAL_TAKEN;
  default:
    return work == WORK_LOOP_STATIC ? DEAL_BLOCKS : DEAL_NOT_KNOWN;
  }
}

/* A member that has no others executes the loop in one piece, whatever its schedule. */
static void add_chunks(const struct pomp_loop *l, uint64_t iterations, uint64_t members, enum dealing how,
                       uint64_t chunk) {
  struct pomp_loop_counts *c = l->counts;
  const uint64_t share = iterations / members + (iterations % members != 0);
  uint64_t chunks = iterations < members ? iterations : members;
  if (members > 1 && how == DEAL_NOT_KNOWN)
    return;
  const uint32_t flags = c->flags | (how == DEAL_TAKEN ? POMP_LOOP_TAKEN : POMP_LOOP_GIVEN);
  if (members > 1 && flags != c->flags)
    POMP_STORE(c->flags, flags);
  if (members > 1 && how != DEAL_BLOCKS) {
    chunks = chunk == 1 ? iterations : iterations / chunk + (iterations % chunk != 0);
    if (chunk > share)
      POMP_ADD(c->large, 1);
    if (l->chunks) {
      POMP_ADD(l->chunks->visits, 1);
      POMP_ADD(l->chunks->chunk, chunk < iterations ? chunk : iterations);
    }
  }
  POMP_ADD(c->dealt, 1);
  POMP_ADD(c->dealt_iterations, iterations);
  POMP_ADD(c->chunks, chunks);
}

static bool is_loop(uint32_t work, uint32_t role) {
  bool is_for = work == WORK_LOOP || (work >= WORK_LOOP_STATIC && work <= WORK_LOOP_OTHER);
  return is_for ? role == POMP_ROLE_FOR : work == WORK_TASKLOOP && role == POMP_ROLE_TASKLOOP;
}

/* The OpenMP runtime takes a chunk of less than one iteration for one of one. */
void pomp_loop_tell(uint32_t key, int64_t chunk) {
  told.key = key;
  told.chunk = chunk > 0 ? (uint64_t)chunk : 1;
}

void pomp_loop_begin(uint32_t work, uint64_t iterations) {
  const struct pomp_thread *t = pomp_tls.here;
  if (!t || !pomp_is_measuring() || t->current == t->base || !is_loop(work, POMP_KEY_ROLE(t->current->key)) ||
      !iterations)
    return;
  const struct pomp_loop *l = loop_of(t->current);
  if (!l)
    return;
  struct pomp_loop_counts *c = l->counts;
  const uint64_t members = t->team_size ? t->team_size : 1;
  uint64_t chunk = told.key == t->current->key ? told.chunk : 0;
  const enum dealing how = dealing_now(l, work, &chunk);
  told.key = 0;
  POMP_ADD(c->visits, 1);
  POMP_ADD(c->iterations, iterations);
  if (iterations < members)
    POMP_ADD(c->few, 1);
  if (work != WORK_TASKLOOP)
    add_chunks(l, iterations, members, how, chunk);
}
