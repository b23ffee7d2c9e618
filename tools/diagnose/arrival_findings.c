/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival_findings.c - barriers to which some members of the team come late, each time that it comes there.
 * Not here: how the arrivals were compared (the runtime, tools/analysis/balance.c); barriers that may not be needed
 * (barrier_findings.c); what worksharing constructs make members late by themselves (balance_findings.c).
 *
 * Arrivals at the barrier of a loop or of sections are not compared by instances, but in sums: who comes late each time
 * waits least there in all. What the construct itself is uneven by is left out.
 *
 * What others have found is left out: a loop without a barrier of its own, and what one member executes alone, are why
 * members come late to the next barrier. */
#include "find.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BARRIER_ITSELF 5e3 /* ns: members that come to a barrier at the same time may leave it so far apart */

/* True if members that are late at the end of the region, which is a loop, come late to this barrier. */
static bool leads_to(const struct search *s, uint32_t region, uint32_t barrier) {
  const struct analysis *a = s->a;
  for (uint32_t p = s->region_path[region]; p != NO_PATH; p = s->path_next[p]) {
    uint32_t next = sequence_own_barrier(a, p) == NO_PATH ? sequence_next_barrier(a, p) : NO_PATH;
    if (next != NO_PATH && a->paths[next].region == barrier)
      return true;
  }
  return false;
}

/* The list of properties names the functions of this file, which so can't know the list. */
static const enum held_time holds[] = {
#define HOLDS_ROW(name, id, text, by_wall, time, find) [PROPERTY_##name] = time,
    PROPERTIES(HOLDS_ROW)
#undef HOLDS_ROW
};

/* Returns the thread time at the barrier that findings have already. */
static double found_already(const struct search *s, uint32_t barrier) {
  double found = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const struct finding *f = &s->findings[i];
    bool is_uneven = holds[f->property] == HOLDS_UNEVEN && f->region != NO_REGION;
    if ((f->property == PROPERTY_SERIAL_TIME && f->also == barrier) || (is_uneven && leads_to(s, f->region, barrier)))
      found += f->severity;
  }
  return found;
}

/* This is the code from what the barrier's call path has before it to the barrier. */
struct before {
  uint32_t around;  /* the call path that the barrier is in */
  int first, last;  /* its lines; `first` is 0 if they are not known */
  uint32_t longest; /* the region where the last member is longest beyond the mean, or NO_REGION: outside of all */
};

static const struct construct *construct_at(const struct analysis *a, uint32_t path) {
  return a->regions[a->paths[path].region].construct;
}

/* Returns how much longer than the mean a member was in a call path, in ns. */
static double beyond_mean(const struct search *s, uint32_t path, uint32_t member, bool own) {
  const struct analysis *a = s->a;
  double of_member = 0, sum = 0;
  uint32_t forker = way_forker(s, member), size = 0;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    uint32_t location = a->experiment->nodes[i].location;
    double time = (double)(own ? a->nodes[i].exclusive : a->nodes[i].inclusive);
    if (way_forker(s, location) != forker)
      continue;
    sum += time;
    of_member += location == member ? time : 0;
  }
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    size += a->experiment->locations[i].parent == forker;
  return size ? of_member - sum / size : 0;
}

/* A barrier is what ends a part of the code; so is a construct with a barrier of its own. */
static bool ends_part(const struct analysis *a, uint32_t path) {
  uint32_t role = a->regions[a->paths[path].region].role;
  return role == POMP_ROLE_BARRIER || sequence_own_barrier(a, path) != NO_PATH;
}

/* Finds the lines between the barrier and what comes before it in the source. */
static struct before lines_before(const struct analysis *a, uint32_t path) {
  struct before b = {.around = a->paths[path].parent, .longest = NO_REGION};
  const struct construct *own = construct_at(a, path), *outer = construct_at(a, b.around);
  if (own == outer) { /* it is the end of a construct, such as `single` */
    path = b.around;
    b.around = a->paths[path].parent;
    outer = construct_at(a, b.around);
  }
  if (!own || !own->file || own->begin_line1 < 1)
    return b;
  b.last = own->begin_line1;
  b.first = outer && outer->file && strcmp(outer->file, own->file) == 0 && outer->begin_line1 < b.last
                ? outer->begin_line1
                : 0;
  for (uint32_t i = a->paths[b.around].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct construct *c = construct_at(a, i);
    if (i != path && c && c->file && strcmp(c->file, own->file) == 0 && c->end_lineN <= b.last &&
        c->end_lineN > b.first && ends_part(a, i))
      b.first = c->end_lineN;
  }
  return b;
}

