/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* task_findings.c - threads that wait while there is no task to be had: one thread makes them too slowly, or there are
 * too few. Not here: tasks that are too fine (fine_tasks.c).
 *
 * Threads that wait at a barrier or a taskwait execute tasks there; so the rest of their time there is time without a
 * task, except for the start of each task. While a member still makes the tasks, its making is to blame. Afterwards
 * this member comes to the barrier or taskwait itself, and until its end some thread executes a task. So the waiting
 * after that is at most the member's stay there times the number of other members; the rest was while tasks were made.
 * If the rest is the larger part, the whole waiting is charged to the making of tasks. */
#include "findings/teams.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define UNDEFERRED_PART 0.5 /* of what is lost */
#define BEGIN_MOST 5000.0   /* ns: it takes no longer to find a task and begin it, nor than to make BEGIN_TIMES */
#define SAME_MAKER 0.99     /* of the tasks were made by one member */
#define MADE_IN_TASKS 0.1   /* of the tasks; above it, all threads make tasks */
#define MOSTLY 0.5          /* of the waiting */
#define FEW 3               /* tasks a thread, and less */

/* Returns the member that has made most tasks. */
static const struct member *maker_of(const struct teams *t, const struct team *team) {
  const struct member *most = NULL;
  for (uint32_t m = t->first_member[team->forker]; m != NO_LOCATION; m = t->next_member[m])
    if (!most || t->members[m].made > most->made)
      most = &t->members[m];
  return most;
}

/* Tells for how long the members had no task because one of them was still making some: at least so long. */
static double during_creation(const struct teams *t, struct team *team, double wait) {
  const struct member *maker = maker_of(t, team);
  double made = team->all.made, after;
  if (!maker || made <= 0 || team->made_in_tasks > MADE_IN_TASKS * (made + team->made_in_tasks))
    return 0;
  if (maker->made >= SAME_MAKER * made) {
    after = maker->task_stay;
    team->making = maker->outside;
  } else if (team->single_block > 0) { /* one member at a time executes the block of the single construct */
    after = team->single_stay / team->size - team->single_block;
    team->making = team->single_block;
  } else
    return 0;
  double others = team->size - 1, during = wait - others * (after > 0 ? after : 0), most = others * team->making;
  return during < most ? during : most;
}

/* Tells how many times as long as usual it may take to find tasks and begin them. Where a task takes less time than its
 * creation and start, finding tasks takes longer if several threads want tasks at once, and longer still where tasks
 * make tasks: threads steal tasks from other threads' queues, and a thread that waits in a task may execute only some
 * tasks. */
static double longer(const struct teams *t, const struct team *team) {
  if (team->made_most == NO_REGION || !t->finest[team->made_most])
    return 1;
  return team->made_in_tasks > MADE_IN_TASKS * (team->all.made + team->made_in_tasks) ? 8 : 2;
}

void team_lose_tasks(struct teams *t, uint32_t index) {
  struct team *team = &t->all[index];
  if (team->executed <= 0 || team->size <= 1)
    return;
  double begin = team->created > 0 ? BEGIN_TIMES * team->creating / team->created : BEGIN_MOST;
  double late = team->late_with_tasks + (team->all.end_wait > 0 ? 0 : team->late_at_end);
  double wait = team->all.task_wait - late, most = team->executed * (begin < BEGIN_MOST ? begin : BEGIN_MOST);
  team->managing = wait < longer(t, team) * most ? fmax(wait, 0) : most;
  wait -= team->managing;
  if (longer(t, team) > 1 && analysis_is_crowded(&t->s->a->all))
    return; /* tasks that take no time are waited for while threads without a processor have them */
  bool by_creation = during_creation(t, team, wait) > MOSTLY * wait;
  teams_lose(t, (struct loss){by_creation ? PROPERTY_TASK_CREATION : PROPERTY_TASK_STARVATION,
                              by_creation ? team->made_most : team->task, index, wait, wait / team->size, NULL,
                              by_creation ? team->made_most : team->task, false});
}

