/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fork_findings.c - parallel regions that do too little for what it takes to fork and join their teams.
 * Not here: teams that are too small (serial.c).
 *
 * From fork to join, a member works, or waits for others inside of the region. What is left of that time is what the
 * fork takes until the member begins, and its waiting at the end: for the join, and for those that have more to do.
 * Their CPU clocks tell what the latter is, and the worksharing constructs. */
#include "findings/teams.h"

#include <math.h>
#include <stdio.h>

#define SHORT_REGION 200e3 /* ns of work for each member */
#define FORKS_MIN 10       /* the first ones make threads, which no other program does in less time */
#define SHORT_PART 0.1     /* so much of a region's time is its fork and join */
#define SIZE_VARIES 0.9    /* a member that is in so few of the teams is none of all */

/* Returns which part of a fork's own time is not that of measuring. */
static double not_measured(const struct region *r) {
  double own = (double)r->totals.exclusive;
  return own > r->measuring ? 1 - r->measuring / own : 0;
}

/* Returns how much longer than the mean the member was on a processor that was longest in each team. */
static double uneven_cpu(const struct teams *t, const struct team *team) {
  const struct experiment *e = t->s->a->experiment;
  double uneven = 0;
  for (uint32_t i = t->lists[t->index[team->fork]].first_turn; i != NO_NODE; i = t->next_turn[i]) {
    const struct cpu_time *cpu = &experiment_extra(e, &e->nodes[i])->cpu;
    if (POMP_KEY_ROLE(e->nodes[i].key) == POMP_ROLE_TEAM && cpu->teams && cpu->max > cpu->mean)
      uneven += (double)(cpu->max - cpu->mean) / (double)cpu->teams * team->teams;
  }
  return uneven;
}

/* Returns what forks take more than their teams' members in the mean. Medians are known by bins whose ends differ by a
 * factor of two: of long visits, two of them differ by more than a fork takes. */
static double mean_fork(const struct region *fork, const struct region *inside) {
  return (double)fork->visit_time / (double)fork->totals.visits -
         (double)inside->visit_time / (double)inside->totals.visits;
}

/* Returns what a fork and join usually takes more than its team until its end, where members that come last wait for
 * the join alone, or than its members' CPU time: most of many short visits lose no processor, and the CPU clock does
 * not go on while one is lost. 0: the usual visit is so long that it may have lost one. */
static double usual_fork(const struct teams *t, uint32_t index) {
  const struct analysis *a = t->s->a;
  const struct team *team = &t->all[index];
  const struct region *fork = &a->regions[a->paths[a->node_path[team->fork]].region];
  const struct region *inside = analysis_part(a, fork, POMP_ROLE_TEAM);
  const struct region *end = analysis_part(a, fork, POMP_ROLE_BARRIER);
  double visit = 0, most = 0, usual = 0, join = 0;
  if (!region_quantile(a, fork, 0.5, &visit) || visit > SHORT_REGION)
    return 0;
  for (uint32_t i = t->lists[t->index[team->fork]].first_turn; i != NO_NODE; i = t->next_turn[i]) {
    const struct node *n = &a->experiment->nodes[i];
    const struct cpu_time *cpu = &experiment_extra(a->experiment, n)->cpu;
    if (POMP_KEY_ROLE(n->key) == POMP_ROLE_TEAM && cpu->visits && (double)cpu->on_cpu > most * (double)cpu->visits)
      most = (double)cpu->on_cpu / (double)cpu->visits;
  }
  if (end)
    region_quantile(a, end, 0.5 / team->size, &join);
  if (inside && region_quantile(a, inside, 0.5, &usual) && (usual - join < most || most <= 0))
    most = usual - join; /* CPU time is of few visits, which may be the longest ones */
  visit -= most + (fork->totals.visits ? fork->measuring / (double)fork->totals.visits : 0);
  if (inside && inside->totals.visits)
    visit = fmin(visit, mean_fork(fork, inside) + join);
  return most > 0 && visit > 0 ? visit : 0;
}

void team_lose_forks(struct teams *t, uint32_t index) {
  const struct analysis *a = t->s->a;
  struct team *team = &t->all[index];
  const uint32_t region = a->paths[a->node_path[team->fork]].region;
  const struct node_times *fork = &a->nodes[team->fork];
  if (team->teams < FORKS_MIN || team->size < 1 ||
      (!find_copied(&a->regions[region]) && team->all.busy > SHORT_REGION * team->teams * team->size))
    return;
  double own = (double)fork->exclusive, measured = own - own * not_measured(&a->regions[region]);
  double others = team->all.wait - team->all.end_wait + team->late_at_end + team->alone * (team->size - 1);
  double lost = (double)fork->inclusive - (team->all.busy + others) / team->size - uneven_cpu(t, team) - measured;
  team->by_usual = lost < SHORT_PART * (double)fork->inclusive; /* a few long visits may hide what the others take */
  if (team->by_usual)
    lost = team->teams * usual_fork(t, index);
  if (lost < SHORT_PART * (double)fork->inclusive || team->executed > 0)
    return;
  team->joining = lost * team->size;
  teams_lose(t, (struct loss){PROPERTY_SMALL_PARALLEL, region, index, team->joining, lost, NULL, region, false});
}

