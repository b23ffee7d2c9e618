/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rare_events.c - events that make or repair something, are not recorded, or come while more than times is recorded.
 * Not here: the usual event (hot_path.h). */
#include "events/rare_events.h"
#include "definitions/phase_names.h"
#include "events/left_functions.h"
#include "life/control.h"
#include "life/measurement.h"
#include "pomp_system.h"
#include "records/phases.h"
#include "state/file_guard.h"
#include "state/slow_lock.h"
#include "teams/implicit_barrier.h"
#include "teams/location.h"
#include "teams/lock_holders.h"
#include "teams/task.h"
#include "visits/visit.h"

#include <string.h>

/* True if the exit is that of a skipped enter. Skipped enters inside that one lack their exits and are forgotten. */
static bool skip_ends(const struct ompregdescr *d, enum pomp_role role) {
  if (pomp_tls.skipped > POMP_SKIP_MAX) {
    pomp_tls.skipped--;
    return true;
  }
  for (uint32_t i = pomp_tls.skipped; i-- > 0;)
    if (pomp_tls.skip[i] == pomp_skip_name(d, role)) {
      pomp_tls.skipped = i;
      return true;
    }
  return false;
}

/* Does nothing, unless an enter is skipped already: then this enter is skipped, too, so that its exit is not taken for
 * the exit of the skipped enter. */
static void enter_filtered(const struct ompregdescr *d, enum pomp_role role) {
  struct pomp_path *at = pomp_tls.skip_at;
  if (!pomp_tls.skipped && !pomp_is_left_open(d))
    return;
  const bool is_first = !pomp_tls.skipped;
  pomp_skip(d, role);
  if (!is_first)
    pomp_tls.skip_at = at;
}

/* Ends the visit that was open when the construct was left out. Returns the time, or 0: there is none. */
static uint64_t exit_left_out(struct pomp_thread *t, const struct ompregdescr *d, enum pomp_role role) {
  struct pomp_path *p =
      pomp_is_left_open(d) && !pomp_tls.busy ? pomp_open_path(t, POMP_KEY(pomp_left_out_number(d), role)) : NULL;
  if (!p || !pomp_is_measuring())
    return 0;
  const uint64_t now = pomp_now(t);
  pomp_close_inside(t, p, now);
  return pomp_visit_leave(t, p, now);
}

static struct pomp_path *find_path(const struct pomp_thread *t, uint32_t key) {
  struct pomp_path *p = pomp_child(t, key, POMP_KEY_ROLE(key));
  return p || !pomp_phases_there ? p : pomp_phase_path(t, key);
}

/* Finds the call path to enter, and makes whatever of descriptor, location and call path isn't there yet. */
static struct pomp_path *path_for(struct ompregdescr *d, enum pomp_role role) {
  int error = 0;
  struct pomp_path *p = NULL;
  pomp_guard_keep();
  if (!pomp_tls.here && role == POMP_ROLE_TEAM)
    pomp_measurement_note_untold();
  if (!pomp_tls.here)
    error = pomp_location_attach(role == POMP_ROLE_TEAM || pomp_tls.helper);
  if (!error && !POMP_LOAD(d->data[0]))
    error = pomp_region_define(d, pomp_trace_select_region);
  if (!error && !pomp_is_filtered(d)) {
    p = find_path(pomp_tls.here, pomp_key(d, role));
    if (!p && !pomp_region_drop(d) && (p = pomp_child_new(pomp_tls.here, pomp_key(d, role), &error)))
      error = pomp_wait_prepare(pomp_tls.here, p);
    if (p && !error && pomp_region_is_phase(d, role) && !pomp_phase_path(pomp_tls.here, p->key))
      error = pomp_phase_make(pomp_tls.here, p);
  }
  if (error) {
    pomp_gate_stop(error);
    p = NULL;
  }
  return p;
}

/* Notes how far from the function around it `p` is begun; `is_new`: it was not begun before. */
static void note_distance(struct pomp_path *p, bool is_new) {
  const struct pomp_path *outer = p->parent;
  if (POMP_KEY_ROLE(p->key) != POMP_ROLE_USER || POMP_KEY_ROLE(outer->key) != POMP_ROLE_USER)
    return;
  uint32_t distance = pomp_place_distance(outer->stack, pomp_tls.stack), beyond = distance - p->nearest;
  if (is_new) {
    p->nearest = distance;
    p->range = 0;
  } else if ((int32_t)beyond > 0)
    p->range = beyond;
  else {
    p->range += p->nearest - distance;
    p->nearest = distance;
  }
}
/* Finds the call path, if it is there and was begun as near to its parent before, and as far. */
static const struct pomp_path *usual_path(const struct pomp_thread *t, uint32_t key) {
  const struct pomp_path *p = find_path(t, key);
  bool elsewhere = p && POMP_KEY_ROLE(key) == POMP_ROLE_USER &&
                   pomp_place_distance(t->current->stack, pomp_tls.stack) - p->nearest > p->range;
  return elsewhere ? NULL : p;
}
/* Nothing was entered so before: perhaps a function has been left, and this begins outside of it. Events other than
 * POMP_Begin reach `stack_pointer` by jumps or by calls, so that it is that of the program or a little lower. */
