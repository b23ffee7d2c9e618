/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* balance_findings.c - worksharing constructs whose members have not the same to do.
 * Not here: how the members' times in each instance are compared (the runtime, tools/sums/balance.c). */
#include "findings/cpu_loss.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define EXPLAINED 0.5      /* so much of the imbalance has to follow from the chunk */
#define BEGINS_APART 1000  /* ns: members that have the same to do begin and end so far apart */
#define SPEEDS_DIFFER 0.08 /* so much slower may a processor be for a whole run, of which others use a part */
#define FEW_ITERATIONS 2   /* that a member gets at most */
#define NOTHING 0.01       /* a member whose time is no more than so much of the longest one's has nothing to do */

double find_late(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct balance *b = &a->regions[region].balance;
  double severity = 0;
  find_begin(s);
  for (uint32_t i = b->first_latest; i < b->first_latest + b->latest; i++) {
    const struct latest *l = &a->latest[i];
    s->lost[way_forker(s, l->location)] += (double)l->cost;
    severity += (double)l->waited;
  }
  return severity;
}

/* Returns what all members stay at the barriers behind the construct, its own or the next ones; INFINITY where these
 * are not known. Where a member is late in one loop and another one in the next, without a barrier between, nobody
 * waits. */
static double stay_behind(const struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  double stay = 0;
  for (uint32_t path = s->region_path[region]; path != NO_PATH; path = s->path_next[path]) {
    uint32_t own = sequence_own_barrier(a, path), barrier = own == NO_PATH ? s->next_barrier[path] : own;
    if (barrier == NO_PATH || a->paths[barrier].totals.visits < a->paths[path].totals.visits)
      return INFINITY;
    stay += (double)a->paths[barrier].totals.inclusive;
  }
  return stay;
}

/* True if members wait for each other right behind the construct, each time. Then who has less to do waits, unless the
 * machine has made it late. */
static bool has_barrier(const struct property_search *s, uint32_t region) {
  bool has = true;
  for (uint32_t path = s->region_path[region]; has && path != NO_PATH; path = s->path_next[path])
    has = sequence_own_barrier(s->a, path) != NO_PATH;
  return has;
}

void find_last_members(struct property_search *s, struct finding *f, const struct balance *b) {
  const struct analysis *a = s->a;
  find_begin(s);
  for (uint32_t i = 0; i < b->latest; i++) {
    const struct latest *l = &a->latest[b->first_latest + i];
    if ((double)l->instances >= 0.1 * (double)b->instances)
      s->lost[l->location] = 1;
  }
  find_locations(s, f, s->lost);
}

/* This is how a loop deals out its iterations, where that is known, and all iterations take the same time. */
struct deal {
  double iterations, chunk, members; /* iterations: 0 if that is not known */
  double most;                       /* the iterations of the member that gets most */
  double idle_members;               /* so many get none */
};

/* Returns the chunk of a loop with so many iterations, where that is known; else 0. */
static double chunk_of(const struct construct *c, const struct loop_shape *shape, double members) {
  if (c->facts & POMP_FACT_CHUNK && c->chunk > 0)
    return c->chunk;
  if (shape->chunk > 0)
    return shape->chunk;
  if (c->facts & POMP_FACT_CHUNK)
    return 0;
  switch (POMP_FACTS_SCHEDULE(c->facts)) {
  case POMP_SCHEDULE_NONE:
  case POMP_SCHEDULE_STATIC:
    return ceil(shape->iterations / members);
  case POMP_SCHEDULE_DYNAMIC:
    return 1;
  case POMP_SCHEDULE_RUNTIME:
    return shape->dealt ? shape->dealt_iterations / shape->chunks : 0;
  default:
    return 0;
  }
}

static struct deal deal_of(const struct region *r) {
  const struct construct *c = r->construct;
  const struct balance *b = &r->balance;
  const struct loop_shape shape = region_loop(r);
  if (r->role != POMP_ROLE_FOR || !c || !c->clauses || !shape.known || !b->instances || b->visits < b->instances)
    return (struct deal){0};
  struct deal d = {.iterations = shape.iterations, .members = (double)b->visits / (double)b->instances};
  d.chunk = chunk_of(c, &shape, d.members);
  if (d.chunk < 1)
    return (struct deal){0};
  double chunks = ceil(d.iterations / d.chunk), rounds = ceil(chunks / d.members);
  d.most = rounds * d.chunk;
  if (chunks ==
      (rounds - 1) * d.members + 1) /* it is the member that gets the last chunk, which may be a shorter one */
    d.most -= chunks * d.chunk - d.iterations;
  d.idle_members = chunks < d.members ? d.members - chunks : 0;
  return d;
}

