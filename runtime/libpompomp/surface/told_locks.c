/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_locks.c - constructs of one thread at a time, and lock routines, of which OMPT alone tells.
 * Not here: who holds a lock (teams/lock_holders.h), the calls of instrumented code (api.c). */
#include "definitions/code_site.h"
#include "definitions/critical_name.h"
#include "definitions/lock_table.h"
#include "surface/lock_calls.h"
#include "surface/told_events.h"
#include "surface/told_row.h"
#include "teams/lock_holders.h"
#include "visits/visit.h"

_Thread_local const void *pomp_ompt_caller;

static struct pomp_told_row masked = POMP_TOLD_ROW("masked", MASKED, NONE, true);
static struct pomp_told_row critical = POMP_TOLD_ROW("critical", CRITICAL, CRITICAL_BLOCK, false);
static struct pomp_told_row ordered = POMP_TOLD_ROW("ordered", ORDERED, ORDERED_BLOCK, false);

/* OMPT tells lock routines by the kind of lock; some kinds are told of calls that may not wait. */
enum { KIND_LOCK = 1, KIND_TEST_LOCK, KIND_NEST_LOCK, KIND_TEST_NEST_LOCK, KIND_CRITICAL, KIND_ATOMIC, KIND_ORDERED };
#define LOCK(routine) POMP_TOLD_ROW(routine, LOCK, NONE, false)
static struct pomp_told_row set_lock[] = {[KIND_LOCK] = LOCK("omp_set_lock"),
                                          [KIND_TEST_LOCK] = LOCK("omp_test_lock"),
                                          [KIND_NEST_LOCK] = LOCK("omp_set_nest_lock"),
                                          [KIND_TEST_NEST_LOCK] = LOCK("omp_test_nest_lock")};
/* By whether the lock is nestable. */
static struct pomp_told_row unset_lock[] = {LOCK("omp_unset_lock"), LOCK("omp_unset_nest_lock")};
static struct pomp_told_row init_lock[] = {LOCK("omp_init_lock"), LOCK("omp_init_nest_lock")};
static struct pomp_told_row destroy_lock[] = {LOCK("omp_destroy_lock"), LOCK("omp_destroy_nest_lock")};

static bool is_nestable(ompt_mutex_t kind) { return kind == KIND_NEST_LOCK || kind == KIND_TEST_NEST_LOCK; }

void pomp_told_masked(ompt_scope_endpoint_t endpoint, ompt_data_t *parallel, ompt_data_t *its_task, const void *code) {
  pomp_told_settle();
  struct ompregdescr *d;
  struct pomp_thread *t = pomp_told_measured();
  (void)parallel, (void)its_task;
  if (endpoint == ompt_scope_begin)
    pomp_told_enter_row(&masked, code, &d);
  else if (t && pomp_told_may_end(t, &masked, code))
    pomp_told_leave_open(t);
}

static void name_critical(struct pomp_code_site *s, const void *wait) {
  s->d.sub_name = pomp_critical_name(s->address, *(const ompt_wait_id_t *)wait);
  pomp_code_locate(s);
}

/* This is the construct that the thread waits to enter, between the two events of that. */
static _Thread_local struct ompregdescr *acquires __attribute__((tls_model("initial-exec")));

static struct pomp_path *path_of(struct pomp_told_row *row, const void *code) {
  struct ompregdescr *d;
  struct pomp_thread *t = pomp_told_enter_row(row, code, &d);
  return t ? t->current : NULL;
}

/* A call that may not wait is over before it is known whether it has the lock. */
static _Thread_local struct pomp_path *tested __attribute__((tls_model("initial-exec")));