static void close_left(struct pomp_thread *t, uint32_t key, uintptr_t stack_pointer) {
  const struct pomp_begin *b = pomp_tls.begin, other = {.stack_pointer = stack_pointer};
  if (t->current == t->base || usual_path(t, key))
    return;
  if (POMP_KEY_ROLE(key) != POMP_ROLE_USER)
    pomp_left_close(t, 0, &other, false);
  else if (b)
    pomp_left_close(t, key, b, true);
  struct pomp_path *p = find_path(t, key);
  if (p && !usual_path(t, key))
    note_distance(p, false);
}

/* True if the file's control word says so. */
static bool is_switched_off(void) {
  uint32_t gate = pomp_gate_masked();
  return gate != POMP_CONTROL_ON && !pomp_gate_awaits_event(gate) && gate != POMP_GATE_CLOSED &&
         gate != POMP_GATE_UNCLAIMED && !pomp_is_on();
}

/* The clocks of usual events while the gate is POMP_GATE_MORE. Counters are read after the enter and before the exit,
 * and only where the clock is read. */
static _Thread_local bool clock_was_read __attribute__((tls_model("initial-exec")));
static uint64_t clock_at_enter(void) {
  clock_was_read = true;
  return pomp_clock();
}
static uint64_t clock_at_exit(void) { return pomp_now(pomp_tls.here); }

/* --- threads that are suspended --- */

#define LOOK_NS 10000000 /* so often a thread that is suspended looks whether it may go on */

/* The time that a thread waits is that of a region of its own. */
static struct ompregdescr waits_here = {
    .name = "region", .sub_name = "suspended by pomp-control", .file_name = "", .function_name = ""};

/* Waits without a lock, and without a signal that is blocked. What the thread knows of the begin that it is in is put
 * aside. */
static void hold(const struct ompregdescr *d) {
  static const struct timespec how_long = {0, LOOK_NS};
  const struct pomp_begin *begin = pomp_tls.begin;
  const uint64_t stack = pomp_tls.stack;
  pomp_tls.begin = NULL;
  pomp_tls.stack = 0;
  pomp_enter_rare(&waits_here, POMP_ROLE_USER);
  pomp_control_note_held(1);
  while (pomp_is_measuring() && pomp_control_suspends(d)) {
    pomp_sys_nanosleep(&how_long);
    pomp_control_look();
  }
  pomp_control_note_held((uint32_t)-1);
  pomp_exit_rare(&waits_here, POMP_ROLE_USER);
  pomp_tls.stack = stack;
  pomp_tls.begin = begin;
}

/* Does what somebody outside asks for, and waits if that is where threads are suspended. `d`: NULL: nothing begins. */
static void steer(const struct ompregdescr *d, enum pomp_role role) {
  if (pomp_tls.busy)
    return;
  pomp_control_look();
  if (d && d != &waits_here && role == POMP_ROLE_USER && pomp_control_suspends(d))
    hold(d);
}

/* --- phases --- */

/* Enters a phase that has been entered before. No usual event finds it. */
static uint64_t enter_phase(struct pomp_thread *t, enum pomp_role role, struct pomp_path *p) {
  pomp_measurement_look(t->location->last);
  pomp_phase_next(t, p);
  const uint64_t now = pomp_visit_begin(t, p, pomp_node_of(p), pomp_clock());
  if (role == POMP_ROLE_USER)
    p->stack = pomp_tls.stack;
  pomp_phase_begun(t, p, now);
  pomp_metric_enter(t, p, true);
  pomp_trace_if_enter(t, p, now);
  return now;
}

/* --- the events --- */