/* Returns which part of the longest member's time it could be spared by chunks of a single iteration. */
static double spared_by_small_chunks(const struct deal *d) {
  return d->iterations > 0 ? (d->most - ceil(d->iterations / d->members)) / d->most : 0;
}

/* Says how the loop deals out its iterations, as the clauses have it or as they do by default. The text is from malloc;
 * NULL if there is not enough memory. */
static char *schedule_of(const struct region *r) {
  const struct construct *c = r->construct;
  uint32_t kind = c && c->clauses ? POMP_FACTS_SCHEDULE(c->facts) : 0;
  char *text = NULL;
  if (r->role != POMP_ROLE_FOR || !c || !c->clauses)
    return strdup("");
  if (!kind)
    return strdup("The loop has no schedule clause, so each member gets one block. ");
  return asprintf(&text, "The loop's clauses are %s. ", c->clauses) < 0 ? NULL : text;
}

/* Says what helps for a loop that deals its iterations out while it runs; no chunk is smaller than one iteration. */
static const char *dealt_remedy(const struct region *r, bool is_same) {
  const struct construct *c = r->construct;
  const struct loop_shape shape = region_loop(r);
  if (POMP_FACTS_SCHEDULE(c->facts) == POMP_SCHEDULE_GUIDED)
    return "its first chunks are large, and may have the longest iterations, so " HELPS
           "use schedule(dynamic), whose chunks are smaller, or deal those iterations out last";
  if (chunk_of(c, &shape, 1) == 1 || !(c->facts & POMP_FACT_CHUNK))
    return "what is dealt out last takes too long, so " HELPS "divide the longest iterations, or begin with them";
  return is_same ? "that part is dealt out in one piece, so " HELPS
                   "make the chunks smaller, divide the longest iterations, or begin with them"
                 : "what is dealt out last takes too long, so " HELPS
                   "make the chunks smaller, divide the longest iterations, or begin with them";
}

static bool is_dealt_out(const struct region *r) {
  uint32_t schedule = r->construct && r->construct->clauses ? POMP_FACTS_SCHEDULE(r->construct->facts) : 0;
  return schedule == POMP_SCHEDULE_DYNAMIC || schedule == POMP_SCHEDULE_GUIDED;
}

/* Says what helps if always the same member is last, as its part has more to do, or if the members are last in turn. */
static const char *remedy(const struct region *r, bool is_same) {
  if (r->role == POMP_ROLE_SECTIONS)
    return is_same ? HELPS "divide the longest section" : HELPS "have more sections than threads, the longest first";
  if (is_dealt_out(r))
    return dealt_remedy(r, is_same);
  return is_same ? HELPS
             "deal the iterations out while the loop runs, by schedule(dynamic) or schedule(guided), or in smaller "
             "chunks"
                 : HELPS
             "deal the iterations out while the loop runs, by schedule(dynamic), in chunks that take much longer "
             "than "
             "their scheduling";
}

static void advise(struct finding *f, const struct analysis *a, const struct region *r) {
  const struct balance *b = &r->balance;
  const struct latest *l = &a->latest[b->first_latest];
  bool is_same = b->latest && FIND_IS_MOSTLY(l->instances, b->instances);
  char name[128], *schedule = schedule_of(r);
  if (!schedule) {
    free(f->advice);
    f->advice = NULL;
  } else if (is_same) {
    analysis_location_name(a, l->location, "->", name, sizeof name);
    find_advise(f, "%s%s is the last one in %.0f %% of the instances, so its part has more to do: %s.", schedule, name,
                100.0 * (double)l->instances / (double)b->instances, remedy(r, true));
  } else if (b->instances == 1 && b->latest) {
    analysis_location_name(a, l->location, "->", name, sizeof name);
    find_advise(f, "%sIt ran once, and %s worked longest, so its part had more to do: %s.", schedule, name,
                remedy(r, true));
  } else
    find_advise(f,
                "%sNow one member works longest and now another, as parts take different times, or the machine has "
                "other work: %s.",
                schedule, remedy(r, false));
  free(schedule);
}

/* There are fewer sections than members. */
static bool advise_sections(struct finding *f, const struct region *r) {
  const struct balance *b = &r->balance;
  double members = (double)b->visits / (double)b->instances;
  int sections = r->role == POMP_ROLE_SECTIONS && r->construct ? r->construct->num_sections : 0;
  if (sections < 1)
    return false;
  find_evidence(f, "sections", "", sections);
  find_evidence(f, "members", "", members);
  if (sections < members)
    find_advise(f,
                "The construct has %d sections for %.0f members, so that some have nothing to do: " HELPS
                "have more sections, or a "
                "loop or tasks instead.",
                sections, members);
  return sections < members;
}

