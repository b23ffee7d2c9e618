/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* construct_events.c - begin and end of tasks' blocks, and the end of a team, which suspend, resume or arrive as well;
 * and forks that are not instrumented.
 * Not here: the visit itself (hot_path.h), suspending and resuming (task.c), the barrier (team.c). */
#include "events/construct_events.h"
#include "definitions/code_site.h"
#include "records/suspended.h"
#include "teams/task.h"
#include "teams/team.h"
#include "teams/uninstrumented.h"
#include "visits/visit.h"

void pomp_task_begin(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  struct pomp_task *task = t ? t->task : NULL;
  if (task && !task->begun) {
    task->begins = true;
    uint64_t now = pomp_enter(d, POMP_ROLE_TASK);
    task->begins = false;
    task->begun = true;
    if (now)
      POMP_ADD(pomp_node_of(t->current)->wait, pomp_task_delay(task, now));
    return;
  }
  bool pushed = t && pomp_is_on() && !pomp_tls.skipped && t->current != t->base && pomp_task_execute_unknown(t);
  if (!pomp_enter(d, POMP_ROLE_TASK) && pushed && pomp_tls.here == t && pomp_is_measuring())
    pomp_task_leave_unknown(t, pomp_now(t));
}

void pomp_task_end(struct ompregdescr *d) {
  struct pomp_thread *t = pomp_tls.here;
  bool unknown = t && pomp_task_is_unknown(t);
  uint64_t now = pomp_exit(d, POMP_ROLE_TASK);
  if (now && unknown && t->current == t->base && t->saved_count)
    pomp_task_leave_unknown(t, now);
}

void pomp_team_end(struct pomp_thread *t, struct ompregdescr *d) {
  struct pomp_path *team = pomp_is_on() && !pomp_tls.skipped ? pomp_open_path(t, pomp_key(d, POMP_ROLE_TEAM)) : NULL;
  if (!team) {
    pomp_exit(d, POMP_ROLE_TEAM);
    return;
  }
  if (t->current != team)
    pomp_close_inside(t, team, pomp_now(t));
  pomp_team_arrive(t);
}

static void locate(struct pomp_code_site *s, const void *unused) {
  (void)unused;
  pomp_code_locate(s);
}

void pomp_fork_unannounced(bool league, const void *code) {
  static const char *const names[] = {"parallel (not instrumented)", "teams (not instrumented)"};
  static struct ompregdescr all[] = {
      {.name = "parallel (not instrumented)", .sub_name = "", .file_name = "", .function_name = ""},
      {.name = "teams (not instrumented)", .sub_name = "", .file_name = "", .function_name = ""}};
  struct ompregdescr *d = code ? pomp_code_site_with(names[league], code, locate, NULL) : NULL;
  uint32_t skipped = pomp_tls.skipped;
  if (pomp_enter(d ? d : &all[league], pomp_fork_role(league)))
    pomp_tls.here->forked_unannounced = pomp_tls.here->current;
  else
    pomp_tls.skipped = skipped; /* there is no exit to come */
}
