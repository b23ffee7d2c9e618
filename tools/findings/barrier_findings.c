/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* barrier_findings.c - barriers at which members wait who are waited for at the next barrier.
 * Not here: barriers where all wait for the same member (balance_findings.c), what a barrier itself takes
 * (loop_findings.c).
 *
 * From one barrier to the one after the next, each member's own work and its waiting at the two take the same time. So
 * without the first of them, that time is shorter by no more than what the member waits that waits least at both. What
 * all members wait at a barrier is left out: it takes that time when all come at once, or they are late in turn by
 * chance, and then nothing tells that it would even out. */
#include "findings/finding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_OF 0.3        /* so much of the waiting at a barrier has to be needless */
#define MOST_BY_CHANCE 1.0 /* by instances it is 0.6 of it where members are late by chance */
#define MOST_PAIRS 0.9     /* of so many instances the next barrier has to be known */

/* This is what a member waited at a barrier and at the next one. Times are in ns. */
struct waited {
  double here, next;
  uint64_t visits, next_visits;
};

/* These are the waiting times of the members of the teams that one location forks. */
struct team {
  uint32_t size;
  double least_here, least_next; /* at each of the two barriers, the waiting of the member that waited least there */
  double least, most;            /* of both, beyond these; of the first one alone */
  double sum;                    /* of the first one */
  uint64_t visits;
  bool matches; /* all members came to both barriers as often */
};

struct barriers {
  struct property_search *s;
  struct waited *members;       /* by location */
  struct team *teams;           /* by the location that forks */
  double waiting, next_waiting; /* of the region, at the barriers that are needless */
  uint64_t visits;
};

static void add_waiting(struct barriers *b, uint32_t path, bool is_next) {
  const struct analysis *a = b->s->a;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    uint32_t location = a->experiment->nodes[i].location;
    struct waited *w = &b->members[location];
    *(is_next ? &w->next : &w->here) += (double)a->nodes[i].inclusive;
    *(is_next ? &w->next_visits : &w->visits) += a->experiment->nodes[i].visits;
  }
}

/* Finds for each team the waiting of its members at both barriers. */
static void compare_members(struct barriers *b, uint32_t path) {
  const struct analysis *a = b->s->a;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    uint32_t location = a->experiment->nodes[i].location;
    const struct waited *w = &b->members[location];
    struct team *t = &b->teams[way_forker(b->s, location)];
    double both = w->here + w->next;
    t->matches =
        (t->size == 0 || t->matches) && w->visits == w->next_visits && (t->size == 0 || w->visits == t->visits);
    t->least = t->size == 0 || both < t->least ? both : t->least;
    t->least_here = t->size == 0 || w->here < t->least_here ? w->here : t->least_here;
    t->least_next = t->size == 0 || w->next < t->least_next ? w->next : t->least_next;
    t->most = w->here > t->most ? w->here : t->most;
    t->sum += w->here;
    t->visits = w->visits;
    t->size++;
  }
}

/* Returns what removing the first barrier saves the team at most. */
static double spared(const struct team *t) {
  if (t->size < 2 || !t->matches)
    return 0;
  double both = t->least - t->least_here - t->least_next, here = t->most - t->least_here;
  double saved = both < here ? both : here;
  return saved > MOST_OF * t->sum / t->size ? saved : 0;
}

/* Adds what the members of each team are spared, and clears what was noted of them. */
static double collect(struct barriers *b, uint32_t path, uint32_t next) {
  struct property_search *s = b->s;
  const struct analysis *a = s->a;
  double severity = 0;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    uint32_t location = a->experiment->nodes[i].location, forker = way_forker(s, location);
    const struct team *t = &b->teams[forker];
    double saved = spared(t);
    if (saved > 0) {
      b->waiting += b->members[location].here;
      b->next_waiting += b->members[location].next;
      b->visits += b->members[location].visits;
      s->lost[forker] += saved / t->size;
      severity += saved;
    }
  }
  for (int k = 0; k < 2; k++)
    for (uint32_t at = 0, i; analysis_node(a, k ? next : path, at, &i); at++) {
      uint32_t location = a->experiment->nodes[i].location;
      b->members[location] = (struct waited){0};
      b->teams[way_forker(s, location)] = (struct team){0};
    }
  return severity;
}

/* Returns the path of the construct whose end the barrier at this path is, or of the barrier itself; NO_PATH if it
 * can't be left out. */
static uint32_t candidate(const struct analysis *a, uint32_t path) {
  const struct region *r = &a->regions[a->paths[path].region];
  uint32_t above = a->paths[path].parent;
  const struct region *at = &a->regions[a->paths[above].region];
  if (!r->construct)
    return NO_PATH;
  if (at->construct != r->construct)
    return path;
  bool is_work = at->role == POMP_ROLE_FOR || at->role == POMP_ROLE_SECTIONS || at->role == POMP_ROLE_LOOP;
  bool keeps = find_has_clause(r->construct, "lastprivate");
  return is_work && !keeps && !analysis_part(a, r, POMP_ROLE_TEAM) ? above : NO_PATH;
}

static void advise(struct finding *f, const struct analysis *a, uint32_t at, uint32_t next) {
  const struct region *r = &a->regions[a->paths[at].region], *n = &a->regions[a->paths[next].region];
  int line = n->construct ? n->construct->begin_line1 : 0;
  find_advise(f,
              "Who waits longest here waits least at the next barrier (line %d), so their work would even out. " HELPS
              "Does "
              "anything from here to the next barrier need what other members have written before? If not, %s.",
              line, r->role == POMP_ROLE_BARRIER ? "leave the barrier out" : "let the construct have a nowait clause");
}