static void advise_chunk(struct finding *f, const struct region *r, const struct deal *d) {
  find_evidence(f, "iterations", "", d->iterations);
  find_evidence(f, "chunk", "", d->chunk);
  find_evidence(f, "members", "", d->members);
  find_evidence(f, "most_iterations", "", d->most);
  find_evidence(f, "members_without", "", d->idle_members);
  find_advise(
      f,
      "The loop's clauses are %s: of its %.0f iterations, one of %.0f members gets %.0f, and %.0f get none. " HELPS
      "Make "
      "the chunk smaller: %.0f is even.",
      r->construct->clauses, d->iterations, d->members, d->most, d->idle_members,
      fmax(1, floor(d->iterations / d->members)));
}

/* Says how another loop can be shared out, beside a clause that is there already. */
static const char *or_collapse(const struct construct *c) {
  return find_has_clause(c, "collapse") ? ", too" : " as well (collapse), or that one instead";
}

/* True if so few iterations make members uneven, whatever the schedule: some get one more, which is much of all. */
static bool are_few(const struct deal *d, double imbalance) {
  const double most = d->iterations > 0 ? ceil(d->iterations / d->members) : 0;
  return most > 0 && most <= FEW_ITERATIONS && 1 - d->iterations / d->members / most > EXPLAINED * imbalance;
}

/* There are hardly more iterations than members. */
static void advise_iterations(struct finding *f, const struct construct *c, const struct deal *d) {
  const bool none = d->iterations < d->members;
  find_evidence(f, "iterations", "", d->iterations);
  find_advise(f,
              "The loop has %.0f iteration%s for %.0f members, so that some get %s: " HELPS
              "share out the loop inside or around this one%s.",
              d->iterations, d->iterations > 1 ? "s" : "", d->members, none ? "none" : "one more than others",
              or_collapse(c));
}

/* Returns how many members do nothing in a loop in which each has one block, and of how many: 0 if that is not known.
 */
static uint32_t idle_members(const struct analysis *a, const struct region *r, uint32_t *members) {
  const struct construct *c = r->construct;
  const uint32_t schedule = c && c->clauses ? POMP_FACTS_SCHEDULE(c->facts) : POMP_SCHEDULE_AUTO;
  const bool in_blocks = schedule == POMP_SCHEDULE_NONE || schedule == POMP_SCHEDULE_STATIC;
  uint32_t idle = 0;
  uint64_t most = 0;
  *members = r->shares;
  if (r->role != POMP_ROLE_FOR || !in_blocks || c->facts & POMP_FACT_CHUNK)
    return 0;
  const struct share *shares = analysis_shares(a, r);
  for (uint32_t i = 0; i < r->shares; i++)
    most = shares[i].inclusive > most ? shares[i].inclusive : most;
  for (uint32_t i = 0; i < r->shares; i++)
    idle += (double)shares[i].inclusive < NOTHING * (double)most;
  return idle;
}

/* Nobody has counted the iterations, and some members have none, as it seems: dealing out gives them nothing either. */
static bool advise_idle(struct finding *f, const struct analysis *a, const struct region *r) {
  uint32_t members, idle = idle_members(a, r, &members);
  if (!idle)
    return false;
  find_evidence(f, "members", "", members);
  find_evidence(f, "members_without", "", idle);
  find_advise(f,
              "The loop has no chunks, and %u of %u members do nothing in it: it may have fewer iterations than "
              "members. Then " HELPS "share out the loop inside or around this one%s, or have a smaller team. "
              "If it has many, of which few have work, schedule(static, 1) or schedule(dynamic) deals those out.",
              idle, members, or_collapse(r->construct));
  return true;
}

/* Writes what samples of CPU time say. */
static void tell_cpu(struct finding *f, const struct sampled_balance *b) {
  if (!b->known)
    return;
  find_evidence(f, "cpu_imbalance", "%", 100 * sampled_imbalance(b));
  find_evidence(f, "cpu_longest_ns", "ns", b->max);
  find_evidence(f, "cpu_mean_ns", "ns", b->mean);
  find_evidence(f, "cpu_error_ns", "ns", b->error);
  find_evidence(f, "samples", "", (double)b->count);
}

