/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* kernel_places.c - divides what the kernel did for each process among the teams of regions, whose members were asked,
 * and the code outside of teams, which has the rest. */
#include "findings/kernel_places.h"

#include <stdlib.h>
#include <string.h>

#define FAULT_LEAST 250.0 /* ns that the kernel needs for a page fault at least, as it clears a page */

static uint32_t role_of(const struct experiment *e, uint32_t node) { return POMP_KEY_ROLE(e->nodes[node].key); }

/* Sets the node of role TEAM of the same location that each node is in, or NO_NODE. A parent comes before its children,
 * so that deep call paths cost no more than flat ones. */
static void set_teams(struct kernel_places *p) {
  const struct experiment *e = p->s->a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) {
    const uint32_t parent = e->nodes[i].parent;
    const bool goes_on = parent != NO_NODE && e->nodes[parent].location == e->nodes[i].location;
    p->team_of[i] = role_of(e, i) == POMP_ROLE_TEAM ? i : goes_on ? p->team_of[parent] : NO_NODE;
  }
}

/* True if it is the barrier at the end of a team, which the team's CPU time has not in it. */
static bool is_end(const struct experiment *e, uint32_t node) {
  const uint32_t parent = e->nodes[node].parent;
  return role_of(e, node) == POMP_ROLE_BARRIER && parent != NO_NODE && role_of(e, parent) == POMP_ROLE_TEAM &&
         POMP_KEY_CONSTRUCT(e->nodes[node].key) == POMP_KEY_CONSTRUCT(e->nodes[parent].key);
}

static double waits_at(const struct analysis *a, uint32_t node) {
  const bool all = pomp_role_is(role_of(a->experiment, node), POMP_IS_WAITING);
  return (double)(all ? a->nodes[node].exclusive : a->nodes[node].wait);
}

/* True if the OpenMP runtime may call the kernel for it: to fork and join, to wait, to wake others. */
static bool may_call(uint32_t role) {
  return role != POMP_ROLE_USER && role != POMP_ROLE_ATOMIC && role != POMP_ROLE_MPI && role != POMP_ROLE_BLAME;
}

/* Adds up, by team's node, how long its member waited in it, and by place what may call the kernel. */
static void add_waits(struct kernel_places *p) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++) {
    if (p->team_of[i] != NO_NODE && may_call(role_of(e, i)))
      p->of_region[a->paths[a->node_path[p->team_of[i]]].region].own += (double)e->nodes[i].visits;
    double waits = is_end(e, i) ? 0 : waits_at(a, i);
    uint32_t team = waits > 0 ? p->team_of[i] : NO_NODE;
    if (team != NO_NODE)
      p->scratch[team] += waits;
  }
}

/* The same thread is member 0 of a team and what forked it: what it did there is in both. */
static uint32_t team_of_same_thread(const struct kernel_places *p, uint32_t team) {
  const struct experiment *e = p->s->a->experiment;
  const struct location *l = &e->locations[e->nodes[team].location];
  const uint32_t fork = e->nodes[team].parent;
  return l->thread_num == 0 && l->parent != NO_LOCATION && fork != NO_NODE ? p->team_of[fork] : NO_NODE;
}

/* Returns what the measured visits of a member's teams are to be multiplied by: kernel time is measured in few visits.
 * Those may be the longest ones, but all together were on a processor for no longer than they took. */
static double times_of(const struct analysis *a, uint32_t i) {
  const struct experiment *e = a->experiment;
  const struct kernel_time *k = &experiment_extra(e, &e->nodes[i])->kernel;
  const double times = (double)e->nodes[i].visits / (double)k->visits, took = (double)a->nodes[i].inclusive;
  const double cpu = ((double)k->user + (double)k->system) * times;
  return cpu > took ? times * took / cpu : times;
}

/* Adds the visits of one member's teams. */
static void add_team(struct kernel_places *p, uint32_t i) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  const struct kernel_time *k = &experiment_extra(e, &e->nodes[i])->kernel;
  const double times = times_of(a, i), faults = (double)k->faults * times;
  const double system = (double)k->system * times, waits = p->scratch[i];
  double kernel = system - waits > faults * FAULT_LEAST ? system - waits : faults * FAULT_LEAST;
  kernel = kernel < system ? kernel : system;
  struct kernel_place *place = &p->of_region[a->paths[a->node_path[i]].region];
  const uint32_t outer = team_of_same_thread(p, i);
  p->of_node[i] += kernel;
  if (outer != NO_NODE) {
    p->of_node[outer] -= kernel;
    p->of_region[a->paths[a->node_path[outer]].region].kernel -= kernel;
  }
  place->kernel += kernel;
  place->cpu += ((double)k->user + (double)k->system) * times;
  place->faults += faults;
  place->sleeps += (double)k->sleeps * times;
  place->is_alone &= e->locations[e->nodes[i].location].team_size < 2;
}