/* Finds where the member that comes last is longer than the others. */
static void find_longest(const struct search *s, struct before *b, uint32_t member) {
  const struct analysis *a = s->a;
  double most = beyond_mean(s, b->around, member, true);
  for (uint32_t i = a->paths[b->around].first_child; i != NO_PATH; i = a->paths[i].next_sibling) {
    const struct construct *c = construct_at(a, i);
    bool is_before = c && (!b->first || (c->begin_line1 >= b->first && c->begin_line1 < b->last));
    double beyond = is_before && !ends_part(a, i) ? beyond_mean(s, i, member, false) : 0;
    if (beyond <= most)
      continue;
    most = beyond;
    b->longest = a->paths[i].region;
  }
}

/* Writes where the work is that makes members late: `in f (a.c:3)`, `in lines 10 to 20`. */
static void tell_where(const struct analysis *a, const struct before *b, char *text, size_t size) {
  size_t used = (size_t)snprintf(text, size, "in ");
  if (b->longest != NO_REGION)
    find_place(text + used, size - used, &a->regions[b->longest]);
  else if (b->first && b->first < b->last)
    snprintf(text, size, "in the code from line %d to line %d", b->first, b->last);
  else
    snprintf(text, size, "in the code before it");
}

static void advise(struct search *s, struct finding *f, const struct balance *b) {
  const struct analysis *a = s->a;
  const struct latest *l = &a->latest[b->first_latest];
  const struct region *r = &a->regions[f->region];
  struct before before = lines_before(a, f->path);
  bool is_same = FIND_IS_MOSTLY(l->instances, b->instances);
  char where[8192], name[128];
  if (is_same)
    find_longest(s, &before, l->location);
  if (before.longest != NO_REGION)
    f->also = before.longest;
  tell_where(a, &before, where, sizeof where);
  if (is_same) {
    analysis_location_name(a, l->location, "->", name, sizeof name);
    find_advise(f,
                "%s is the last one to come in %.0f %% of the instances, as it has more to do %s: " HELPS
                "divide that work among the members, by a worksharing construct or tasks.",
                name, 100.0 * (double)l->instances / (double)b->instances, where);
  } else
    find_advise(
        f,
        "The members are the last ones to come in turn, as parts of the work %s take different times each time, "
        "or the machine has other work: " HELPS "deal it out in small parts to members as they become free "
        "(schedule(dynamic), tasks); or, if nothing behind the barrier needs what other members have written "
        "before it, %s: over all instances the work evens out.",
        where,
        r->construct && strcmp(r->construct->name, "barrier") == 0 ? "leave it out"
                                                                   : "let the construct have a nowait clause");
}

static void find_at(struct search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct balance *b = &a->regions[region].balance;
  double severity = find_late(s, region), rest = severity - found_already(s, region);
  if (rest <= 0)
    return;
  find_late(s, region);
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    s->lost[i] *= rest / severity;
  struct finding *f = find_add(s, PROPERTY_LATE_AT_BARRIER, region, rest, way_wall(s));
  if (!f)
    return;
  find_last_members(s, f, b);
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "wait_ns", "ns", (double)a->regions[region].totals.wait);
  find_evidence(f, "first_to_last_ns", "ns", (double)b->max);
  find_evidence(f, "same_member_last", "%",
                100.0 * (double)a->latest[b->first_latest].instances / (double)b->instances);
  advise(s, f, b);
}

/* This is what the members of the teams that one location forks waited at the barriers of a construct. */
struct team_wait {
  double sum, least;
  uint64_t visits;
  uint32_t size, last; /* who waited least */
  bool matches;        /* all have come as often */
};

