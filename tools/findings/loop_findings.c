/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop_findings.c - loops and sections that do too little for the barrier at their end, and loops whose chunks do too
 * little for being dealt out. Not here: chunks that are too large (balance_findings.c). */
#include "findings/cpu_loss.h"
#include "findings/finding.h"
#include "sums/samples.h"

#include <math.h>
#include <stdio.h>

#define SHORT_LOOP 200e3 /* ns */
#define BARRIER_PART 0.1 /* so much of a loop's time its barrier takes */
#define VISITS_MIN 100u
#define LATE_BEFORE 8.0 /* who waits so many times what the last one waits, waits for something before the loop */
/* Where samples don't tell, as bench/dispatch prints: ns of a thread to take a chunk, while others take chunks, too; */
#define DISPATCH 300.0
#define BETWEEN_CHUNKS 150.0 /* and the least ns of a team from one chunk to the next */
#define SAMPLES_MIN 20u      /* so many samples of a loop tell how much of it taking chunks is */
#define DISPATCH_PART 0.2    /* the least part of a chunk's time that taking it has to cost for a finding */
#define LONG_CHUNK 10e3      /* ns that a chunk should take, */
#define MANY_CHUNKS 16.0     /* and no member needs more of them to be done with the others */

/* Returns what all members waited at the construct's own barrier, less what measuring that took, and less what they
 * waited because the work was uneven; leaves each member's equal part of that in search.lost. */
static double barrier_cost(struct property_search *s, const struct balance *b, const struct region *barrier) {
  const struct analysis *a = s->a;
  double own = (double)barrier->totals.exclusive, size = (double)b->visits / (double)b->instances, severity = 0;
  double measured = own > barrier->measuring && own > 0 ? 1 - barrier->measuring / own : 0;
  const struct share *shares = analysis_shares(a, barrier);
  find_begin(s);
  for (uint32_t i = 0; i < barrier->shares; i++)
    s->lost[way_forker(s, shares[i].location)] += measured * (double)shares[i].exclusive;
  for (uint32_t i = b->first_latest; i < b->first_latest + b->latest; i++)
    s->lost[way_forker(s, a->latest[i].location)] -= (double)a->latest[i].waited;
  for (uint32_t i = 0; i < a->experiment->location_count; i++) {
    s->lost[i] = s->lost[i] > 0 ? s->lost[i] : 0;
    severity += s->lost[i];
    s->lost[i] /= size;
  }
  return severity;
}

/* True if members came to the loop at different times, and waited at its end for that. The last one to come waits for
 * nobody: about one of as many visits as the team has members is such a one. Quantiles are those of the usual instance:
 * a thread that had no processor for once does not change them. */
static bool is_late_before(const struct analysis *a, const struct region *barrier, double size) {
  double last, others;
  return !region_quantile(a, barrier, 1 / (2 * size), &last) ||
         !region_quantile(a, barrier, 1 - 1 / (2 * size), &others) || others > LATE_BEFORE * last;
}

/* Sets what is sure of a finding while threads lose their processors: the barrier takes as long in most visits, which
 * lose none. */
static void tell_usual(struct finding *f, const struct analysis *a, const struct region *barrier) {
  double usual;
  if (region_quantile(a, barrier, 0.5, &usual) && f->severity > 0)
    f->sure = f->saving * fmin(1, usual * (double)barrier->totals.visits / f->severity);
}

static void find_small(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region], *barrier = analysis_part(a, r, POMP_ROLE_BARRIER);
  const struct balance *b = &r->balance;
  if (!barrier || !b->by_instances || !b->in_teams || b->instances < VISITS_MIN || b->visits <= b->instances ||
      analysis_part(a, r, POMP_ROLE_TEAM))
    return;
  double severity = barrier_cost(s, b, barrier), visits = (double)r->totals.visits;
  double inside = b->mean / (double)b->instances, each = severity / visits;
  double size = (double)b->visits / (double)b->instances, usual;
  if (!region_quantile(a, r, 0.5, &usual) || usual > SHORT_LOOP || each < BARRIER_PART * (inside + each) ||
      is_late_before(a, barrier, size))
    return;
  struct finding *f = find_add(s, PROPERTY_SMALL_LOOP, region, severity, way_wall(s));
  if (!f)
    return;
  tell_usual(f, a, barrier);
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "inside_ns", "ns", inside);
  find_evidence(f, "barrier_ns", "ns", each);
  find_evidence(f, "members", "", size);
  if (r->construct && r->construct->clauses && r->construct->iterations)
    find_evidence(f, "iterations", "", (double)r->construct->iterations);
  find_advise(f,
              "A member is in it for %.1f us, and its barrier takes %.1f us although all come at the same time: " HELPS
              "do more between two barriers (%sjoin neighbouring loops, share out the loop around it)%s.",
              inside * 1e-3, each * 1e-3, find_has_clause(r->construct, "collapse") ? "" : "collapse, ",
              find_may_nowait(r->construct) ? ", or leave the barrier out where nothing needs it (nowait)" : "");
}

