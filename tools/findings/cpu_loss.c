/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* cpu_loss.c - what is lost by the CPU time that threads worked, where the wall clock says little as they had no
 * processors. Not here: how much each member worked (tools/sums/sampled_balance.c), and the findings.
 *
 * On a machine without other work, threads work for as long as their CPU time says. So a construct costs what the
 * member with most of it works more than the mean, if others wait for that one: if they have more to do elsewhere
 * before the next barrier, nobody does. */
#include "findings/cpu_loss.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool by_cpu_is_asked(const struct property_search *s, double severity) {
  const struct process_totals *all = &s->a->all;
  return s->a->sampled && s->a->sampled->on_cpu &&
         (analysis_is_crowded(all) || (!all->scheduled.switches_known && analysis_is_doubtful(all, severity)));
}

double by_cpu_wall(struct property_search *s) {
  const struct analysis *a = s->a;
  find_begin(s);
  for (uint32_t i = 0; i < a->experiment->node_count; i++) {
    const uint32_t parent = a->experiment->nodes[i].parent;
    s->lost[a->experiment->nodes[i].location] += (double)a->sampled->work[i].time;
    if (a->node_is_part[i] && POMP_KEY_ROLE(a->experiment->nodes[i].key) != POMP_ROLE_BARRIER)
      s->lost[a->experiment->nodes[parent].location] -= (double)a->sampled->work[i].time;
  }
  /* Most samples are lost before the first event, by the thread that comes to it. */
  for (uint32_t i = 0; i < a->experiment->process_count; i++) {
    const struct process *p = &a->experiment->processes[i];
    s->lost[p->first_location] += (double)p->header.samples_lost * (double)p->header.sample_period;
  }
  return way_wall(s);
}

/* These are numbers by location, or by the location that forks a team. */
struct sums {
  double *own;    /* what a member works in the construct */
  double *all;    /* the same, and in what else is before the next barrier */
  double *mean;   /* of a team: of `own` */
  double *size;   /* of a team */
  double *latest; /* of a team: the most of `all` */
  double *evened; /* of a team: the same, if all had the mean of `own` */
};

static void add_path(const struct analysis *a, uint32_t path, double factor, double *to) {
  for (uint32_t i = 0, node; analysis_node(a, path, i, &node); i++)
    to[a->experiment->nodes[node].location] += factor * (double)a->sampled->work[node].time;
}

/* Returns the path of the team that a path is in, or the path itself if there is none. */
static uint32_t team_path(const struct analysis *a, uint32_t path) {
  for (uint32_t p = path; p && p != NO_PATH; p = a->paths[p].parent)
    if (a->regions[a->paths[p].region].role == POMP_ROLE_TEAM)
      return p;
  return path;
}

/* Takes out constructs below a path that end with their own barriers. */
static void leave_out_others(const struct analysis *a, uint32_t above, uint32_t region, double *all) {
  bool within = true;
  for (uint32_t p = above; (p = analysis_next_below(a, above, p, within)) != NO_PATH;) {
    const uint32_t role = a->regions[a->paths[p].region].role;
    bool is_other = a->paths[p].region != region && pomp_role_is(role, POMP_IS_WORKSHARING);
    is_other = is_other && sequence_own_barrier(a, p) != NO_PATH;
    if (is_other)
      add_path(a, p, -1, all);
    within = !is_other && role != POMP_ROLE_FORK;
  }
}

/* Fills in `own` and `all`. Each team counts once, however many paths in it the region has. */
static void add_up(const struct property_search *s, uint32_t region, const struct sums *sums) {
  const struct analysis *a = s->a;
  for (uint32_t p = s->region_path[region]; p != NO_PATH; p = s->path_next[p]) {
    const uint32_t team = team_path(a, p);
    bool is_first = true;
    for (uint32_t q = s->region_path[region]; q != p; q = s->path_next[q])
      is_first = is_first && team_path(a, q) != team;
    add_path(a, p, 1, sums->own);
    if (is_first)
      add_path(a, team, 1, sums->all);
    if (is_first && team != p && sequence_own_barrier(a, p) != NO_PATH)
      leave_out_others(a, team, region, sums->all);
  }
}