/* Adds the waiting at a barrier's call path to the teams, by the location that forks them. */
static void compare_sums(const struct search *s, uint32_t path, struct team_wait *teams) {
  const struct analysis *a = s->a;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    const struct node *n = &a->experiment->nodes[i];
    struct team_wait *t = &teams[way_forker(s, n->location)];
    const double wait = (double)a->nodes[i].wait;
    const bool is_first = t->size == 0;
    t->matches = is_first || (t->matches && t->visits == n->visits);
    t->visits = n->visits;
    if (is_first || wait < t->least) {
      t->least = wait;
      t->last = n->location;
    }
    t->sum += wait;
    t->size++;
  }
}

/* Leaves in search.lost what each location's teams wait for the member that waits least, divided by their sizes.
 * Returns the thread time; `last` is the one for which the others wait most, and `visits` is how often they came. */
static double late_in_sums(struct search *s, uint32_t region, uint32_t *last, uint64_t *visits) {
  const uint32_t count = s->a->experiment->location_count;
  struct team_wait *teams = calloc(count + 1ull, sizeof *teams);
  double severity = 0, most = 0;
  find_begin(s);
  s->failed |= !teams;
  for (uint32_t p = s->region_path[region]; teams && p != NO_PATH; p = s->path_next[p]) {
    compare_sums(s, p, teams);
    for (uint32_t i = 0; i < count; i++) {
      const struct team_wait *t = &teams[i];
      const double late = t->size > 1 && t->matches ? t->sum - t->least * t->size : 0;
      severity += late;
      s->lost[i] += t->size ? late / t->size : 0;
      *visits += late > 0 ? t->visits * t->size : 0;
      if (late > most) {
        most = late;
        *last = t->last;
      }
    }
    memset(teams, 0, count * sizeof *teams);
  }
  free(teams);
  return severity;
}

static bool has_finding(const struct search *s, enum property property, uint32_t region) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->findings[i].property == property && s->findings[i].region == region)
      return true;
  return false;
}

static void advise_same(struct search *s, struct finding *f, uint32_t last) {
  struct before before = lines_before(s->a, f->path);
  char where[8192], name[128];
  find_longest(s, &before, last);
  if (before.longest != NO_REGION)
    f->also = before.longest;
  tell_where(s->a, &before, where, sizeof where);
  analysis_location_name(s->a, last, "->", name, sizeof name);
  find_advise(f,
              "%s waits least there in all, as it has more to do %s before it comes to the construct: " HELPS
              "divide that work among the members, by a worksharing construct or tasks.",
              name, where);
}

/* Members come late to a construct that ends with a barrier: `region` is the barrier. */
static void find_before(struct search *s, uint32_t region, uint32_t construct) {
  uint32_t last = 0;
  uint64_t visits = 0;
  double uneven = find_late(s, construct), severity = late_in_sums(s, region, &last, &visits);
  double rest = severity - uneven - found_already(s, region);
  if (rest <= BARRIER_ITSELF * (double)visits || has_finding(s, PROPERTY_SMALL_LOOP, construct))
    return;
  for (uint32_t i = 0; i < s->a->experiment->location_count; i++)
    s->lost[i] *= rest / severity;
  struct finding *f = find_add(s, PROPERTY_LATE_AT_BARRIER, region, rest, way_wall(s));
  if (!f)
    return;
  find_begin(s);
  s->lost[last] = 1;
  find_locations(s, f, s->lost);
  find_evidence(f, "wait_ns", "ns", (double)s->a->regions[region].totals.wait);
  find_evidence(f, "uneven_ns", "ns", uneven);
  advise_same(s, f, last);
}

/* Where tasks are executed, who comes early has them to do. */
void find_arrivals(struct search *s) {
  for (uint32_t region = 0; region < s->a->region_count; region++) {
    const struct region *r = &s->a->regions[region];
    if (r->balance.is_arrivals && r->balance.latest && !r->totals.tasks)
      find_at(s, region);
    else if (r->role == POMP_ROLE_BARRIER && !r->totals.tasks) {
      const struct region *of = analysis_part(s->a, r, POMP_ROLE_FOR);
      of = of ? of : analysis_part(s->a, r, POMP_ROLE_SECTIONS);
      if (of && !analysis_part(s->a, r, POMP_ROLE_TEAM))
        find_before(s, region, (uint32_t)(of - s->a->regions));
    }
  }
}