/* Returns how long code outside of teams ran in a process. */
static double serial_time(const struct analysis *a, uint32_t process) {
  const struct process *p = &a->experiment->processes[process];
  double sum = 0;
  for (uint32_t i = p->first_location; i < p->first_location + p->location_count; i++)
    if (a->experiment->locations[i].parent == NO_LOCATION &&
        !(a->experiment->locations[i].flags & POMP_LOCATION_WORKER))
      sum += (double)a->locations[i].in_regions + (double)a->locations[i].outside;
  return sum;
}

/* Returns what the threads that fork were in the kernel outside of teams at least, by their own clocks, which waiting
 * workers are not in. */
static double own_system(const struct kernel_places *p, uint32_t process) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  const struct process *of = &e->processes[process];
  double system = 0;
  for (uint32_t i = of->first_location; i < of->first_location + of->location_count; i++) {
    const struct location *l = &e->locations[i];
    if (l->parent == NO_LOCATION && !(l->flags & POMP_LOCATION_WORKER))
      system += l->kernel.known ? (double)l->kernel.system : 0;
  }
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct location *l = &e->locations[e->nodes[i].location];
    if (l->process != process || l->parent == NO_LOCATION || l->thread_num)
      continue;
    const struct kernel_time *k = &experiment_extra(e, &e->nodes[i])->kernel;
    if (role_of(e, i) == POMP_ROLE_TEAM)
      system -= k->visits ? (double)k->system * times_of(a, i) : (double)a->nodes[i].inclusive;
    else if (is_end(e, i))
      system -= (double)a->nodes[i].exclusive;
  }
  return system;
}

/* Adds the kernel time of code outside of teams: the process's time without the teams', and without waiting threads.
 * These have the CPU time that the code did not take, all of which may have been in the kernel. */
static void add_rest(struct kernel_places *p, uint32_t process, double left) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  const struct kernel_totals *all = &a->processes[process].kernel;
  double system = (double)all->system, cpu = system + (double)all->user;
  double faults = (double)all->faults - (double)all->own_pages, sleeps = (double)all->sleeps;
  const double serial = serial_time(a, process);
  for (uint32_t i = 0; i < e->node_count; i++) {
    const struct kernel_time *k = &experiment_extra(e, &e->nodes[i])->kernel;
    if (!k->visits || e->locations[e->nodes[i].location].process != process || team_of_same_thread(p, i) != NO_NODE)
      continue;
    const double times = times_of(a, i);
    system -= (double)k->system * times;
    cpu -= ((double)k->user + (double)k->system) * times;
    faults -= (double)k->faults * times;
    sleeps -= (double)k->sleeps * times;
  }
  const double waited = cpu > serial ? cpu - serial : 0;
  const double own = own_system(p, process);
  double kernel = system - waited > own ? system - waited : own;
  kernel = kernel < serial ? kernel : serial;
  kernel = kernel < left ? kernel : left;
  struct kernel_place *place = &p->of_region[a->region_count];
  p->of_process[process] = kernel = kernel > 0 ? kernel : 0;
  place->kernel += kernel;
  place->cpu += cpu < serial ? (cpu > 0 ? cpu : 0) : serial;
  place->faults += faults > 0 ? faults : 0;
  place->sleeps += sleeps > 0 ? sleeps : 0;
}

/* What few visits tell is not exact: all places together have no more than the processes had. Returns what teams leave
 * of the kernel's time. */