bool find_tell_copies(struct finding *f, const struct region *task, double creation) {
  const char *copies = find_copied(task);
  if (!copies)
    return false;
  find_advise(f,
              "To make a task takes %.2f us, as each has a copy of the large objects of %s: " HELPS
              "share what is only read (shared, or const), and copy what is written alone.",
              creation * 1e-3, copies);
  return true;
}

void tell_creation(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  double made = 0, making = 0, creating = 0, created = 0;
  for (uint32_t i = 0; i < count; i++) {
    const struct team *team = &t->all[l[i].team];
    made += team->all.made;
    making += team->making;
    creating += team->creating;
    created += team->created;
  }
  double each = made > 0 ? making / made : 0, creation = created > 0 ? creating / created : 0;
  const struct region *r = &t->s->a->regions[f->region];
  double executed = r->totals.visits ? (double)r->visit_time / (double)r->totals.visits : 0;
  find_evidence(f, "wait_ns", "ns", f->severity);
  find_evidence(f, "tasks", "", made);
  find_evidence(f, "between_tasks_ns", "ns", each);
  find_evidence(f, "creation_ns", "ns", creation);
  find_evidence(f, "per_task_ns", "ns", executed);
  find_evidence(f, "team_size", "", t->all[l->team].size);
  if (find_tell_copies(f, r, creation))
    return;
  find_advise(
      f,
      "One thread makes the tasks, one each %.2f us, and %.0f threads that take %.2f us for each have none to do "
      "until the next one is made: " HELPS
      "have all threads make tasks (a worksharing loop around, or tasks that make tasks)%s.",
      each * 1e-3, t->all[l->team].size, executed * 1e-3,
      creation > each / 2 ? ", or larger ones" : ", or do less between them");
}

/* Tells whether the tasks are those of a taskloop that makes too few of them, and says so. */
static bool advise_taskloop(struct finding *f, const struct analysis *a, const struct region *task, double size) {
  const struct region *loop = analysis_part(a, task, POMP_ROLE_TASKLOOP);
  const struct construct *c = task->construct;
  double loops = loop ? (double)loop->totals.visits : 0, tasks = (double)task->totals.visits;
  if (loops < 1 || tasks >= FEW * size * loops)
    return false;
  find_evidence(f, "tasks_per_loop", "", tasks / loops);
  if (c && c->clauses && c->iterations)
    find_evidence(f, "iterations", "", (double)c->iterations);
  find_advise(f,
              "The taskloop%s%s%s makes %.1f tasks of its iterations for a team of %.0f threads: " HELPS
              "let the taskloop make several tasks a "
              "thread, by a smaller grainsize or a larger num_tasks.",
              c && c->clauses && *c->clauses ? ", whose clauses are " : "", c && c->clauses ? c->clauses : "",
              c && c->clauses && *c->clauses ? "," : "", tasks / loops, size);
  return true;
}

/* True if the region is in a task: where tasks make tasks, many threads do so at the same time. */
static bool is_in_task(const struct analysis *a, uint32_t region) {
  for (uint32_t p = 0; p < a->path_count; p++)
    for (uint32_t above = a->paths[p].region == region ? p : NO_PATH; above != NO_PATH; above = a->paths[above].parent)
      if (a->regions[a->paths[above].region].role == POMP_ROLE_TASK)
        return true;
  return false;
}

/* Returns the taskwait of the tasks' function that is met most often, but in tasks; `each`: how many tasks there are
 * for one. NULL: there is none. */
static const struct region *taskwait_of(const struct analysis *a, const struct region *task, double *each) {
  const struct region *most = NULL;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    if (r->role == POMP_ROLE_TASKWAIT && find_is_same_function(r->construct, task->construct) &&
        (!most || r->totals.visits > most->totals.visits) && !is_in_task(a, i))
      most = r;
  }
  if (most && most->totals.visits)
    *each = (double)task->totals.visits / (double)most->totals.visits;
  return most && most->totals.visits ? most : NULL;
}

