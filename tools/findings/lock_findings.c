/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lock_findings.c - waiting at critical, at locks, and at ordered.
 * Not here: who held what during that time (tools/sums/waits.c). */
#include "files/call_sites.h"
#include "findings/finding.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These are the regions of one lock's call, of which the compiler may have made several: of a loop that it has
 * unrolled, or of a function that it has inlined twice in one line. */
struct copies {
  uint32_t *regions;
  uint32_t count;
  struct totals all; /* what a finding tells of them */
};

static bool is_call(const struct region *r) {
  return r->role == POMP_ROLE_LOCK && r->construct && r->construct->is_site;
}

/* True if both are calls, and have the same name and place; `where` is the first one's. */
static bool is_copy(const struct region *x, const char *where, const struct region *y) {
  if (!is_call(y) || strcmp(x->name, y->name) != 0 ||
      strcmp(call_function(x->construct), call_function(y->construct)) != 0)
    return false;
  char other[1024];
  call_where(y->construct, other, sizeof other);
  return strcmp(where, other) == 0;
}

/* Adds up a region and its copies behind it, which are marked in `done`. */
static void add_copies(struct property_search *s, uint32_t region, bool *done, struct copies *c) {
  const struct region *r = s->a->regions;
  char where[1024] = "";
  uint32_t end = region + 1; /* nothing else than a call has copies */
  if (is_call(&r[region])) {
    call_where(r[region].construct, where, sizeof where);
    end = s->a->region_count;
  }
  c->count = 0;
  c->all = (struct totals){.wait = 0};
  for (uint32_t i = region; i < end; i++) {
    if (i != region && (done[i] || !is_copy(&r[region], where, &r[i])))
      continue;
    done[i] = true;
    c->regions[c->count++] = i;
    c->all.wait += r[i].totals.wait;
    c->all.visits += r[i].totals.visits;
    c->all.contended += r[i].totals.contended;
    c->all.held += r[i].totals.held;
  }
}

static bool has(const struct copies *c, uint32_t region) {
  for (uint32_t i = 0; i < c->count; i++)
    if (c->regions[i] == region)
      return true;
  return false;
}

/* It costs those who wait. */
static void tell_who(struct property_search *s, struct finding *f, const struct copies *c) {
  const struct analysis *a = s->a;
  find_begin(s);
  for (uint32_t k = 0; k < c->count; k++) {
    const struct region *r = &a->regions[c->regions[k]];
    const struct share *shares = analysis_shares(a, r);
    for (uint32_t i = 0; i < r->shares; i++)
      s->lost[shares[i].location] += (double)shares[i].wait;
  }
  find_locations(s, f, s->lost);
}

/* Returns whom most of the waiting was for, with all that was waited for them. */
static struct blame main_holder(const struct analysis *a, const struct copies *c) {
  struct blame best = {.holder = NO_REGION};
  for (uint32_t i = 0; i < a->pair_count; i++) {
    struct blame sum = a->pairs[i];
    if (sum.holder == NO_REGION || !has(c, sum.waiter))
      continue;
    for (uint32_t k = i + 1; k < a->pair_count; k++)
      if (a->pairs[k].holder == sum.holder && has(c, a->pairs[k].waiter))
        sum.time += a->pairs[k].time;
    if (best.holder == NO_REGION || sum.time > best.time)
      best = sum;
  }
  return best;
}

/* Returns the loop whose iterations the ordered block is a part of, as most of its visits have it; NULL: unknown. */
static const struct construct *loop_around(const struct analysis *a, uint32_t region) {
  for (uint32_t i = 0; i < a->path_count; i++) {
    if (a->paths[i].region != region)
      continue;
    for (uint32_t above = a->paths[i].parent; above != NO_PATH; above = above ? a->paths[above].parent : NO_PATH)
      if (a->regions[a->paths[above].region].role == POMP_ROLE_FOR)
        return a->regions[a->paths[above].region].construct;
  }
  return NULL;
}

/* Tells whether threads begin the iterations of a loop in the order in which they come to it, one at a time. */
static bool begins_in_order(const struct construct *loop) {
  const uint32_t schedule = POMP_FACTS_SCHEDULE(loop->facts);
  const bool has_chunk = loop->facts & POMP_FACT_CHUNK;
  return (schedule == POMP_SCHEDULE_DYNAMIC && (!has_chunk || loop->chunk == 1)) ||
         (schedule == POMP_SCHEDULE_STATIC && has_chunk && loop->chunk == 1);
}

static void advise_ordered(struct finding *f, const struct analysis *a, const struct region *r) {
  const struct construct *loop = loop_around(a, (uint32_t)(r - a->regions));
  if (loop && begins_in_order(loop))
    find_advise(
        f,
        "Do less inside of ordered, or move out of the loop what has to be in order: its iterations begin in the "
        "order in which they come to it already (%s).",
        loop->clauses ? loop->clauses : "");
  else
    find_advise(f, "Do less inside of ordered, or begin the loop's iterations in the order in which they come to it: "
                   "schedule(static, 1) or schedule(dynamic, 1).");
}

/* Returns how long one waited at a critical without a name because of others of that kind, and which of them was to
 * blame for most of it: they all share one lock. */
static double wait_for_others(const struct analysis *a, uint32_t region, const struct construct **other) {
  const struct region *r = &a->regions[region];
  double all = 0, most = 0;
  *other = NULL;
  if (r->role != POMP_ROLE_CRITICAL || !r->construct || *r->construct->sub_name)
    return 0;
  for (uint32_t i = 0; i < a->pair_count; i++) {
    const struct blame *by = &a->pairs[i];
    const struct construct *holder = by->holder != NO_REGION ? a->regions[by->holder].construct : NULL;
    if (by->waiter != region || !holder || holder == r->construct)
      continue;
    all += (double)by->time;
    if ((double)by->time > most) {
      most = (double)by->time;
      *other = holder;
    }
  }
  return all;
}

