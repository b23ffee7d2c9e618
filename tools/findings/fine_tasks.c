/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fine_tasks.c - tasks that do too little for what it takes to make them, to find them and to begin them.
 * Not here: parallel regions that do too little (fork_findings.c); threads that wait for tasks (task_findings.c).
 *
 * What a task does is what its code takes itself: the making of other tasks in it is no work, nor is its waiting for
 * them. Fine tasks of one function are one finding, as they have one cure: to make none below a size. */
#include "findings/teams.h"

#include "base/huge_pages.h"
#include "pomp_hash.h"
#include "pomp_roles.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TASKS_MIN 100u
#define TASK_PART 0.1  /* so much of the tasks' work it takes to make them */
#define LONG_TASK 50e3 /* ns that a task should work */
#define MAKE_MOST 5e3  /* ns: it takes no longer to make a task of a taskloop */

/* True if a node's own time is no work of the task that it is in. */
static bool is_no_work(uint32_t role) {
  return role == POMP_ROLE_TASK_CREATE || role == POMP_ROLE_BLAME || pomp_role_is(role, POMP_IS_WAITING);
}

/* Adds up the work of each region of role TASK. False: no memory. */
static bool add_up_work(const struct analysis *a, double *work) {
  const struct experiment *e = a->experiment;
  uint32_t *task =
      huge_pages_malloc(e->node_count + 1ull, sizeof *task); /* by node: the innermost task that it is in */
  if (!task)
    return false;
  for (uint32_t i = 0; i < e->node_count; i++) { /* parents come before their children */
    const struct node *n = &e->nodes[i];
    const uint32_t role = POMP_KEY_ROLE(n->key);
    task[i] = role == POMP_ROLE_TASK ? i : n->parent == NO_NODE ? NO_NODE : task[n->parent];
    if (task[i] != NO_NODE && !is_no_work(role))
      work[a->paths[a->node_path[task[i]]].region] +=
          fmax(0, (double)a->nodes[i].exclusive - analysis_pushed_off(a, i));
  }
  free(task);
  return true;
}

/* Returns the median time of the tasks, or their mean work if it is less. */
static double usual_work(const struct analysis *a, const struct region *r, double work) {
  double mean = work / (double)r->totals.visits, median = mean;
  region_quantile(a, r, 0.5, &median);
  return median < mean ? median : mean;
}

/* Returns the region in which such tasks are made; NULL: that is not known. */
static const struct region *made_in(const struct analysis *a, const struct region *task) {
  const struct region *made = task->role == POMP_ROLE_TASK ? analysis_part(a, task, POMP_ROLE_TASK_CREATE) : NULL;
  return made || task->role != POMP_ROLE_TASK ? made : analysis_part(a, task, POMP_ROLE_TASKLOOP);
}

/* Returns what it takes to make one, without measuring. libomp makes the tasks of a taskloop in tasks of its own, which
 * run while the taskloop waits for them: what is waited there is for the making, unless it is longer than that takes.
 */
static double creation_of(struct property_search *s, const struct region *task) {
  const struct region *made = made_in(s->a, task);
  double own = made ? find_own(s, made) : 0;
  if (!made || made->role != POMP_ROLE_TASKLOOP)
    return made && made->totals.visits ? own / (double)made->totals.visits : 0;
  const struct region *wait = analysis_part(s->a, task, POMP_ROLE_TASKWAIT);
  own = (own + (wait ? find_own(s, wait) : 0)) / (double)(task->totals.visits ? task->totals.visits : 1);
  return own < MAKE_MOST ? own : MAKE_MOST;
}

/* Makes one of the fine tasks of a function stand for all: the one of which there are most. */
static void join(const struct analysis *a, uint32_t *fine) {
  for (uint32_t r = 0; r < a->region_count; r++)
    for (uint32_t other = 0; fine[r] != NO_REGION && other < a->region_count; other++) {
      const struct region *one = &a->regions[fine[r]], *another = &a->regions[other];
      if (fine[other] != NO_REGION && another->role == POMP_ROLE_TASK &&
          find_is_same_function(one->construct, another->construct) &&
          (another->totals.visits > one->totals.visits ||
           (another->totals.visits == one->totals.visits &&
            another->construct->begin_line1 < one->construct->begin_line1)))
        fine[r] = other;
    }
}