/* A single in a loop: what its barrier costs beside the block, for which the others wait anyway, and beside members
 * that come late. */
static void find_small_single(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region], *barrier = analysis_part(a, r, POMP_ROLE_BARRIER);
  const struct region *block = analysis_part(a, r, POMP_ROLE_SINGLE_BLOCK);
  const struct balance *b = barrier ? &barrier->balance : NULL;
  double usual, visits = (double)r->totals.visits;
  if (!b || !block || !b->is_arrivals || b->instances < VISITS_MIN || b->visits <= b->instances ||
      barrier->totals.tasks || !region_quantile(a, r, 0.5, &usual) || usual > SHORT_LOOP)
    return;
  const double size = (double)b->visits / (double)b->instances, all = barrier_cost(s, b, barrier);
  const double alone = (double)block->totals.inclusive, rest = all - alone * (size - 1), each = rest / visits;
  if (rest <= 0 || each < BARRIER_PART * (usual + each))
    return;
  for (uint32_t i = 0; i < a->experiment->location_count; i++)
    s->lost[i] *= rest / all;
  struct finding *f = find_add(s, PROPERTY_SMALL_LOOP, region, rest, way_wall(s));
  if (!f)
    return;
  find_evidence(f, "instances", "", (double)b->instances);
  find_evidence(f, "block_ns", "ns", alone);
  find_evidence(f, "barrier_ns", "ns", each);
  find_evidence(f, "members", "", size);
  find_advise(f,
              "One member executes its block in %.2f us, and the barrier behind it takes %.2f us of each: " HELPS
              "do it without a barrier where the others need not wait (%smaster), or less often.",
              alone / (double)(block->totals.visits ? block->totals.visits : 1) * 1e-3, each * 1e-3,
              find_may_nowait(r->construct) ? "nowait, " : "");
}

/* Where chunks are taken so fast, the members wait for the counter that they take them from. */
static bool is_saturated(double between) { return between <= BETWEEN_CHUNKS; }

/* What it takes to take a chunk is a matter of the machine, and of how the OpenMP runtime was built: it is the part of
 * a loop's samples that found its members there. Returns the number of samples; 0: they are too few. */
static uint64_t sampled_dispatch(const struct analysis *a, uint32_t region, double *part) {
  struct sampled_sums sums;
  if (!a->samples || !a->samples->frames_known || !sampled_region(a, region, NO_LOCATION, &sums) ||
      sums.all.count < SAMPLES_MIN)
    return 0;
  *part = (double)samples_in_openmp(a->samples, region) / (double)sums.all.count;
  return sums.all.count;
}

/* Leaves in search.lost the mean of the members' times, of which a part is taking chunks, and returns their sum: by the
 * samples of CPU time, or by the clock. */
static double lose_dispatch(struct property_search *s, uint32_t region, double part, bool by_cpu) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  const struct share *shares = analysis_shares(a, r);
  const double size = (double)r->balance.visits / (double)r->balance.instances;
  double severity = 0;
  find_begin(s);
  for (uint32_t i = 0; i < r->shares; i++) {
    struct sampled_sums sums;
    double lost = part * find_worked(a, &shares[i]);
    if (by_cpu)
      lost = sampled_region(a, region, shares[i].location, &sums) ? part * (double)sums.all.time : 0;
    s->lost[way_forker(s, shares[i].location)] += lost / size;
    severity += lost;
  }
  return severity;
}