/* Sums over the run show a member with more to do only if it is the same member each time. */
static void advise_by_cpu(struct property_search *s, struct finding *f, const struct region *r,
                          const struct sampled_balance *b) {
  char name[128], *schedule = schedule_of(r);
  find_begin(s);
  s->lost[b->most] = 1;
  find_locations(s, f, s->lost);
  analysis_location_name(s->a, b->most, "->", name, sizeof name);
  if (schedule)
    find_advise(f, "%s%s works %.0f %% longer than the mean, by its CPU time, so its part has more to do: %s.",
                schedule, name, b->mean > 0 ? 100 * (b->max / b->mean - 1) : 0, remedy(r, true));
  else {
    free(f->advice);
    f->advice = NULL;
  }
  free(schedule);
}

/* Writes the evidence of a finding and its advice. `cpu` is NULL where it is by the wall clock. True: that may be
 * chance, as nothing but the members' times tells it. */
static bool tell(struct property_search *s, struct finding *f, const struct deal *d,
                 const struct sampled_balance *cpu) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[f->region];
  const struct balance *b = &r->balance;
  find_last_members(s, f, b);
  find_evidence(f, "imbalance", "%", 100 * balance_imbalance(b));
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "longest_ns", "ns", (double)b->max);
  find_evidence(f, "mean_ns", "ns", b->mean);
  if (b->latest)
    find_evidence(f, "same_member_last", "%",
                  100.0 * (double)a->latest[b->first_latest].instances / (double)b->instances);
  if (cpu)
    advise_by_cpu(s, f, r, cpu);
  if (f->property == PROPERTY_LARGE_CHUNK)
    advise_chunk(f, r, d);
  else if (are_few(d, cpu ? sampled_imbalance(cpu) : balance_imbalance(b)))
    advise_iterations(f, r->construct, d);
  else if (!advise_sections(f, r) && (d->iterations > 0 || !advise_idle(f, a, r)) && !cpu) {
    advise(f, a, r);
    return true;
  }
  return false;
}

static enum property kind_of(const struct deal *d, double imbalance) {
  return spared_by_small_chunks(d) > EXPLAINED * imbalance ? PROPERTY_LARGE_CHUNK : PROPERTY_LOAD_IMBALANCE;
}

/* Makes a remark of uneven work that may be no more than how far members begin apart, how fast their processors are, or
 * chance. `part`: of the longest member's time. */
static void judge_small(const struct analysis *a, struct finding *f, const struct balance *b, double part) {
  const double instances = (double)b->instances;
  const bool is_apart = f->saving < BEGINS_APART * instances, is_speed = part < SPEEDS_DIFFER;
  find_chance(f, part, instances, b->latest ? (double)a->latest[b->first_latest].instances : 0,
              b->instances ? (double)b->visits / instances : 0);
  if (is_apart)
    snprintf(f->why, sizeof f->why, "%.2f us each time, by which members begin apart: too little to judge",
             f->saving * 1e-3 / instances);
  else if (is_speed && f->judged)
    snprintf(f->why, sizeof f->why, "%.0f %% longer, by which the speeds of processors differ: too little to judge",
             100 * part / (1 - part));
  f->judged &= !is_apart && !is_speed;
  f->remark = !f->judged;
}

void find_imbalance(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    const struct balance *b = &r->balance;
    if (!b->by_instances || !b->in_teams)
      continue;
    struct cpu_loss loss;
    const struct deal d = deal_of(r);
    double severity = find_late(s, region), saving = way_wall(s), evident = 1;
    bool asked = by_cpu_is_asked(s, severity);
    enum by_cpu is = asked ? by_cpu_imbalance(s, region, &loss) : BY_CPU_UNKNOWN;
    struct finding *f;
    if (is == BY_CPU_UNEVEN)
      f = by_cpu_add(s, kind_of(&d, sampled_imbalance(&loss.balance)), region, &loss);
    else {
      const bool by_work = a->all.scheduled.switches_known;
      severity = find_late(s, region);
      evident = severity > 0 && !(by_work && has_barrier(s, region)) ? fmin(1, stay_behind(s, region) / severity) : 1;
      f = find_add(s, kind_of(&d, balance_imbalance(b)), region, severity * evident, saving * evident);
      if (f)
        f->by_work = by_work;
    }
    if (!f)
      continue;
    if (is == BY_CPU_EVEN && !f->by_work)
      by_cpu_doubt(s, f);
    if (!asked)
      s->failed |= !sampled_balance(a, region, &loss.balance);
    const bool may_be_chance = tell(s, f, &d, is == BY_CPU_UNEVEN ? &loss.balance : NULL);
    if (may_be_chance && f->judged)
      judge_small(a, f, b, balance_imbalance(b) * evident);
    tell_cpu(f, &loss.balance);
  }
}