static void acquire_lock(uint32_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_path *p = path_of(&set_lock[kind], code);
  tested = NULL;
  if (p && (kind == KIND_TEST_LOCK || kind == KIND_TEST_NEST_LOCK)) {
    pomp_told_leave_open(pomp_tls.here);
    tested = p;
  } else if (p)
    pomp_lock_call_wants((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}

/* Returns the construct whose lock is of that kind; NULL: none of them. */
static struct pomp_told_row *construct_of(ompt_mutex_t kind) {
  return kind == KIND_CRITICAL ? &critical : kind == KIND_ORDERED ? &ordered : NULL;
}

/* True if the program itself calls a lock routine. */
static bool is_routine(ompt_mutex_t kind) {
  return kind >= KIND_LOCK && kind <= KIND_TEST_NEST_LOCK && !pomp_ompt_caller;
}

void pomp_told_acquire(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                       const void *code) {
  (void)hint, (void)implementation;
  struct pomp_told_row *row = construct_of(kind);
  pomp_told_settle();
  acquires = NULL;
  struct ompregdescr *d =
      row == &critical && code ? pomp_code_site_with(critical.all.name, code, name_critical, &wait) : NULL;
  d = row && !d ? pomp_told_descriptor(row, code) : d;
  if (row)
    acquires = pomp_told_enter_construct(row, d) ? d : NULL;
  else if (is_routine(kind))
    acquire_lock(kind, wait, code);
}

static struct pomp_lock *lock_of(struct pomp_thread *t, const struct pomp_told_row *row, const struct ompregdescr *d) {
  return row == &critical ? __atomic_load_n(&d->data[2], __ATOMIC_ACQUIRE)
                          : pomp_lock_ordered(t, POMP_KEY_CONSTRUCT(t->current->key));
}

static void begin_block(struct pomp_thread *t, const struct pomp_told_row *row) {
  struct pomp_path *outer = t->current;
  struct ompregdescr *d = acquires;
  acquires = NULL;
  const uint64_t now = d && pomp_told_is_open(t, row->role) ? pomp_told_enter(d, row->block) : 0;
  if (!now)
    return;
  t->current->told_by = d;
  struct pomp_lock *l = lock_of(t, row, d);
  if (l)
    pomp_lock_begin(t, outer, l, POMP_KEY_CONSTRUCT(outer->key), POMP_LOAD(pomp_node_of(outer)->start), now);
}

/* The thread has the lock. */
static void has_lock(struct pomp_thread *t, ompt_wait_id_t wait, bool nestable) {
  void *lock = (void *)(uintptr_t)wait; /* NOLINT(performance-no-int-to-ptr) */
  struct pomp_path *p = tested;
  uint64_t start = 0, now;
  tested = NULL;
  if (!p && pomp_told_is_open(t, POMP_ROLE_LOCK)) {
    p = t->current;
    start = POMP_LOAD(pomp_node_of(p)->start);
    now = pomp_told_leave(t, p, pomp_told_now(t));
    pomp_lock_call_wants(NULL);
  } else if (p)
    now = start = POMP_LOAD(t->location->last);
  if (p)
    pomp_lock_set(t, lock, nestable, p, start, now);
}

void pomp_told_acquired(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = pomp_told_measured();
  const struct pomp_told_row *row = construct_of(kind);
  (void)code;
  if (t && row)
    begin_block(t, row);
  else if (t && is_routine(kind))
    has_lock(t, wait, is_nestable(kind));
}

/* OMPT tells this when the lock is free already, so the end of the hold is noted first. */
static void end_block(struct pomp_thread *t, const struct pomp_told_row *row) {
  if (!pomp_told_is_open(t, row->block))
    return;
  struct pomp_path *p = t->current;
  const uint64_t now = pomp_told_now(t);
  struct pomp_lock *l = row == &critical ? __atomic_load_n(&p->told_by->data[2], __ATOMIC_ACQUIRE)
                        : t->ordered == POMP_KEY_CONSTRUCT(p->key) ? t->ordered_lock
                                                                   : NULL;
  if (l)
    pomp_lock_end(t, l, now);
  pomp_told_leave(t, p, now);
  if (pomp_told_is_open(t, row->role))
    pomp_told_leave_open(t);
  pomp_lock_is_free(t);
}

/* Another thread may have the lock by now, and is noted as its holder; then nothing is left to be noted. */
static void free_lock(ompt_wait_id_t wait, bool nestable, const void *code) {
  void *lock = (void *)(uintptr_t)wait; /* NOLINT(performance-no-int-to-ptr) */
  struct pomp_path *p = path_of(&unset_lock[nestable], code);
  struct pomp_thread *t = pomp_tls.here;
  if (!p)
    return;
  const struct pomp_thread *setter = pomp_lock_setter(lock);
  if (setter && (setter == t || setter->os_thread == t->os_thread)) {
    const struct pomp_unset u = pomp_lock_unset(lock, POMP_LOAD(pomp_node_of(p)->start));
    pomp_lock_was_unset(lock, &u);
  }
  pomp_told_leave_open(t);
  pomp_lock_is_free(t);
}

void pomp_told_released(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = pomp_told_measured();
  const struct pomp_told_row *row = construct_of(kind);
  if (t && row)
    end_block(t, row);
  else if (t && is_routine(kind))
    free_lock(wait, is_nestable(kind), code);
}

void pomp_told_nest_lock(ompt_scope_endpoint_t endpoint, ompt_wait_id_t wait, const void *code) {
  struct pomp_thread *t = pomp_told_measured();
  if (!t || pomp_ompt_caller)
    return;
  if (endpoint == ompt_scope_begin)
    has_lock(t, wait, true);
  else
    free_lock(wait, true, code);
}

void pomp_told_lock_init(ompt_mutex_t kind, unsigned int hint, unsigned int implementation, ompt_wait_id_t wait,
                         const void *code) {
  (void)hint, (void)implementation;
  if (!is_routine(kind))
    return;
  pomp_told_visit(&init_lock[is_nestable(kind)], code);
  pomp_lock_forget((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}

void pomp_told_lock_destroy(ompt_mutex_t kind, ompt_wait_id_t wait, const void *code) {
  if (!is_routine(kind))
    return;
  pomp_told_visit(&destroy_lock[is_nestable(kind)], code);
  pomp_lock_forget((const void *)(uintptr_t)wait); /* NOLINT(performance-no-int-to-ptr) */
}