bool teams_find_fine(struct teams *t) {
  const struct analysis *a = t->s->a;
  double *work = NULL;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    const struct region *made = made_in(a, r);
    t->fine[i] = made ? i : NO_REGION;
    if (!made || r->totals.visits < TASKS_MIN || work)
      continue;
    work = calloc(a->region_count, sizeof *work);
    if (!work || !add_up_work(a, work)) {
      free(work);
      return false;
    }
  }
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    if (t->fine[i] == NO_REGION || r->role != POMP_ROLE_TASK)
      continue;
    const struct region *made = made_in(a, r);
    double each = work && r->totals.visits >= TASKS_MIN ? usual_work(a, r, work[i]) : 0, making = creation_of(t->s, r);
    if (making < TASK_PART * each || !(each > 0))
      t->fine[i] = NO_REGION;
    else
      t->fine[made - a->regions] = i;
    t->fine_work[i] = each;
    t->finest[i] = t->fine[i] != NO_REGION && each < (1 + BEGIN_TIMES) * making;
  }
  free(work);
  join(a, t->fine);
  return true;
}

/* Adds what the tasks for which one stands cost the members of a team: the making of them, and of what the team took to
 * find and begin tasks, their part. */
static void lose(struct teams *t, uint32_t index, uint32_t stands) {
  struct property_search *s = t->s;
  const struct analysis *a = s->a;
  const struct team *team = &t->all[index];
  double lost = 0;
  for (uint32_t i = t->lists[t->index[team->fork]].first; i != NO_NODE; i = t->next[i]) {
    const uint32_t region = a->paths[a->node_path[i]].region;
    const struct region *r = &a->regions[region];
    if (t->fine[region] != stands)
      continue;
    if (r->role == POMP_ROLE_TASK)
      lost += team->managing * (double)a->experiment->nodes[i].visits / team->executed;
    else if (r->totals.exclusive > r->measuring)
      lost += fmax(0, (double)a->nodes[i].exclusive - analysis_pushed_off(a, i)) *
              (1 - r->measuring / (double)r->totals.exclusive);
  }
  teams_lose(t, (struct loss){PROPERTY_FINE_TASKS, stands, index, lost, lost / team->size, NULL, stands, false});
}

void team_lose_fine(struct teams *t, uint32_t index) {
  const struct team *team = &t->all[index];
  const struct analysis *a = t->s->a;
  if (team->executed <= 0 || team->size < 1)
    return;
  for (uint32_t r = 0; r < a->region_count; r++) /* those that stand for others, once each */
    if (t->fine[r] == r)
      lose(t, index, r);
}

void tell_fine(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct analysis *a = t->s->a;
  double executed = 0, managing = 0, median = 0;
  for (uint32_t i = 0; i < count; i++) {
    executed += t->all[l[i].team].executed;
    managing += t->all[l[i].team].managing;
  }
  const struct region *r = &a->regions[f->region], *made = made_in(a, r);
  const bool is_loop = made->role == POMP_ROLE_TASKLOOP;
  double creation = creation_of(t->s, r), begin = managing / executed, usual = 0;
  if (!is_loop && region_quantile(a, made, 0.5, &usual)) /* most of many tasks are made without losing the processor */
    f->sure = (usual < creation ? usual : creation) * (double)made->totals.visits / t->all[l->team].size;
  if (r->construct)
    f->place = pomp_hash_text(pomp_hash_text(POMP_HASH_BEGIN, r->construct->function), r->construct->file);
  find_evidence(f, "tasks", "", (double)r->totals.visits);
  find_evidence(f, "per_task_ns", "ns", (double)r->visit_time / (double)r->totals.visits);
  if (region_quantile(a, r, 0.5, &median))
    find_evidence(f, "median_ns", "ns", median);
  find_evidence(f, "work_ns", "ns", t->fine_work[f->region]);
  find_evidence(f, "creation_ns", "ns", creation);
  find_evidence(f, "begin_ns", "ns", begin);
  const double work = t->fine_work[f->region], enough = ceil(LONG_TASK / fmax(work, 1));
#define COSTS "The usual task works no more than %.2f us, and it takes %.2f to make one and %.2f to find and begin it: "
  if (find_tell_copies(f, r, creation))
    return;
  if (is_loop)
    find_advise(f, COSTS HELPS "let a task have %.0f times as many of the taskloop's iterations (%s).", work * 1e-3,
                creation * 1e-3, begin * 1e-3, enough,
                find_has_clause(r->construct, "num_tasks") ? "a smaller num_tasks" : "grainsize");
  else
    find_advise(f,
                COSTS HELPS "give each task more to do (larger blocks), or make none below a size: call the function "
                            "there, without a task.",
                work * 1e-3, creation * 1e-3, begin * 1e-3);
}