uint64_t pomp_enter_rare(struct ompregdescr *d, enum pomp_role role) {
  if (pomp_control_is_asked())
    steer(d, role);
  struct pomp_thread *t = pomp_tls.here;
  if (pomp_is_measuring() && !pomp_tls.busy)
    pomp_switches_look();
  uint64_t now;
  if (pomp_is_filtered(d))
    return enter_filtered(d, role), 0;
  if (is_switched_off())
    return pomp_skip(d, role), 0;
  clock_was_read = false;
  if (t && pomp_is_on() && !pomp_tls.busy && !pomp_tls.skipped)
    close_left(t, pomp_key(d, role), POMP_CALLER_STACK_POINTER());
  if (t && pomp_is_on() && POMP_LOAD(d->data[0]) && pomp_enter_usual(t, d, role, clock_at_enter, &now)) {
    pomp_metric_enter(t, t->current, clock_was_read);
    pomp_trace_if_enter(t, t->current, now);
    return now;
  }
  if (t && pomp_is_on() && !pomp_tls.busy && pomp_region_is_phase(d, role)) {
    struct pomp_path *phase = pomp_phase_path(t, pomp_key(d, role));
    if (phase)
      return enter_phase(t, role, phase);
  }
  if (!pomp_slow_begin()) {
    if (pomp_is_measuring())
      __atomic_fetch_add(&pomp_file()->lost, 1, __ATOMIC_RELAXED);
    pomp_skip(d, role);
    return 0;
  }
  struct pomp_path *p = NULL;
  pomp_measurement_begin();
  if (pomp_is_on())
    p = path_for(d, role);
  else if (pomp_phase == POMP_UNSTARTED) /* POMP_ENABLE=0 */
    pomp_skip(d, role);
  pomp_slow_end();
  if (!p && pomp_is_filtered(d)) /* another thread or this one has just defined it */
    enter_filtered(d, role);
  if (!p)
    return 0;
  const bool is_phase = pomp_region_is_phase(d, role);
  if (is_phase)
    pomp_phase_next(pomp_tls.here, p);
  now = pomp_visit_begin(pomp_tls.here, p, pomp_node_of(p), pomp_clock());
  if (is_phase)
    pomp_phase_begun(pomp_tls.here, p, now);
  if (role == POMP_ROLE_USER) {
    p->stack = pomp_tls.stack;
    note_distance(p, true);
  }
  pomp_metric_enter(pomp_tls.here, p, true);
  pomp_trace_if_enter(pomp_tls.here, p, now);
  if (pomp_role_is(role, POMP_IS_WORKSHARING) && (uintptr_t)POMP_LOAD(d->data[1]) & POMP_RD_IMPLICIT_BARRIER)
    pomp_barrier_expect(d, role); /* the caller didn't know it, as the construct had not been defined */
  return now;
}

uint64_t pomp_exit_rare(struct ompregdescr *d, enum pomp_role role) {
  if (pomp_control_is_asked())
    steer(NULL, role);
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (pomp_is_filtered(d))
    return pomp_tls.skipped && skip_ends(d, role) ? 0 : exit_left_out(t, d, role);
  if (pomp_tls.skipped && (!t || t->current == pomp_tls.skip_at) && skip_ends(d, role))
    return 0;
  if (!pomp_is_measuring() || pomp_tls.busy)
    return 0;
  pomp_switches_look();
  struct pomp_path *current = t ? t->current : NULL;
  if (t && POMP_LOAD(d->data[0]) && pomp_exit_usual(t, d, role, clock_at_exit, &now)) {
    pomp_metric_stop(t, current);
    pomp_trace_if_exit(t, current, now);
    return now;
  }
  struct pomp_path *p = t && POMP_LOAD(d->data[0]) ? pomp_open_path(t, pomp_key(d, role)) : NULL;
  if (!p && t && t->saved_count && POMP_LOAD(d->data[0]) && role != POMP_ROLE_TASK)
    p = pomp_task_abandon(t, pomp_key(d, role), pomp_now(t));
  if (p) {
    now = pomp_now(t);
    pomp_close_inside(t, p, now);
    if (role == POMP_ROLE_BARRIER)
      t->released = now;
    return pomp_visit_leave(t, p, now);
  }
  if ((pomp_tls.skipped && skip_ends(d, role)) || !pomp_is_on())
    return 0;
  if (t && role == POMP_ROLE_USER && t->ends_to_come) {
    t->ends_to_come--; /* a cancel leaves a block of C++, whose variables are destroyed after that */
    POMP_ADD(t->location->repaired, (uint64_t)-1);
  } else if (t)
    POMP_ADD(t->location->ignored, 1);
  else
    __atomic_fetch_add(&pomp_file()->ignored, 1, __ATOMIC_RELAXED);
  return 0;
}