/* True if the clause num_threads makes teams of several sizes: some members are in fewer teams than others. */
static bool varies_in_size(const struct analysis *a, const struct region *fork) {
  const struct region *team = analysis_part(a, fork, POMP_ROLE_TEAM);
  const struct share *shares = team ? analysis_shares(a, team) : NULL;
  uint64_t least = UINT64_MAX, most = 0;
  for (uint32_t i = 0; shares && i < team->shares; i++) {
    uint64_t visits = 0;
    for (uint32_t k = 0; k < shares[i].node_count; k++)
      visits += a->experiment->nodes[shares[i].nodes[k]].visits;
    least = visits < least ? visits : least;
    most = visits > most ? visits : most;
  }
  return fork->construct && fork->construct->clauses && fork->construct->facts & POMP_FACT_NUM_THREADS &&
         (double)least < SIZE_VARIES * (double)most;
}

static void tell(struct finding *f, const struct analysis *a, double size, double visits, double time) {
  const struct construct *c = a->regions[f->region].construct;
  double visit = time / visits, each = f->severity / size / visits;
  bool in_loop = c && c->clauses && c->facts & POMP_FACT_IN_LOOP;
  find_evidence(f, "forks", "", visits);
  find_evidence(f, "per_fork_ns", "ns", visit);
  find_evidence(f, "fork_and_join_ns", "ns", each);
  find_evidence(f, "team_size", "", size);
  const char *instead = find_has_clause(c, "if") ? "let its if clause leave more of them serial"
                                                 : "leave it serial below a size (if clause)";
  const char *copies = find_copied(&a->regions[f->region]); /* which members make before they begin */
  if (copies) {
    find_advise(
        f,
        "Of the %.1f us of each visit, %.1f go to fork and join, in which each of %.0f members copies the large "
        "objects of %s: " HELPS "share what is only read (shared, or const), and copy what is written alone.",
        visit * 1e-3, each * 1e-3, size, copies);
    return;
  }
  if (varies_in_size(a, &a->regions[f->region])) {
    find_advise(f,
                "Of the %.1f us of each visit, %.1f go to fork and join, and its teams are not of one size: " HELPS
                "keep one size (num_threads), as each change stops or wakes threads, or %s.",
                visit * 1e-3, each * 1e-3, instead);
    return;
  }
  find_advise(
      f, "Of the %.1f us of each visit, %.1f go to fork and join: %s, or %s.", visit * 1e-3, each * 1e-3,
      in_loop
          ? "it is in a loop, so " HELPS
            "share out that loop in its place, or put the parallel region around it and a worksharing construct inside"
          : HELPS "put the parallel region around the loop that calls it, or join neighbouring regions",
      instead);
}

void tell_forks(const struct teams *t, struct finding *f, const struct loss *l, uint32_t count) {
  const struct totals_of_place of = teams_place(t, l->place);
  f->is = t->all[l->team].by_usual ? SAVES_AT_LEAST : SAVES_AT_MOST;
  for (uint32_t i = 0; i < count; i++)
    f->sure += t->all[l[i].team].teams * usual_fork(t, l[i].team);
  tell(f, t->s->a, t->all[l->team].size, of.visits, of.visit_time);
}

/* Where nesting is not known, there is nothing but the time of the thread that forks. */
void find_forks(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    if (r->role != POMP_ROLE_FORK || !r->totals.visits)
      continue;
    double visits = (double)r->totals.visits, part = not_measured(r), own = part * (double)r->totals.exclusive;
    if ((double)r->visit_time > SHORT_REGION * visits || own < SHORT_PART * (double)r->visit_time)
      continue;
    const struct share *shares = analysis_shares(a, r);
    find_begin(s);
    for (uint32_t i = 0; i < r->shares; i++)
      s->lost[shares[i].location] += part * (double)shares[i].exclusive;
    const struct region *team = analysis_part(a, r, POMP_ROLE_TEAM);
    double size = team && team->totals.visits ? (double)team->totals.visits / visits : 1;
    struct finding *f = find_add(s, PROPERTY_SMALL_PARALLEL, region, own * size, way_wall(s));
    if (f)
      tell(f, a, size, visits, (double)r->visit_time);
  }
}
