/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arrival_findings.c - barriers to which some members of the team come late, each time that it comes there.
 * Not here: how the arrivals were compared (the runtime, tools/sums/balance.c); barriers that may not be needed
 * (barrier_findings.c); what worksharing constructs make members late by themselves (balance_findings.c).
 *
 * Who is late at the end of a construct that the team shares may have come late to it, or have had more to do in it:
 * what the construct itself is uneven by is left out.
 *
 * What others have found is left out as well: a loop without a barrier of its own, and what one member executes alone,
 * are why members come late to the next barrier. */
#include "findings/finding.h"

#include <stdio.h>
#include <string.h>

#define WOKEN_PART 0.5     /* of what is lost: members that are woken and find no processor may have come so late */
#define BARRIER_ITSELF 5e3 /* ns: members that come to a barrier at the same time may leave it so far apart */

/* True if members that are late at the end of the region, which is a loop, come late to this barrier. */
static bool leads_to(const struct property_search *s, uint32_t region, uint32_t barrier) {
  const struct analysis *a = s->a;
  for (uint32_t p = s->region_path[region]; p != NO_PATH; p = s->path_next[p]) {
    uint32_t next = sequence_own_barrier(a, p) == NO_PATH ? s->next_barrier[p] : NO_PATH;
    if (next != NO_PATH && a->paths[next].region == barrier)
      return true;
  }
  return false;
}

/* The list of properties names the functions of this file, which so can't know the list. */
static const enum held_time holds[] = {
#define HOLDS_ROW(name, id, text, by_wall, time, of, find) [PROPERTY_##name] = time,
    PROPERTIES(HOLDS_ROW)
#undef HOLDS_ROW
};