/* Says that the thread that makes the tasks waits for them after so few that not all members have one. */
static bool advise_taskwait(struct finding *f, const struct analysis *a, const struct region *task, double size) {
  char place[300];
  double each;
  const struct region *wait = taskwait_of(a, task, &each);
  if (!wait || each >= size)
    return false;
  find_place(place, sizeof place, wait);
  find_evidence(f, "tasks_per_taskwait", "", each);
  find_advise(
      f,
      "The thread that makes tasks waits at %s after each %.1f, so that no more are there for a team of %.0f: " HELPS
      "wait once for many, by a taskwait or taskgroup behind the loop, or not at all where a barrier follows.",
      place, each, size);
  return true;
}

/* Says what tasks wait for, where there are enough of them. */
static void advise_order(struct finding *f, const struct analysis *a, const struct region *task, double size) {
  if (advise_taskwait(f, a, task, size))
    return;
  if (find_has_clause(task->construct, "depend"))
    find_advise(f,
                "Tasks wait for each other by their clauses, %s: " HELPS
                "let tasks depend on the part of the data that they need (an element or block of an array, not all "
                "on the same one), with in where they only read.",
                task->construct->clauses);
  else
    find_advise(f,
                "Tasks wait for each other while threads wait for tasks: " HELPS
                "look for depend and taskwait that need not be, "
                "and for tasks that make others late. A thread that waits in a tied task executes none but those made "
                "in it.");
}

void tell_starvation(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  double executed = 0, teams = 0, size = t->all[l->team].size;
  const struct region *r = &t->s->a->regions[f->region];
  double longest = (double)r->totals.max;
  for (uint32_t i = 0; i < count; i++) {
    executed += t->all[l[i].team].executed;
    teams += t->all[l[i].team].teams;
  }
  find_evidence(f, "wait_ns", "ns", f->severity);
  find_evidence(f, "tasks", "", executed);
  find_evidence(f, "tasks_per_team", "", executed / teams);
  find_evidence(f, "longest_ns", "ns", longest);
  find_evidence(f, "team_size", "", size);
  if (advise_taskloop(f, t->s->a, r, size))
    return;
  if (executed < FEW * size * teams)
    find_advise(f,
                "There are %.1f tasks for a team of %.0f threads: " HELPS
                "divide the work into more tasks, several a thread.",
                executed / teams, size);
  else if (longest * teams > f->saving)
    find_advise(f,
                "The longest task takes %.2f ms, and threads wait for the last ones: " HELPS
                "divide long tasks, or make "
                "them first.",
                longest * 1e-6);
  else
    advise_order(f, t->s->a, r, size);
}

static uint64_t visits_at(const struct analysis *a, const struct region *r, uint32_t location) {
  const struct share *shares = analysis_shares(a, r);
  uint64_t visits = 0;
  for (uint32_t i = 0; i < r->shares; i++)
    for (uint32_t k = 0; k < shares[i].node_count && shares[i].location == location; k++)
      visits += a->experiment->nodes[shares[i].nodes[k]].visits;
  return visits;
}

/* True if each member has executed as many tasks as it has made. */
static bool is_undeferred(const struct analysis *a, const struct region *task) {
  const struct region *made = analysis_part(a, task, POMP_ROLE_TASK_CREATE);
  const struct share *shares = analysis_shares(a, task);
  for (uint32_t i = 0; made && i < task->shares; i++)
    if (visits_at(a, made, shares[i].location) != visits_at(a, task, shares[i].location))
      return false;
  return made && task->shares;
}

bool find_tell_undeferred(struct finding *f, const struct analysis *a) {
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    const struct construct *c = r->construct;
    if (r->role != POMP_ROLE_TASK || !c || (double)r->totals.inclusive < UNDEFERRED_PART * f->severity ||
        !is_undeferred(a, r))
      continue;
    if (!c->clauses || !(c->facts & (POMP_FACT_IF | POMP_FACT_FINAL))) {
      if (advise_taskwait(f, a, r, 2))
        return true;
      continue;
    }
    char place[300];
    find_place(place, sizeof place, r);
    find_advise(f,
                "The thread that makes a %s executes it, too, as its clauses are %s: " HELPS
                "let the if clause of %s be true, and final false, for tasks that are long enough, so that others "
                "execute them.",
                place, c->clauses, place);
    return true;
  }
  return false;
}