/* `samples`: how many have told the part. Without a processor, a thread takes no chunk. */
static struct finding *add_small_chunks(struct property_search *s, uint32_t region, double part, uint64_t samples) {
  double severity = lose_dispatch(s, region, part, false);
  if (!samples || !by_cpu_is_asked(s, severity)) {
    struct finding *f = find_add(s, PROPERTY_SMALL_CHUNK, region, severity, way_wall(s));
    if (f)
      f->by_work = s->a->all.scheduled.switches_known;
    return f;
  }
  severity = lose_dispatch(s, region, part, true);
  const double saving = way_wall(s), error = sampled_variance((uint64_t)(part * (double)samples), samples);
  const struct cpu_loss loss = {
      .severity = severity, .saving = saving, .error = part > 0 ? saving * sqrt(error) / (part * (double)samples) : 0};
  return by_cpu_add(s, PROPERTY_SMALL_CHUNK, region, &loss);
}

static void tell_small_chunks(struct finding *f, const struct region *r, const struct loop_shape *shape, double each,
                              double part) {
  const double size = (double)r->balance.visits / (double)r->balance.instances;
  const double one = shape->dealt_iterations / shape->chunks; /* its iterations */
  double long_enough = ceil(LONG_CHUNK / each * one), few_enough = ceil(shape->dealt_iterations / (size * MANY_CHUNKS));
  double chunk = long_enough > few_enough ? long_enough : few_enough;
  find_evidence(f, "instances", "", (double)r->balance.instances);
  find_evidence(f, "iterations", "", shape->dealt_iterations);
  find_evidence(f, "chunks", "", shape->chunks);
  find_evidence(f, "per_chunk_ns", "ns", each);
  find_evidence(f, "dispatch_ns", "ns", each * part);
  find_evidence(f, "members", "", size);
  if (chunk < shape->dealt_iterations / size)
    find_advise(
        f,
        "The loop's clauses are %s: of its %.0f iterations, a chunk has %.0f, which takes %.2f us of a thread, %.2f of "
        "it to take the chunk. " HELPS
        "Make the chunk larger (%.0f), or, if all iterations take the same time, schedule(static).",
        r->construct->clauses, shape->dealt_iterations, one, each * 1e-3, each * part * 1e-3, chunk);
  else
    find_advise(
        f,
        "The loop's clauses are %s: of its %.0f iterations, a chunk has %.0f, which takes %.2f us of a thread, %.2f of "
        "it to take the chunk, and the whole loop is short: " HELPS "schedule(static), or do more in each iteration.",
        r->construct->clauses, shape->dealt_iterations, one, each * 1e-3, each * part * 1e-3);
}

/* A team takes its chunks from one counter, whose cache line goes to the member that takes one. So a chunk costs a
 * thread some time, whatever its iterations do. Where nothing was sampled, and that is all the time that there is
 * between two chunks, it is not known what the iterations take themselves, and all counts. */
static void find_small_chunks(struct property_search *s, uint32_t region) {
  const struct analysis *a = s->a;
  const struct region *r = &a->regions[region];
  const struct balance *b = &r->balance;
  const struct loop_shape shape = region_loop(r);
  double visit;
  if (!shape.taken || !b->by_instances || !b->in_teams || b->visits <= b->instances ||
      !region_quantile(a, r, 0.5, &visit))
    return;
  double size = (double)b->visits / (double)b->instances, usual = visit / shape.chunks;
  double own = (double)r->totals.exclusive, chunks = shape.chunks * (double)b->instances;
  double part = 0;
  const uint64_t samples = sampled_dispatch(a, region, &part);
  if (samples ? part < DISPATCH_PART : !is_saturated(usual) && usual * size * DISPATCH_PART > DISPATCH)
    return;
  if (!samples)
    part = is_saturated(usual) || own < DISPATCH * chunks ? 1 : DISPATCH * chunks / own;
  struct finding *f = add_small_chunks(s, region, part, samples);
  if (!f)
    return;
  f->is = SAVES_ABOUT; /* the iterations may run faster, too, where a chunk has several */
  tell_small_chunks(f, r, &shape, f->severity / part / chunks, part);
}

void find_loops(struct property_search *s) {
  const struct analysis *a = s->a;
  for (uint32_t region = 0; region < a->region_count; region++) {
    uint32_t role = a->regions[region].role;
    if (role == POMP_ROLE_FOR || role == POMP_ROLE_SECTIONS)
      find_small(s, region);
    if (role == POMP_ROLE_SINGLE)
      find_small_single(s, region);
    if (role == POMP_ROLE_FOR)
      find_small_chunks(s, region);
  }
}