/* True if the runtime has compared what members did before the barrier, and from there to the next one, each time. */
static bool is_by_instances(const struct balance *b) {
  return b->is_arrivals && b->instances && (double)b->pairs >= MOST_PAIRS * (double)b->instances;
}

/* Returns the thread time that the teams would have been spared without the barrier at this path, by instances. */
static double spared_by_instances(struct barriers *b, uint32_t path, uint32_t next) {
  const struct analysis *a = b->s->a;
  double waiting = 0, wait_of_one = 0, spared = 0, severity = 0;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    const struct instances *in = &experiment_extra(a->experiment, &a->experiment->nodes[i])->instances;
    double size = in->count ? (double)in->visits / (double)in->count : 0;
    spared += (double)experiment_ns(a->experiment, in->spared);
    severity += size * (double)experiment_ns(a->experiment, in->spared);
    waiting += (double)a->nodes[i].inclusive;
  }
  wait_of_one = severity > 0 ? waiting * spared / severity : 0;
  if (spared <= MOST_BY_CHANCE * wait_of_one)
    return 0;
  for (uint32_t k = 0, i; analysis_node(a, path, k, &i); k++) {
    const struct node *n = &a->experiment->nodes[i];
    b->s->lost[way_forker(b->s, n->location)] +=
        (double)experiment_ns(a->experiment, experiment_extra(a->experiment, n)->instances.spared);
    b->visits += n->visits;
  }
  b->waiting += waiting;
  for (uint32_t k = 0, i; analysis_node(a, next, k, &i); k++)
    b->next_waiting += (double)a->nodes[i].inclusive;
  return severity;
}

/* Returns the same by what members waited in all. */
static double spared_by_sums(struct barriers *b, uint32_t path, uint32_t next) {
  add_waiting(b, path, false);
  add_waiting(b, next, true);
  compare_members(b, path);
  return collect(b, path, next);
}

static void find_needless(struct barriers *b, uint32_t region) {
  struct property_search *s = b->s;
  const struct analysis *a = s->a;
  double severity = 0;
  uint32_t at = NO_PATH, next = NO_PATH;
  b->waiting = b->next_waiting = 0;
  b->visits = 0;
  bool is_begun = false;
  for (uint32_t path = s->region_path[region]; path != NO_PATH; path = s->path_next[path]) {
    uint32_t from = candidate(a, path), to = from == NO_PATH ? NO_PATH : s->next_barrier[from];
    if (to == NO_PATH)
      continue;
    if (!is_begun)
      find_begin(s);
    is_begun = true;
    double lost =
        is_by_instances(&a->regions[region].balance) ? spared_by_instances(b, path, to) : spared_by_sums(b, path, to);
    if (lost > 0)
      at = from, next = to;
    severity += lost;
  }
  if (at == NO_PATH)
    return;
  struct finding *f = find_add(s, PROPERTY_NEEDLESS_BARRIER, region, severity, way_wall(s));
  if (!f)
    return;
  uint32_t own = a->paths[next].region, above = a->paths[a->paths[next].parent].region;
  f->also = a->regions[own].construct == a->regions[above].construct ? above : own;
  find_evidence(f, "wait_ns", "ns", b->waiting);
  find_evidence(f, "next_wait_ns", "ns", b->next_waiting);
  find_evidence(f, "visits", "", (double)b->visits);
  advise(f, a, at, next);
}

/* Finds barriers that are right after another one, and to which all members come at the same time. */
static void find_doubled(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  uint32_t path = s->region_path[region], before = NO_PATH;
  if (path == NO_PATH || s->path_next[path] != NO_PATH || candidate(a, path) != path)
    return;
  before = s->barrier_before[path];
  const struct totals *around = &a->paths[a->paths[path].parent].totals;
  if (before == NO_PATH || a->paths[before].totals.visits != r->totals.visits ||
      around->exclusive > r->totals.exclusive)
    return; /* what is around it may be work that is between the two */
  double own = (double)r->totals.exclusive, cost = own > r->measuring ? 1 - r->measuring / own : 0;
  double visits = (double)r->totals.visits;
  const struct share *shares = analysis_shares(a, r);
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++)
    s->lost[way_forker(s, shares[i].location)] += cost * (double)shares[i].exclusive / r->shares;
  struct finding *f = find_add(s, PROPERTY_NEEDLESS_BARRIER, region, cost * own, way_wall(s));
  if (!f)
    return;
  f->variant = 1; /* another process may have the other kind */
  find_evidence(f, "wait_ns", "ns", own);
  find_evidence(f, "visits", "", visits);
  find_evidence(f, "per_visit_ns", "ns", cost * own / visits);
  find_advise(f,
              "It takes %.2f us each time, right after the barrier of what is in line %d, with hardly any time in "
              "between. " HELPS "Does anything need both barriers? If not, leave one out.",
              cost * own / visits * 1e-3, a->regions[a->paths[before].region].construct->begin_line1);
}

void find_barriers(struct property_search *s) {
  const struct analysis *a = s->a;
  size_t count = a->experiment->location_count + 1ull;
  struct barriers b = {.s = s, .members = calloc(count, sizeof *b.members), .teams = calloc(count, sizeof *b.teams)};
  s->failed |= !b.members || !b.teams;
  for (uint32_t region = 0; !s->failed && region < a->region_count; region++)
    if (a->regions[region].role == POMP_ROLE_BARRIER) {
      uint32_t found = s->count;
      find_needless(&b, region);
      if (s->count == found || !find_counts(&s->findings[found]))
        find_doubled(s, region);
    }
  free(b.members);
  free(b.teams);
}
