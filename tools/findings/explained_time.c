/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* explained_time.c - adds up what each property's findings have of the waiting, and of the idle time. */
#include "findings/explained_time.h"

#include "files/call_sites.h"
#include "findings/finding.h"
#include "findings/machine_time.h"

#include <stdlib.h>
#include <string.h>

/* Where the time is that a finding has. */
enum claim {
  CLAIMS_NOTHING, /* it is about time in which threads work */
  CLAIMS_REGION,  /* waiting in the region, or in other calls of the same place */
  CLAIMS_BARRIER, /* waiting at the region's own barrier, or else at the next one */
  CLAIMS_BOTH,    /* waiting at the region's barrier, or in itself, and at `also` */
  CLAIMS_IDLE,    /* idleness during the region, or waiting at `also` */
  CLAIMS_FORK,    /* waiting at the end of the region's teams, and idleness during its fork */
  /* The rest come after all others. */
  CLAIMS_TEAM, /* waiting in teams of a fork, and idleness during that; or as CLAIMS_IDLE if the finding has no team */
  CLAIMS_MPI,  /* waiting in MPI, wherever */
  CLAIMS_ALL   /* waiting wherever */
};

static const enum claim claims[PROPERTY_COUNT] = {
    [PROPERTY_SERIAL_TIME] = CLAIMS_IDLE,         [PROPERTY_SERIAL_INITIALISATION] = CLAIMS_IDLE,
    [PROPERTY_LOAD_IMBALANCE] = CLAIMS_BARRIER,   [PROPERTY_LARGE_CHUNK] = CLAIMS_BARRIER,
    [PROPERTY_SMALL_LOOP] = CLAIMS_BARRIER,       [PROPERTY_NEEDLESS_BARRIER] = CLAIMS_BOTH,
    [PROPERTY_LATE_AT_BARRIER] = CLAIMS_REGION,   [PROPERTY_LOCK_CONTENTION] = CLAIMS_REGION,
    [PROPERTY_HOT_ATOMIC] = CLAIMS_REGION,        [PROPERTY_ORDERED_WAIT] = CLAIMS_REGION,
    [PROPERTY_SMALL_PARALLEL] = CLAIMS_FORK,      [PROPERTY_FINE_TASKS] = CLAIMS_TEAM,
    [PROPERTY_TASK_CREATION] = CLAIMS_TEAM,       [PROPERTY_TASK_STARVATION] = CLAIMS_TEAM,
    [PROPERTY_SERIALISED_NESTING] = CLAIMS_TEAM,  [PROPERTY_IDLE_THREADS] = CLAIMS_TEAM,
    [PROPERTY_UNDIVIDED_WORK] = CLAIMS_BARRIER,   [PROPERTY_OVERSUBSCRIPTION] = CLAIMS_ALL,
    [PROPERTY_MPI_SERIAL] = CLAIMS_IDLE,          [PROPERTY_MPI_LATE_SENDER] = CLAIMS_REGION,
    [PROPERTY_MPI_LATE_RECEIVER] = CLAIMS_REGION, [PROPERTY_MPI_LATE_COLLECTIVE] = CLAIMS_REGION,
    [PROPERTY_MPI_IMBALANCE] = CLAIMS_MPI,
};

/* This is one row a region and kind, and at last those of no region. */
struct rows {
  const struct property_search *s;
  struct explained_place *at[EXPLAINED_KINDS];
  uint32_t count; /* of regions */
};

/* A finding takes of a place what is left there, if it still has so much. */
static void take(struct explained_place *p, double *rest) {
  uint64_t left = p->time - p->explained, part = *rest < (double)left ? (uint64_t)(*rest + 0.5) : left;
  p->explained += part < left ? part : left;
  *rest -= (double)part < *rest ? (double)part : *rest;
}

static bool is_same_place(const struct region *r, const struct region *other) {
  return r->role == other->role && r->construct && other->construct && strcmp(r->name, other->name) == 0 &&
         call_line(r->construct) == call_line(other->construct) &&
         strcmp(call_file(r->construct), call_file(other->construct)) == 0;
}