#define OTHERS_PART 0.1   /* of the waiting */
#define SHORT_BLOCK 500.0 /* ns: a block that takes no longer does an update or two */

/* Returns how long the block of a critical takes, if that is short; else 0. */
static double short_block(const struct analysis *a, const struct region *r) {
  const struct region *block = r->role == POMP_ROLE_CRITICAL ? analysis_part(a, r, POMP_ROLE_CRITICAL_BLOCK) : NULL;
  double each = 0;
  return block && region_quantile(a, block, 0.5, &each) && each <= SHORT_BLOCK ? each : 0;
}

static void advise(struct finding *f, const struct analysis *a, const struct region *r, const struct blame *by) {
  const struct construct *c = by->holder != NO_REGION ? a->regions[by->holder].construct : NULL, *other;
  const double others = wait_for_others(a, (uint32_t)(r - a->regions), &other);
  if (other && others >= OTHERS_PART * (double)r->totals.wait) {
    find_evidence(f, "wait_for_other_criticals_ns", "ns", others);
    find_advise(
        f,
        "Give each critical a name of its own if they guard different data: those without a name share one lock, "
        "and here threads wait for another one (%s:%d%s). What guards the same data needs the same name; hold "
        "it for shorter, or use reduction for a sum or a maximum, atomic for a single update.",
        other->file, other->begin_line1, other->place);
  } else if (r->role == POMP_ROLE_ORDERED)
    advise_ordered(f, a, r);
  else if (short_block(a, r) > 0)
    find_advise(f,
                "Its block takes no more than %.2f us, and to have the lock takes longer: " HELPS
                "use reduction for a sum or a maximum, atomic for a single update, or let each thread collect what it "
                "has, and take the lock once, after its loop.",
                short_block(a, r) * 1e-3);
  else if (c)
    find_advise(f,
                "Do less while %s (%s:%d%s) has the lock, or have a lock for each part of the data; a sum or a "
                "maximum wants reduction, a single update atomic.",
                a->regions[by->holder].name, c->file, c->begin_line1, c->place);
  else
    find_advise(f, "Hold the lock for shorter, or have a lock for each part of the data.");
}

/* Returns what is sure of a part of the waiting: others may all have waited while the holder was pushed off its
 * processor. Who held a lock that a routine sets is in no call path, and an ordered block waits for the iteration
 * before, wherever that is pushed off (machine_time.c). */
static double sure_part(const struct analysis *a, const struct copies *c) {
  double pushed = 0;
  if (!a->all.scheduled.switches_known || a->regions[c->regions[0]].role != POMP_ROLE_CRITICAL || a->all.threads < 2)
    return 0;
  for (uint32_t i = 0; i < c->count; i++) {
    const struct region *r = &a->regions[c->regions[i]];
    const struct region *block = analysis_part(a, r, POMP_ROLE_CRITICAL_BLOCK);
    for (uint32_t p = block ? block->first_path : 0; block && p < block->first_path + block->paths; p++) {
      const uint32_t above = a->region_paths[p];
      pushed += (double)a->paths[above].totals.pushed_off;
      for (uint32_t q = above; (q = analysis_next_below(a, above, q, true)) != NO_PATH;)
        pushed += (double)a->paths[q].totals.pushed_off;
    }
  }
  return fmax(0, 1 - pushed * (a->all.threads - 1.0) / (double)c->all.wait);
}

static void find_lock(struct property_search *s, uint32_t region, struct copies *c) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  const struct totals *t = &c->all;
  if (find_is_small(s, (double)t->wait))
    return;
  double saving = 0;
  for (uint32_t i = 0; i < c->count; i++)
    saving += waiting_wall(s, c->regions[i]);
  struct finding *f = find_add(s, r->role == POMP_ROLE_ORDERED ? PROPERTY_ORDERED_WAIT : PROPERTY_LOCK_CONTENTION,
                               region, (double)t->wait, saving);
  if (!f)
    return;
  f->place = find_copied_place(r);
  f->sure = saving * sure_part(a, c);
  tell_who(s, f, c);
  const struct blame by = main_holder(a, c);
  find_evidence(f, "wait_ns", "ns", (double)t->wait);
  find_evidence(f, "visits", "", (double)t->visits);
  find_evidence(f, "contended", "%", t->visits ? 100.0 * (double)t->contended / (double)t->visits : 0);
  if (t->held)
    find_evidence(f, "held_ns", "ns", (double)t->held);
  if (by.holder != NO_REGION)
    find_evidence(f, "wait_for_main_holder_ns", "ns", (double)by.time);
  advise(f, a, r, &by);
}

void find_locks(struct property_search *s) {
  const struct analysis *a = s->a;
  bool *done = calloc(a->region_count + 1ull, sizeof *done);
  struct copies c = {.regions = malloc((a->region_count + 1ull) * sizeof *c.regions)};
  s->failed |= !done || !c.regions;
  for (uint32_t region = 0; !s->failed && region < a->region_count; region++) {
    const struct region *r = &a->regions[region];
    if (done[region] || !r->totals.wait ||
        (r->role != POMP_ROLE_CRITICAL && r->role != POMP_ROLE_LOCK && r->role != POMP_ROLE_ORDERED))
      continue;
    add_copies(s, region, done, &c);
    find_lock(s, region, &c);
  }
  free(done);
  free(c.regions);
}
