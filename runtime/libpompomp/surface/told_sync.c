/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_sync.c - barriers, reductions, waits for tasks and creations of tasks of which OMPT alone tells.
 * Not here: taskgroups (told_groups.c), the barrier of a worksharing construct as a visit (teams/told.c). */
#include "definitions/code_site.h"
#include "definitions/entry.h"
#include "surface/told_events.h"
#include "surface/told_groups.h"
#include "surface/told_row.h"
#include "teams/sharing.h"
#include "teams/task.h"

static struct pomp_told_row barrier = POMP_TOLD_ROW("barrier", BARRIER, NONE, false);
/* The barrier of a construct that OMPT does not tell of, such as scope. */
static struct pomp_told_row other_barrier = POMP_TOLD_ROW("worksharing", BARRIER, NONE, false);
static struct pomp_told_row reduction = POMP_TOLD_ROW("parallel", REDUCTION, NONE, false);
static struct pomp_told_row taskwait = POMP_TOLD_ROW("taskwait", TASKWAIT, NONE, false);
/* OMPT tells the visits of these two constructs that cancel, or find that something is cancelled. */
static struct pomp_told_row cancel = POMP_TOLD_ROW("cancel", CANCEL, NONE, true);
static struct pomp_told_row cancellation_point = POMP_TOLD_ROW("cancellation point", CANCEL, NONE, true);
static struct pomp_told_row task = POMP_TOLD_ROW("task", TASK_CREATE, NONE, false);

/* A barrier of libomp's own is a part of that of the construct before, unless it is the program's: libomp calls
 * barriers so that gcc's programs have. Those that end a loop which is dealt out have no code. */
static bool is_of_told(struct pomp_thread *t, const void *code) {
  const bool is_next = t->told_code && t->told_code != code;
  const bool is_gcc = code && pomp_entry.kind && !pomp_entry_of(code);
  const bool is_loop = t->told && t->told_ended && POMP_KEY_ROLE(t->told->key) != POMP_ROLE_SINGLE;
  if (is_next || (is_gcc && is_loop))
    return false;
  t->told_code = code;
  return true;
}

/* In a large team, a loop without a barrier has one for its reduction, in which its members' copies are combined. */
static void begin_reduction(struct pomp_thread *t, const void *code) {
  if (t->told && t->told_ended && t->told->parent == t->current && t->told_by)
    pomp_told_enter(t->told_by, POMP_ROLE_REDUCTION);
  else {
    struct ompregdescr *d;
    pomp_told_enter_row(&reduction, code, &d);
  }
}

void pomp_told_sync_begin(ompt_sync_region_t kind, const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = pomp_told_measured();
  struct ompregdescr *d;
  switch ((uint32_t)kind) {
  case ompt_sync_region_barrier_explicit:
    if ((t = pomp_told_enter_row(&barrier, code, &d)) && t->team_size)
      pomp_sharing_meet(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
    break;
  case ompt_sync_region_barrier_implementation:
    if (t && pomp_entry_is(code, POMP_ENTRY_REDUCE_NOWAIT)) {
      begin_reduction(t, code);
      break;
    }
    if (t && (t->in_barrier || (is_of_told(t, code) && pomp_told_barrier_begin(t))))
      break;
    pomp_told_enter_row(&barrier, code, &d);
    break;
  case ompt_sync_region_barrier_implicit_workshare:
    if (!t || !(t->in_barrier || pomp_told_barrier_begin(t)))
      pomp_told_enter_row(&other_barrier, code, &d);
    break;
  case ompt_sync_region_taskwait:
    pomp_told_enter_row(&taskwait, code, &d);
    break;
  case ompt_sync_region_taskgroup:
    pomp_told_group_begin(code);
    break;
  default:
    break;
  }
}

/* A barrier of a thread that is alone takes no time. */
static void end_barrier(struct pomp_thread *t) {
  struct pomp_path *p = t->current;
  if (pomp_told_is_open(t, POMP_ROLE_BARRIER))
    pomp_told_leave(t, p, t->team_size == 1 ? POMP_LOAD(pomp_node_of(p)->start) : pomp_told_now(t));
}

void pomp_told_sync_end(ompt_sync_region_t kind, const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = pomp_told_measured();
  if (!t)
    return;
  switch ((uint32_t)kind) {
  case ompt_sync_region_barrier_explicit:
    end_barrier(t);
    break;
  case ompt_sync_region_barrier_implementation:
  case ompt_sync_region_barrier_implicit_workshare:
    if (pomp_told_has_barrier(t))
      pomp_told_barrier_end(t);
    else if (pomp_told_is_open(t, POMP_ROLE_REDUCTION))
      pomp_told_leave_open(t);
    else
      end_barrier(t);
    break;
  case ompt_sync_region_taskwait:
    if (pomp_told_is_open(t, POMP_ROLE_TASKWAIT))
      pomp_told_leave_open(t);
    break;
  case ompt_sync_region_taskgroup:
    pomp_told_group_end(t, code);
    break;
  default:
    break;
  }
}

void pomp_told_wait(ompt_scope_endpoint_t endpoint) {
  pomp_told_settle();
  struct pomp_thread *t = pomp_told_measured();
  if (t && endpoint == ompt_scope_begin && pomp_told_is_open(t, POMP_ROLE_TASKGROUP))
    pomp_told_enter(t->current->told_by, POMP_ROLE_TASKWAIT);
  else if (t && endpoint == ompt_scope_end && pomp_told_is_open(t, POMP_ROLE_TASKWAIT))
    pomp_told_leave_open(t);
}

void pomp_told_dependences(ompt_scope_endpoint_t endpoint, const void *code) {
  if (endpoint == ompt_scope_begin)
    pomp_told_sync_begin(ompt_sync_region_taskwait, code);
  else
    pomp_told_sync_end(ompt_sync_region_taskwait, code);
}

/* In a task of a taskloop, libomp may make others, which are the loop's; the program's own come by a call. */
static bool is_of_loop(const struct pomp_thread *t, const void *code) {
  const bool is_called = POMP_KEY_ROLE(t->current->key) == POMP_ROLE_TASK && pomp_entry_is(code, POMP_ENTRY_PLAIN);
  return pomp_task_is_of_loop(t) && !is_called;
}

struct pomp_task *pomp_told_task(const void *code) {
  pomp_told_settle();
  struct pomp_thread *t = pomp_told_measured();
  struct ompregdescr *d;
  if ((t && is_of_loop(t, code)) || !(t = pomp_told_enter_row(&task, code, &d)))
    return NULL;
  struct pomp_task *made = pomp_task_create();
  pomp_told_leave(t, t->current, POMP_LOAD(pomp_node_of(t->current)->start));
  return made;
}

void pomp_told_cancel(int flags, const void *code) {
  pomp_told_settle();
  if (flags & ompt_cancel_activated)
    pomp_told_visit(&cancel, code);
  else if (flags & ompt_cancel_detected)
    pomp_told_visit(&cancellation_point, code);
}