/* Returns the thread time at the barrier that findings have already. */
static double found_already(const struct property_search *s, uint32_t barrier) {
  double found = 0;
  for (uint32_t i = 0; i < s->count; i++) {
    const struct finding *f = &s->findings[i];
    bool is_uneven = holds[f->property] == HOLDS_UNEVEN && f->region != NO_REGION;
    if (!find_counts(f))
      continue;
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
static double beyond_mean(const struct property_search *s, uint32_t path, uint32_t member, bool own) {
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
static void find_longest(const struct property_search *s, struct before *b, uint32_t member) {
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

/* Says what cures it where members are late in turn. */
static void advise_in_turn(const struct analysis *a, struct finding *f, const char *where) {
  const struct region *r = &a->regions[f->region];
  const struct construct *c = r->construct;
  const uint32_t schedule = c && c->clauses ? POMP_FACTS_SCHEDULE(c->facts) : POMP_SCHEDULE_AUTO;
  const bool is_loop = analysis_part(a, r, POMP_ROLE_FOR) && !analysis_part(a, r, POMP_ROLE_TEAM);
  const bool in_blocks = is_loop && (schedule == POMP_SCHEDULE_NONE || schedule == POMP_SCHEDULE_STATIC);
  const char *leave = c && strcmp(c->name, "barrier") == 0 ? "leave it out"
                      : find_may_nowait(c)                 ? "let the construct have a nowait clause"
                                                           : "";
  find_advise(f,
              "Now one member comes last and now another, as parts of the work %s take different times%s: " HELPS
              "%s%s%sdeal the work out in small parts to members as they become free (schedule(dynamic), tasks)%s.",
              where, f->by_work ? "" : ", or the machine has other work",
              *leave ? "if nothing behind the barrier needs what other members have written before it, " : "", leave,
              *leave ? " (over all instances the work evens out); else " : "",
              in_blocks ? ", or the iterations of the loop itself, so that who comes late gets fewer of them" : "");
}

static void advise(struct property_search *s, struct finding *f, const struct balance *b) {
  const struct analysis *a = s->a;
  const struct latest *l = &a->latest[b->first_latest];
  struct before before = lines_before(a, f->path);
  bool is_once = b->instances == 1, is_same = is_once || FIND_IS_MOSTLY(l->instances, b->instances);
  char when[40] = "the one time that it ran", where[8192], name[128];
  if (is_same)
    find_longest(s, &before, l->location);
  if (before.longest != NO_REGION)
    f->also = before.longest;
  tell_where(a, &before, where, sizeof where);
  if (find_tell_undeferred(f, a))
    return;
  if (!is_same) {
    advise_in_turn(a, f, where);
    return;
  }
  analysis_location_name(a, l->location, "->", name, sizeof name);
  if (!is_once)
    snprintf(when, sizeof when, "in %.0f %% of the instances", 100.0 * (double)l->instances / (double)b->instances);
  find_advise(f,
              "%s is the last one to come %s, as it has more to do %s: " HELPS
              "divide the work among the members, by a worksharing construct or tasks.",
              name, when, where);
}

static bool has_finding(const struct property_search *s, enum property property, uint32_t region) {
  for (uint32_t i = 0; i < s->count; i++)
    if (s->findings[i].property == property && s->findings[i].region == region && find_counts(&s->findings[i]))
      return true;
  return false;
}

/* Returns the construct that the team shares and whose end the barrier is, or NO_REGION. */
static uint32_t shared_before(const struct analysis *a, const struct region *barrier) {
  static const uint32_t roles[] = {POMP_ROLE_FOR, POMP_ROLE_SECTIONS, POMP_ROLE_WORKSHARE, POMP_ROLE_LOOP};
  for (size_t i = 0; i < sizeof roles / sizeof *roles; i++) {
    const struct region *r = analysis_part(a, barrier, roles[i]);
    if (r && !analysis_part(a, barrier, POMP_ROLE_TEAM))
      return (uint32_t)(r - a->regions);
  }
  return NO_REGION;
}

static void tell(struct property_search *s, struct finding *f, double uneven) {
  const struct analysis *a = s->a;
  const struct balance *b = &a->regions[f->region].balance;
  find_last_members(s, f, b);
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "wait_ns", "ns", (double)a->regions[f->region].totals.wait);
  if (uneven > 0)
    find_evidence(f, "uneven_ns", "ns", uneven);
  find_evidence(f, "first_to_last_ns", "ns", (double)b->max);
  find_evidence(f, "same_member_last", "%",
                100.0 * (double)a->latest[b->first_latest].instances / (double)b->instances);
  advise(s, f, b);
}

/* woken: for how long threads that were woken had no processor. */
static void find_at(struct property_search *s, uint32_t region, double woken) {
  const struct analysis *a = s->a;
  const uint32_t construct = shared_before(a, &a->regions[region]);
  double uneven = construct == NO_REGION ? 0 : find_late(s, construct), severity = find_late(s, region);
  double rest = severity - uneven - found_already(s, region);
  if (rest <= 0)
    return;
  if (construct != NO_REGION && (rest <= BARRIER_ITSELF * (double)a->regions[region].balance.visits ||
                                 has_finding(s, PROPERTY_SMALL_LOOP, construct)))
    return;
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    s->lost[i] *= rest / severity;
  struct finding *f = find_add(s, PROPERTY_LATE_AT_BARRIER, region, rest, way_wall(s));
  if (!f)
    return;
  f->by_work = a->all.scheduled.switches_known && woken <= WOKEN_PART * rest;
  tell(s, f, uneven);
  const struct balance *b = &a->regions[region].balance;
  find_chance(f, f->saving / f->of, (double)b->instances, (double)a->latest[b->first_latest].instances,
              b->instances ? (double)b->visits / (double)b->instances : 0);
}

/* Where tasks are executed, who comes early has them to do. */
void find_arrivals(struct property_search *s) {
  const double woken = analysis_woken(s->a);
  for (uint32_t region = 0; region < s->a->region_count; region++) {
    const struct region *r = &s->a->regions[region];
    if (r->balance.is_arrivals && r->balance.latest && !r->totals.tasks)
      find_at(s, region, woken);
  }
}
