/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_groups.c - taskgroups and taskloops of which OMPT alone tells.
 * Not here: waiting for a group's tasks (told_sync.c).
 *
 * A taskloop has a group around it, which OMPT tells of before. Which it is shows when a taskgroup's first event
 * follows, and is known from then on; a taskloop is entered with its group, as by the events of instrumented code. */
#include "surface/told_groups.h"
#include "definitions/code_site.h"
#include "definitions/entry.h"
#include "surface/told_events.h"
#include "surface/told_row.h"
#include "visits/visit.h"

static struct pomp_told_row taskgroup = POMP_TOLD_ROW("taskgroup", TASKGROUP, NONE, true);
static struct pomp_told_row taskloop = POMP_TOLD_ROW("taskloop", TASKLOOP, NONE, true);

enum told_group { NOT_KNOWN, IS_GROUP, IS_OF_LOOP };

/* This is the thread's taskgroup that may be a taskloop's, and the call path and address at which it was begun. */
static _Thread_local struct {
  struct ompregdescr *d; /* NULL: there is none */
  const struct pomp_path *at;
  const void *code;
} group __attribute__((tls_model("initial-exec")));

static struct pomp_code_site *site_of(struct ompregdescr *d) {
  return d->next == d ? (struct pomp_code_site *)(void *)d : NULL;
}

/* The call of the group is over when it is known to be a loop's. */
static void take_place(struct pomp_code_site *s, const void *its_group) {
  const struct ompregdescr *of = its_group;
  s->origin = pomp_code_origin(of);
  s->d.file_name = of->file_name;
  s->d.function_name = of->function_name;
  s->d.place = of->place;
  s->d.begin_line1 = s->d.begin_lineN = s->d.end_line1 = s->d.end_lineN = of->begin_line1;
}

static void enter_known(struct ompregdescr *d, const void *code) {
  struct pomp_code_site *s = site_of(d);
  struct pomp_thread *t;
  if (s && POMP_LOAD(s->kind) == IS_OF_LOOP) {
    pomp_code_site_with(taskloop.all.name, code, take_place, d);
    t = pomp_told_enter_row(&taskloop, code, &d);
    if (t)
      t->current->is_told = POMP_TOLD_WITH_GROUP;
  } else if (pomp_told_enter(d, POMP_ROLE_TASKGROUP))
    pomp_tls.here->current->told_by = d;
}

void pomp_told_group_begin(const void *code) {
  struct ompregdescr *d = pomp_told_descriptor(&taskgroup, code);
  const struct pomp_code_site *s = site_of(d);
  const struct pomp_thread *t = pomp_told_measured();
  if (!pomp_told_is_ours(&taskgroup, d))
    return;
  if (!s || POMP_LOAD(s->kind)) {
    enter_known(d, code);
    return;
  }
  group.d = d;
  group.code = code;
  group.at = t ? t->current : NULL;
}

/* Enters the group that the thread is in, as something else than a taskloop's begin follows. */
static void settle_group(enum told_group kind) {
  const struct pomp_thread *t = pomp_tls.here;
  struct ompregdescr *d = group.d;
  if (POMP_LIKELY(!d))
    return;
  group.d = NULL;
  POMP_STORE(site_of(d)->kind, (uint32_t)kind);
  if (!group.at || (t && t->current == group.at))
    enter_known(d, group.code);
}
void pomp_told_settle(void) { settle_group(IS_GROUP); }

/* OMPT takes libomp's own code for that of a taskloop without a group. */
static const void *code_of_taskloop(void) { return pomp_entry.kind == POMP_ENTRY_TASKLOOP ? pomp_entry.code : NULL; }

static bool is_entered(const struct pomp_thread *t) {
  return t && pomp_told_is_open(t, POMP_ROLE_TASKLOOP) && t->current->is_told == POMP_TOLD_WITH_GROUP;
}

void pomp_told_taskloop(bool begins) {
  settle_group(IS_OF_LOOP);
  struct pomp_thread *t = pomp_told_measured();
  struct ompregdescr *d;
  if (is_entered(t))
    return;
  if (begins)
    pomp_told_enter_row(&taskloop, code_of_taskloop(), &d);
  else if (t && pomp_told_is_open(t, POMP_ROLE_TASKLOOP))
    pomp_told_leave_open(t);
}

void pomp_told_group_end(struct pomp_thread *t, const void *code) {
  if (is_entered(t) || pomp_told_may_end(t, &taskgroup, code))
    pomp_told_leave_open(t);
}