static void take_region(struct rows *rows, uint32_t region, double *rest) {
  const struct analysis *a = rows->s->a;
  take(&rows->at[EXPLAINED_WAITING][region], rest);
  for (uint32_t i = 0; i < rows->count && *rest > 0; i++)
    if (rows->at[EXPLAINED_WAITING][i].time && is_same_place(&a->regions[region], &a->regions[i]))
      take(&rows->at[EXPLAINED_WAITING][i], rest);
}

/* Takes from the barriers at which the region's lateness is waited for. False: there is none. */
static bool take_barriers(struct rows *rows, uint32_t region, double *rest) {
  const struct analysis *a = rows->s->a;
  bool found = false;
  for (uint32_t p = rows->s->region_path[region]; p != NO_PATH; p = rows->s->path_next[p]) {
    uint32_t own = sequence_own_barrier(a, p), next = own == NO_PATH ? rows->s->next_barrier[p] : own;
    if (next == NO_PATH)
      continue;
    take(&rows->at[EXPLAINED_WAITING][a->paths[next].region], rest);
    found = true;
  }
  return found;
}

static void take_both(struct rows *rows, const struct finding *f, double *rest) {
  uint32_t role = rows->s->a->regions[f->region].role;
  if (role == POMP_ROLE_BARRIER || !take_barriers(rows, f->region, rest))
    take(&rows->at[EXPLAINED_WAITING][f->region], rest);
  if (f->also == NO_REGION)
    return;
  if (rows->s->a->regions[f->also].role == POMP_ROLE_BARRIER)
    take(&rows->at[EXPLAINED_WAITING][f->also], rest);
  else
    take_barriers(rows, f->also, rest);
}

static void take_idle(struct rows *rows, const struct finding *f, double *rest) {
  if (f->also == NO_REGION)
    take(&rows->at[EXPLAINED_IDLE][f->region], rest);
  else
    take(&rows->at[EXPLAINED_WAITING][f->also], rest);
}

static void take_fork(struct rows *rows, const struct finding *f, double *rest) {
  const struct analysis *a = rows->s->a;
  const struct region *end = analysis_part(a, &a->regions[f->region], POMP_ROLE_BARRIER);
  if (end)
    take(&rows->at[EXPLAINED_WAITING][end - a->regions], rest);
  take(&rows->at[EXPLAINED_IDLE][f->region], rest);
}

static bool is_in(const struct rows *rows, uint32_t region, uint32_t path) {
  const struct analysis *a = rows->s->a;
  for (uint32_t p = rows->s->region_path[region]; p != NO_PATH; p = rows->s->path_next[p])
    for (uint32_t up = p; up != NO_PATH; up = up ? a->paths[up].parent : NO_PATH)
      if (up == path)
        return true;
  return false;
}

static void take_team(struct rows *rows, const struct finding *f, double *rest) {
  const struct analysis *a = rows->s->a;
  if (f->team == NO_PATH) {
    take_idle(rows, f, rest);
    return;
  }
  for (uint32_t i = 0; i < rows->count && *rest > 0; i++)
    if (rows->at[EXPLAINED_WAITING][i].time && is_in(rows, i, f->team))
      take(&rows->at[EXPLAINED_WAITING][i], rest);
  take(&rows->at[EXPLAINED_IDLE][a->paths[f->team].region], rest);
}

static void take_all(struct rows *rows, bool mpi_alone, double *rest) {
  for (uint32_t i = 0; i < rows->count && *rest > 0; i++)
    if (!mpi_alone || rows->s->a->regions[i].role == POMP_ROLE_MPI)
      take(&rows->at[EXPLAINED_WAITING][i], rest);
}

static void take_finding(struct rows *rows, const struct finding *f) {
  double rest = f->severity;
  enum claim claim = claims[f->property];
  if (f->region == NO_REGION && claim < CLAIMS_MPI)
    return;
  switch (claim) {
  case CLAIMS_REGION:
    take_region(rows, f->region, &rest);
    return;
  case CLAIMS_BARRIER:
    take_barriers(rows, f->region, &rest);
    return;
  case CLAIMS_BOTH:
    take_both(rows, f, &rest);
    return;
  case CLAIMS_IDLE:
    take_idle(rows, f, &rest);
    return;
  case CLAIMS_FORK:
    take_fork(rows, f, &rest);
    return;
  case CLAIMS_TEAM:
    take_team(rows, f, &rest);
    return;
  case CLAIMS_MPI:
  case CLAIMS_ALL:
    take_all(rows, claim == CLAIMS_MPI, &rest);
    return;
  case CLAIMS_NOTHING:
    return;
  }
}