static double bound(struct kernel_places *p) {
  const struct analysis *a = p->s->a;
  const struct kernel_totals *k = &a->all.kernel;
  struct kernel_place sum = {.kernel = 0};
  for (uint32_t r = 0; r < a->region_count; r++) {
    sum.kernel += p->of_region[r].kernel > 0 ? p->of_region[r].kernel : 0;
    sum.faults += p->of_region[r].faults;
    sum.sleeps += p->of_region[r].sleeps;
  }
  const double kernel = sum.kernel > (double)k->system ? (double)k->system / sum.kernel : 1;
  const double faults = sum.faults > (double)k->faults ? (double)k->faults / sum.faults : 1;
  const double sleeps = sum.sleeps > (double)k->sleeps ? (double)k->sleeps / sum.sleeps : 1;
  for (uint32_t r = 0; r < a->region_count; r++) {
    p->of_region[r].kernel *= kernel;
    p->of_region[r].faults *= faults;
    p->of_region[r].sleeps *= sleeps;
  }
  for (uint32_t i = 0; i < a->experiment->node_count; i++)
    p->of_node[i] *= kernel;
  return (double)k->system - sum.kernel * kernel;
}

bool kernel_places_make(struct kernel_places *p, struct property_search *s) {
  const struct analysis *a = s->a;
  const struct experiment *e = a->experiment;
  const size_t room = (e->node_count > a->region_count ? e->node_count : a->region_count) + 1ull;
  *p = (struct kernel_places){.s = s,
                              .of_region = calloc(a->region_count + 1ull, sizeof *p->of_region),
                              .of_node = calloc(e->node_count + 1ull, sizeof *p->of_node),
                              .team_of = calloc(e->node_count + 1ull, sizeof *p->team_of),
                              .of_process = calloc(e->process_count + 1ull, sizeof *p->of_process),
                              .scratch = calloc(room, sizeof *p->scratch)};
  if (!p->of_region || !p->of_node || !p->team_of || !p->of_process || !p->scratch)
    return false;
  for (uint32_t r = 0; r <= a->region_count; r++)
    p->of_region[r] = (struct kernel_place){.region = r < a->region_count ? r : NO_REGION, .is_alone = true};
  set_teams(p);
  add_waits(p);
  for (uint32_t i = 0; i < e->node_count; i++)
    if (role_of(e, i) == POMP_ROLE_TEAM && experiment_extra(e, &e->nodes[i])->kernel.visits)
      add_team(p, i);
  double left = bound(p);
  for (uint32_t i = 0; i < e->process_count; i++) {
    add_rest(p, i, left);
    left -= p->of_process[i];
  }
  return true;
}

void kernel_places_free(struct kernel_places *p) {
  free(p->of_region);
  free(p->of_node);
  free(p->team_of);
  free(p->of_process);
  free(p->scratch);
}

void kernel_places_lost(const struct kernel_places *p, const bool *wanted) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  find_begin(p->s);
  for (uint32_t i = 0; i < e->node_count; i++)
    if (p->of_node[i] > 0 && wanted[a->paths[a->node_path[i]].region])
      p->s->lost[e->nodes[i].location] += p->of_node[i];
  for (uint32_t i = 0; i < e->process_count && wanted[a->region_count]; i++)
    p->s->lost[e->processes[i].first_location] += p->of_process[i];
}

/* True if the node is at the place: in a team of its region, or outside of all teams. */
static bool is_at(const struct kernel_places *p, uint32_t node, const struct kernel_place *place) {
  const struct analysis *a = p->s->a;
  const struct experiment *e = a->experiment;
  const struct location *l = &e->locations[e->nodes[node].location];
  if (place->region == NO_REGION)
    return l->parent == NO_LOCATION && !(l->flags & POMP_LOCATION_WORKER);
  const uint32_t team = p->team_of[node];
  return team != NO_NODE && a->paths[a->node_path[team]].region == place->region;
}

uint32_t kernel_places_inside(struct kernel_places *p, const struct kernel_place *place) {
  const struct analysis *a = p->s->a;
  double all = 0;
  uint32_t most = NO_REGION;
  memset(p->scratch, 0, a->region_count * sizeof *p->scratch);
  for (uint32_t i = 0; i < a->experiment->node_count; i++) {
    if (a->node_path[i] == NO_PATH)
      continue;
    const double waits = waits_at(a, i), own = (double)a->nodes[i].exclusive - waits;
    const uint32_t region = a->paths[a->node_path[i]].region;
    if (own <= 0 || !is_at(p, i, place))
      continue;
    all += own;
    p->scratch[region] += own;
    if (most == NO_REGION || p->scratch[region] > p->scratch[most])
      most = region;
  }
  const double others = most == NO_REGION ? 0 : all - p->scratch[most];
  return most != NO_REGION && place->kernel - others > 0.5 * place->kernel ? most : place->region;
}