/* Leaves in search.lost by how much each team would be done earlier. Returns the thread time that is lost. */
static double compare(struct property_search *s, uint32_t region, const struct sums *sums) {
  const struct region *r = &s->a->regions[region];
  const struct share *shares = analysis_shares(s->a, r);
  double severity = 0;
  for (uint32_t i = 0; i < r->shares; i++) {
    uint32_t team = way_forker(s, shares[i].location);
    sums->mean[team] += sums->own[shares[i].location];
    sums->size[team] += 1;
  }
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++) {
    const uint32_t member = shares[i].location, team = way_forker(s, member);
    double all = sums->all[member], even = sums->mean[team] / sums->size[team];
    sums->latest[team] = fmax(sums->latest[team], all);
    sums->evened[team] = fmax(sums->evened[team], all - sums->own[member] + even);
  }
  for (uint32_t i = 0; i < s->a->experiment->location_count; i++)
    if (sums->latest[i] > sums->evened[i]) {
      s->lost[i] = sums->latest[i] - sums->evened[i];
      severity += s->lost[i] * sums->size[i];
    }
  return severity;
}

enum by_cpu by_cpu_imbalance(struct property_search *s, uint32_t region, struct cpu_loss *loss) {
  const size_t count = s->a->experiment->location_count + 1ull;
  *loss = (struct cpu_loss){0};
  if (!sampled_balance(s->a, region, &loss->balance)) {
    s->failed = true;
    return BY_CPU_UNKNOWN;
  }
  if (!loss->balance.known)
    return BY_CPU_UNKNOWN;
  double *room = calloc(6 * count, sizeof *room);
  if (!room) {
    s->failed = true;
    return BY_CPU_UNKNOWN;
  }
  const struct sums sums = {room, room + count, room + 2 * count, room + 3 * count, room + 4 * count, room + 5 * count};
  add_up(s, region, &sums);
  loss->severity = compare(s, region, &sums);
  loss->saving = way_wall(s);
  loss->error = loss->balance.error;
  free(room);
  return sampled_is_uneven(&loss->balance, loss->saving) ? BY_CPU_UNEVEN : BY_CPU_EVEN;
}

/* The time of a sample is not the same for all, but nearly. */
static double error_of(const struct sampled_count *of) {
  return of->count ? (double)of->time / sqrt((double)of->count) : 0;
}

/* Returns the samples in which a thread worked in a region itself, in no other one. */
static struct sampled_count own_work(const struct sampled_sums *of, enum serial_part part) {
  struct sampled_count work = {0, 0};
  const enum sampled_kind kinds[] = {SAMPLED_WORK, SAMPLED_OVERHEAD, SAMPLED_UNTOLD};
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    work.count += of->by[kinds[i]].count;
    work.time += of->by[kinds[i]].time;
  }
  if (part == SERIAL_EARLY)
    return of->early;
  if (part == SERIAL_LATER) {
    work.count -= of->early.count;
    work.time -= of->early.time;
  }
  return work;
}

enum by_cpu by_cpu_serial(struct property_search *s, uint32_t region, enum serial_part part, struct cpu_loss *loss) {
  const struct analysis *a = s->a;
  struct sampled_sums of;
  double error = 0;
  *loss = (struct cpu_loss){0};
  find_begin(s);
  for (uint32_t i = s->idle_first[region]; i < s->idle_first[region + 1]; i++) {
    const struct idle_time *t = &a->idle[s->idle[i]];
    if (t->kind != IDLE_SERIAL || t->location == NO_LOCATION || !sampled_region(a, region, t->location, &of))
      continue;
    const struct sampled_count work = own_work(&of, part);
    double threads = s->threads[t->process], idle = threads > 1 ? (threads - 1) / threads : 0;
    loss->severity += (double)work.time * idle * threads;
    s->lost[t->location] += (double)work.time * idle;
    error = fmax(error, error_of(&work) * idle);
  }
  loss->saving = way_wall(s);
  loss->error = error;
  return loss->saving > 3 * error ? BY_CPU_UNEVEN : BY_CPU_EVEN;
}

struct finding *by_cpu_add(struct property_search *s, enum property property, uint32_t region,
                           const struct cpu_loss *loss) {
  if (!(s->cpu_wall > 0))
    return NULL;
  struct finding *f = find_add_of(s, property, region, loss->severity, loss->saving, s->cpu_wall);
  if (!f)
    return NULL;
  f->by_cpu = true;
  f->error = loss->error;
  return f;
}

void by_cpu_doubt(const struct property_search *s, struct finding *f) {
  if (!analysis_is_doubtful(&s->a->all, f->severity))
    return;
  f->judged = false;
  snprintf(
      f->why, sizeof f->why,
      "threads were ready and had no processor for %.3f s, and samples of CPU time find no difference over the run",
      (double)s->a->all.scheduled.ready * 1e-9);
}