/* Gives the part of a sum that the regions lack to the row without a region; an excess of the regions is rounding. */
static void give_rest(struct rows *rows, enum explained_kind kind, uint64_t sum) {
  struct explained_place *at = rows->at[kind];
  for (uint32_t i = 0; i < rows->count; i++) {
    at[i].time = at[i].time < sum ? at[i].time : sum;
    sum -= at[i].time;
  }
  at[rows->count].time = sum;
}

static void fill(struct rows *rows, struct explained_time *l) {
  const struct analysis *a = rows->s->a;
  for (int kind = 0; kind < EXPLAINED_KINDS; kind++)
    for (uint32_t i = 0; i <= rows->count; i++)
      rows->at[kind][i] = (struct explained_place){(enum explained_kind)kind, i < rows->count ? i : NO_REGION, 0, 0};
  for (uint32_t i = 0; i < rows->count; i++)
    rows->at[EXPLAINED_WAITING][i].time = a->regions[i].role == POMP_ROLE_MPI ? 0 : a->regions[i].totals.wait;
  for (uint32_t i = 0; i < a->mpi_wait_count; i++)
    if (a->mpi_waits[i].region != NO_REGION)
      rows->at[EXPLAINED_WAITING][a->mpi_waits[i].region].time += a->mpi_waits[i].found;
  for (uint32_t i = 0; i < a->idle_count; i++)
    if (a->idle[i].region != NO_REGION)
      rows->at[EXPLAINED_IDLE][a->idle[i].region].time += a->idle[i].time;
  l->time[EXPLAINED_WAITING] = a->all.waiting + (a->mpi_late_known ? a->all.mpi_waited.found : 0);
  l->time[EXPLAINED_IDLE] = a->all.idle;
  for (int kind = 0; kind < EXPLAINED_KINDS; kind++)
    give_rest(rows, (enum explained_kind)kind, l->time[kind]);
}

static int by_rest(const void *x, const void *y) {
  const struct explained_place *a = x, *b = y;
  uint64_t p = a->time - a->explained, q = b->time - b->explained;
  if (p != q)
    return p > q ? -1 : 1;
  if (a->kind != b->kind)
    return a->kind < b->kind ? -1 : 1;
  return a->region < b->region ? -1 : a->region > b->region;
}

/* Keeps the places of which something is left. */
static void keep_rest(const struct rows *rows, struct explained_time *l) {
  for (int kind = 0; kind < EXPLAINED_KINDS; kind++)
    for (uint32_t i = 0; i <= rows->count; i++) {
      const struct explained_place *p = &rows->at[kind][i];
      l->explained[kind] += p->explained;
      if (p->explained < p->time)
        l->places[l->count++] = *p;
    }
  if (l->count)
    qsort(l->places, l->count, sizeof *l->places, by_rest);
}

bool explained_time_find(struct property_search *s, struct explained_time *l) {
  struct rows rows = {.s = s, .count = s->a->region_count};
  *l = (struct explained_time){.count = 0};
  struct explained_place *all = calloc(EXPLAINED_KINDS * (rows.count + 1ull), sizeof *all);
  l->places = malloc(EXPLAINED_KINDS * (rows.count + 1ull) * sizeof *l->places);
  if (all && l->places) {
    rows.at[EXPLAINED_WAITING] = all;
    rows.at[EXPLAINED_IDLE] = all + rows.count + 1;
    fill(&rows, l);
    for (int general = 0; general < 2; general++)
      for (uint32_t i = 0; i < s->count; i++)
        if ((claims[s->findings[i].property] >= CLAIMS_TEAM) == general)
          take_finding(&rows, &s->findings[i]);
    keep_rest(&rows, l);
    const double machine = s->a->experiment->process_count == 1 ? machine_waited(s->a) : 0;
    const uint64_t left = l->time[EXPLAINED_WAITING] - l->explained[EXPLAINED_WAITING];
    l->machine = machine < (double)left ? (uint64_t)machine : left;
  }
  bool good = all && l->places;
  free(all);
  return good;
}

void explained_time_free(struct explained_time *l) {
  free(l->places);
  *l = (struct explained_time){.count = 0};
}
