/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_sums EXPERIMENT... - the analysis of each experiment that is made of its processes, one by one, is that of
 * the whole: every member that has no single call path of a location in it, and every bit of the figures. */
#include "sums/job_sums.h"
#include "files/call_sites.h"
#include "files/load.h"
#include "files/rank_experiment.h"
#include "findings/efficiency.h"
#include "pomp_bytes.h"
#include "sums/analysis.h"
#include "sums/group_vectors.h"
#include "sums/location_rows.h"
#include "sums/phase_places.h"
#include "sums/same_row_spreads.h"
#include "sums/sampled.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name;
_Noreturn static void fail(const char *what, uint64_t at, double a, double b) {
  printf("%s: %s, at %llu: %.17g and %.17g\n", name, what, (unsigned long long)at, a, b);
  exit(1);
}
#define SAME(member)                                                                                                   \
  ((a->member) == (b->member) ? (void)0 : fail(#member, at, (double)(a->member), (double)(b->member)))

/* Compares the members that the last argument compares, of all elements. */
#define EACH(type, list, length, same)                                                                                 \
  do {                                                                                                                 \
    if (w->length != m->length)                                                                                        \
      fail(#length, 0, w->length, m->length);                                                                          \
    for (uint32_t at = 0; at < w->length; at++) {                                                                      \
      const struct type *a = &w->list[at], *b = &m->list[at];                                                          \
      same;                                                                                                            \
    }                                                                                                                  \
  } while (0)

static void same_metrics(const struct metric_sum *m, const struct metric_sum *n, uint32_t count, uint64_t at) {
  for (uint32_t k = 0; k < count; k++) {
    const struct metric_sum *a = &m[k], *b = &n[k];
    SAME(inclusive);
    SAME(exclusive);
  }
}

static void same_totals(const struct totals *a, const struct totals *b, uint64_t at) {
#define FIGURES_DO(member, sum) SAME(member);
#define FIGURES_OF_TOTALS
#include "files/figures.def"
#define FIGURES_DO(member, sum) SAME(messages.member);
#define FIGURES_OF_MESSAGES
#include "files/figures.def"
  SAME(messages.kind), SAME(metric_count);
  same_metrics(a->metrics, b->metrics, a->metric_count, at);
}

static void same_spread(const struct spread *a, const struct spread *b, uint64_t at) {
  SAME(min), SAME(max), SAME(mean), SAME(sum);
}

static void same_cpu(const struct team_cpu *a, const struct team_cpu *b, uint64_t at) {
#define FIGURES_DO(member, sum) SAME(member);
#define FIGURES_OF_CPU
#include "files/figures.def"
  SAME(waited);
}

static void same_paths(const struct analysis *w, const struct analysis *m) {
  if (w->path_count != m->path_count)
    fail("call paths", 0, w->path_count, m->path_count);
  for (uint32_t at = 0; at < w->path_count; at++) {
    const struct path *a = &w->paths[at], *b = &m->paths[at];
    SAME(parent), SAME(region), SAME(depth), SAME(first_child), SAME(next_sibling), SAME(nodes), SAME(subtree);
    same_totals(&a->totals, &b->totals, at);
    SAME(once);
    same_spread(&a->inclusive, &b->inclusive, at);
    same_spread(&a->exclusive, &b->exclusive, at);
    same_spread(&a->wait, &b->wait, at);
    SAME(teams_known);
    if (a->teams_known)
      SAME(teams), SAME(teams_max), SAME(teams_mean);
    if (w->region_paths[at] != m->region_paths[at])
      fail("call paths of regions", at, w->region_paths[at], m->region_paths[at]);
  }
}

/* Of those that were latest, the analysis of the parts may have the first. */
static void same_latest(const struct analysis *w, const struct analysis *m, const struct balance *x,
                        const struct balance *y) {
  if (y->latest != (x->latest < LATEST_MOST ? x->latest : LATEST_MOST))
    fail("latest", 0, x->latest, y->latest);
  for (uint32_t at = 0; at < y->latest; at++) {
    const struct latest *a = &w->latest[x->first_latest + at], *b = &m->latest[y->first_latest + at];
    SAME(region), SAME(location), SAME(instances), SAME(cost), SAME(waited);
  }
}

static void same_balance(const struct analysis *w, const struct analysis *m, uint32_t region) {
  const struct balance *a = &w->regions[region].balance, *b = &m->regions[region].balance;
  const uint64_t at = region;
  uint32_t teams[2] = {0, 0};
  SAME(known), SAME(by_instances), SAME(in_teams), SAME(is_arrivals), SAME(mean), SAME(means), SAME(missing);
#define FIGURES_DO(member, sum) SAME(member);
#define FIGURES_OF_BALANCE_SUMS
#include "files/figures.def"
  same_latest(w, m, a, b);
  if (!a->known)
    return;
  if (!balance_teams(w, &w->regions[region], &teams[0]) || !balance_teams(m, &m->regions[region], &teams[1]))
    exit(1);
  if (teams[0] != teams[1])
    fail("teams", at, teams[0], teams[1]);
}

static void same_samples(const struct analysis *w, const struct analysis *m, uint32_t region, uint32_t path) {
  struct sampled_sums x, y;
  const struct sampled_sums *a = &x, *b = &y;
  const uint64_t at = path == NO_PATH ? region : path;
  const bool of_w =
      path == NO_PATH ? sampled_region(w, region, NO_LOCATION, &x) : sampled_path(w, path, NO_LOCATION, &x);
  const bool of_m =
      path == NO_PATH ? sampled_region(m, region, NO_LOCATION, &y) : sampled_path(m, path, NO_LOCATION, &y);
  if (of_w != of_m)
    fail("samples", at, of_w, of_m);
  SAME(all.count), SAME(all.time), SAME(early.count), SAME(early.time);
  for (int k = 0; k < SAMPLED_KINDS; k++)
    SAME(by[k].count), SAME(by[k].time);
}

static void same_sampled_balance(const struct analysis *w, const struct analysis *m, uint32_t region) {
  struct sampled_balance x, y;
  const struct sampled_balance *a = &x, *b = &y;
  const uint64_t at = region;
  if (!sampled_balance(w, region, &x) || !sampled_balance(m, region, &y))
    exit(1);
  SAME(known);
  if (a->known)
    SAME(count), SAME(teams), SAME(most), SAME(most_more), SAME(max), SAME(mean), SAME(error), SAME(chance);
}

static void same_regions(const struct analysis *w, const struct analysis *m) {
  if (w->region_count != m->region_count)
    fail("regions", 0, w->region_count, m->region_count);
  for (uint32_t at = 0; at < w->region_count; at++) {
    const struct region *a = &w->regions[at], *b = &m->regions[at];
    SAME(key), SAME(role), SAME(first_path), SAME(paths), SAME(shares);
    if (strcmp(a->name, b->name) != 0 || a->construct != b->construct || w->keys[at] != m->keys[at] ||
        w->by_key[at] != m->by_key[at])
      fail("name", at, 0, 0);
    same_totals(&a->totals, &b->totals, at);
    same_spread(&a->inclusive, &b->inclusive, at);
    same_spread(&a->exclusive, &b->exclusive, at);
    same_spread(&a->wait, &b->wait, at);
    same_balance(w, m, at);
    SAME(measuring), SAME(excluded), SAME(visit_time), SAME(caused_waits), SAME(caused_wait);
    same_cpu(&a->cpu, &b->cpu, at);
#define FIGURES_DO(member, sum) SAME(loop.member);
#define FIGURES_OF_LOOP_COUNTS
#define FIGURES_OF_LOOP_CHUNKS
#include "files/figures.def"
    SAME(loop.flags);
    if (!a->distribution != !b->distribution)
      fail("distribution", at, 0, 0);
    for (uint32_t k = 0; a->distribution && k < POMP_HISTOGRAM_BUCKETS; k++)
      SAME(distribution->visits[k]);
    same_samples(w, m, at, NO_PATH);
    same_sampled_balance(w, m, at);
  }
  for (uint32_t i = 0; i < w->path_count; i++)
    same_samples(w, m, NO_REGION, i);
}

static void same_scheduled(const struct scheduled *a, const struct scheduled *b, uint64_t at) {
#define FIGURES_DO(member, sum) SAME(member);
#define FIGURES_OF_SCHEDULED
#include "files/figures.def"
  SAME(known), SAME(ready_known);
}

static void same_locations(const struct analysis *w, const struct analysis *m) {
  for (uint32_t i = 0; i < w->experiment->location_count; i++) {
    const struct location_totals *a = &w->locations[i], *b = &m->locations[i];
    const uint64_t at = i;
    SAME(number), SAME(lifetime), SAME(in_regions), SAME(outside), SAME(idle), SAME(wait), SAME(visits), SAME(mpi);
    SAME(open), SAME(forks);
    if (a->forks)
      SAME(first_fork);
    same_scheduled(&a->scheduled, &b->scheduled, at);
#define FIGURES_DO(member, sum) SAME(kernel.member);
#define FIGURES_OF_THREAD_KERNEL
#include "files/figures.def"
    SAME(kernel.known), SAME(kernel.switches_known);
    same_cpu(&a->cpu, &b->cpu, at);
    if (w->location_order[i] != m->location_order[i])
      fail("order of locations", at, w->location_order[i], m->location_order[i]);
    same_metrics(a->metrics, b->metrics, w->experiment->metric_count, at);
  }
}

static void same_process(const struct process_totals *a, const struct process_totals *b, uint64_t at) {
  SAME(come_and_go), SAME(lives), SAME(kernel.known), SAME(kernel.calls_known);
#define FIGURES_DO(member, sum) SAME(member);
#define FIGURES_OF_PROCESS_TOTALS
#include "files/figures.def"
#define FIGURES_DO(member, sum) SAME(kernel.member);
#define FIGURES_OF_KERNEL
#include "files/figures.def"
  same_scheduled(&a->scheduled, &b->scheduled, at);
}

/* The analysis of the parts may have, of each waiter and holder, the first. */
static void same_blames(const struct analysis *w, const struct analysis *m) {
  uint32_t at = 0;
  for (uint32_t i = 0; i < w->blame_count; i++) {
    const struct blame *a = &w->blames[i], *b = &m->blames[at];
    uint32_t before = 0;
    for (uint32_t k = 0; k < i; k++)
      before += w->blames[k].waiter == a->waiter && w->blames[k].holder == a->holder && w->blames[k].held == a->held;
    if (before >= BLAMES_MOST)
      continue;
    if (at++ >= m->blame_count)
      fail("waits", i, w->blame_count, m->blame_count);
    SAME(path), SAME(location), SAME(waiter), SAME(holder), SAME(held), SAME(waits), SAME(time);
  }
  if (at != m->blame_count)
    fail("waits", w->blame_count, at, m->blame_count);
}

static void same_lists(const struct analysis *w, const struct analysis *m) {
  EACH(fork, forks, fork_count, (SAME(location), SAME(region), SAME(time)));
  EACH(idle_time, idle, idle_count, (SAME(kind), SAME(process), SAME(location), SAME(region), SAME(time), SAME(early)));
  same_blames(w, m);
  EACH(open_visit, open_visits, open_count,
       (SAME(path), SAME(location), SAME(since), SAME(time), SAME(innermost), SAME(suspended), SAME(waits)));
  EACH(awaited, awaited, awaited_count, (SAME(visit), SAME(by), SAME(stuck)));
  EACH(thread_now, now, now_count,
       (SAME(location), SAME(visit), SAME(task), SAME(creator), SAME(doing), SAME(since), SAME(time), SAME(in_cycle),
        SAME(stuck)));
  EACH(now_group, now_groups, now_group_count, (SAME(first), SAME(count), SAME(since), SAME(time)));
  EACH(blame, pairs, pair_count, (SAME(waiter), SAME(holder), SAME(held), SAME(waits), SAME(time)));
}

static void same_whole(const struct analysis *w, const struct analysis *m) {
  const struct analysis *a = w, *b = m;
  uint64_t at = 0;
  SAME(open), SAME(filtered), SAME(left_out), SAME(missing_barriers), SAME(repaired), SAME(ignored), SAME(lost);
  SAME(forked), SAME(measuring), SAME(idle_at_mean), SAME(idle_nested), SAME(idle_shared), SAME(histograms_missing),
      SAME(quiet), SAME(cycle_length);
  for (uint32_t i = 0; i < w->cycle_length; i++)
    SAME(cycle[i]);
  for (uint32_t k = 0; k < POMP_HISTOGRAM_BUCKETS; k++)
    SAME(edges[k]);
  same_process(&w->all, &m->all, 0);
  for (uint32_t i = 0; i < w->experiment->process_count; i++)
    same_process(&w->processes[i], &m->processes[i], i);
  if (!w->sampled != !m->sampled)
    fail("samples", 0, 0, 0);
  if (!w->sampled)
    return;
  SAME(sampled->on_cpu), SAME(sampled->all.count), SAME(sampled->all.time), SAME(sampled->lost), SAME(sampled->unseen);
  SAME(sampled->period), SAME(sampled->none.all.count), SAME(sampled->none.early.time);
}

/* --- what locations have --- */

static void same_share(const struct analysis *w, const struct analysis *m, uint32_t at, const struct share *a,
                       const struct share *b) {
  struct metric_sum sums[2][METRICS];
  SAME(location), SAME(inclusive), SAME(exclusive), SAME(wait);
  const struct totals x = analysis_share_totals(w, a, sums[0]), y = analysis_share_totals(m, b, sums[1]);
  same_totals(&x, &y, at);
}

static void same_path_shares(const struct analysis *w, const struct analysis *m, uint32_t at) {
  struct metric_sum sums[2][METRICS];
  struct totals x, y;
  for (uint32_t i = 0, k = 0, a = 0, b = 0;;) {
    const bool more = analysis_path_share(w, at, &i, &a, &x, sums[0]);
    if (analysis_path_share(m, at, &k, &b, &y, sums[1]) != more || a != b)
      fail("locations of a call path", at, a, b);
    if (!more)
      return;
    same_totals(&x, &y, at);
  }
}

/* Each location's rows are one behind the other, in descending order of exclusive time, and are its shares. */
static void same_listed(const struct analysis *w, const struct analysis *m) {
  struct metric_sum sums[METRICS], own[METRICS];
  uint64_t rows = 0, shares = 0;
  uint32_t place = 0;
  for (uint64_t last = UINT64_MAX; rows < location_rows_listed(m); rows++) {
    const struct location_rows_share s = location_rows_listed_row(m, rows, sums);
    while (place < w->experiment->location_count && w->location_order[place] != s.location)
      place++, last = UINT64_MAX;
    if (place == w->experiment->location_count || s.totals.exclusive > last)
      fail("order of shares", rows, (double)s.totals.exclusive, (double)last);
    last = s.totals.exclusive;
    const struct share *of = analysis_shares(w, &w->regions[s.region]);
    while (of->location != s.location)
      of++;
    const struct totals t = analysis_share_totals(w, of, own);
    same_totals(&t, &s.totals, rows);
  }
  for (uint32_t r = 0; r < w->region_count; r++)
    for (uint32_t i = 0; i < w->regions[r].shares; i++)
      shares += r || analysis_shares(w, &w->regions[r])[i].exclusive;
  if (rows != shares)
    fail("listed shares", 0, (double)rows, (double)shares);
}

static void same_vectors(const struct analysis *w, const struct analysis *m) {
  struct group_vectors chosen;
  uint64_t *all = group_vectors_choose(&chosen, w)
                      ? calloc((size_t)w->experiment->location_count * chosen.size, sizeof *all)
                      : NULL;
  if (!all)
    exit(1);
  for (uint32_t r = 0; r < w->region_count; r++)
    group_vectors_add(&chosen, r, analysis_shares(w, &w->regions[r]), w->regions[r].shares, all);
  for (uint32_t i = 0; i < w->experiment->location_count; i++)
    if (memcmp(all + (size_t)i * chosen.size, location_rows_vector(m, i), chosen.size * sizeof *all) != 0)
      fail("vector", i, 0, 0);
  free(all);
  group_vectors_free(&chosen);
}

static void same_found(const struct analysis *w, const struct analysis *m) {
  if (sampled_found_count(w) != sampled_found_count(m))
    fail("samples found", 0, sampled_found_count(w), sampled_found_count(m));
  for (uint32_t at = 0; at < sampled_found_count(w); at++) {
    const struct sampled_found x = sampled_found_row(w, at), y = sampled_found_row(m, at), *a = &x, *b = &y;
    SAME(location), SAME(path), SAME(samples.count), SAME(samples.time);
    if (a->state != b->state)
      fail("state", at, 0, 0);
  }
}

static void same_kept(const struct analysis *w, const struct analysis *m) {
  for (uint32_t r = 0; r < w->region_count; r++) {
    const struct share *a = analysis_shares(w, &w->regions[r]), *b = analysis_shares(m, &m->regions[r]);
    for (uint32_t i = 0; i < w->regions[r].shares; i++)
      same_share(w, m, r, &a[i], &b[i]);
  }
  for (uint32_t p = 0; p < w->path_count; p++)
    same_path_shares(w, m, p);
  same_listed(w, m);
  same_vectors(w, m);
  same_found(w, m);
}

/* NaN is the same as NaN. */
static bool same_number(double x, double y) { return isnan(x) ? isnan(y) : x == y; }

static void same_efficiency(const struct analysis *w, const struct analysis *m, const char *region) {
  struct efficiency x, y;
  const uint64_t at = region != NULL;
  if (!efficiency_find(&x, w, region) || !efficiency_find(&y, m, region))
    exit(1);
  const struct efficiency *a = &x, *b = &y;
  SAME(there), SAME(ranks), SAME(threads), SAME(width), SAME(wall), SAME(visits), SAME(has_mpi), SAME(crowded);
  for (int i = 0; i < TIME_KINDS; i++)
    SAME(time[i]);
  for (int i = 0; i < FACTORS; i++)
    if (!same_number(a->factor[i], b->factor[i]))
      fail("factors", at, a->factor[i], b->factor[i]);
  if (!same_number(a->cycles, b->cycles))
    fail("cycles", at, a->cycles, b->cycles);
}

static void same_points(const struct analysis *w, const struct series *x, const struct series *y) {
  for (uint32_t at = 0; at < x->point_count; at++) {
    const struct series_point *a = &x->points[at], *b = &y->points[at];
    SAME(first), SAME(count), SAME(begin), SAME(time), SAME(longest), SAME(longest_at), SAME(wait), SAME(busy);
    SAME(most), SAME(members), SAME(cluster), SAME(out);
    for (uint32_t k = 0; k < w->experiment->metric_count; k++) {
      const size_t metric = (size_t)at * w->experiment->metric_count + k;
      if (x->metrics[metric] != y->metrics[metric])
        fail("metrics of visits", at, (double)x->metrics[metric], (double)y->metrics[metric]);
    }
  }
  for (uint32_t at = 0; at < x->location_count; at++) {
    const struct series_location *a = &x->locations[at], *b = &y->locations[at];
    SAME(location), SAME(process), SAME(factor), SAME(flags), SAME(most);
    if (memcmp(a->clusters, b->clusters, a->most * sizeof *a->clusters) != 0)
      fail("clusters", at, 0, 0);
  }
}

static void same_profiles(const struct analysis *w, const struct analysis *m, const struct series *x,
                          const struct series *y) {
  double *a = malloc((w->path_count + 1ull) * sizeof *a), *b = malloc((w->path_count + 1ull) * sizeof *b);
  for (uint32_t k = 0; k < x->locations[0].most; k++) {
    if (!x->locations[0].clusters[k].count)
      continue;
    memset(a, 0, w->path_count * sizeof *a);
    series_profile(w, x, k, a);
    series_profile(m, y, k, b);
    for (uint32_t at = 0; at < w->path_count; at++)
      if (a[at] != b[at])
        fail("profile of a visit", at, a[at], b[at]);
  }
  free(a);
  free(b);
}

static uint32_t same_phases(const struct analysis *w, const struct analysis *m) {
  uint32_t findings = 0;
  EACH(series, series, series_count,
       (SAME(region), SAME(path), SAME(visits), SAME(shift), SAME(point_count), SAME(location_count), SAME(typical),
        SAME(finding_count), SAME(outliers), SAME(outlying), same_points(w, a, b), same_profiles(w, m, a, b),
        (void)(findings += a->finding_count)));
  for (uint32_t i = 0; i < w->series_count; i++)
    for (uint32_t at = 0; at < w->series[i].finding_count; at++) {
      const struct series_finding *a = &w->series[i].findings[at], *b = &m->series[i].findings[at];
      SAME(kind), SAME(visit), SAME(time), SAME(typical), SAME(growth), SAME(lost), SAME(path), SAME(waits);
      SAME(more), SAME(waited);
    }
  return findings;
}

static const struct same_rows_names names = {call_function, call_file, call_where};
static const struct same_rows_wanted joined[] = {{.by = (1u << SAME_BY_COUNT) - 1, .names = &names},
                                                 {.by = (1u << SAME_BY_COUNT) - 1, .apart = true, .names = &names}};

static void same_joined(const struct analysis *w, struct analysis *m, struct same_row_spreads *const spreads[2]) {
  for (unsigned i = 0; i < 2 * SAME_BY_COUNT; i++) {
    const bool apart = joined[i % 2].apart;
    struct same_rows x, y;
    m->spreads = spreads[i % 2];
    if (!same_rows_find(&x, w, i / 2, apart, &names) || !same_rows_find(&y, m, i / 2, apart, &names))
      exit(1);
    if (x.count != y.count || x.no_spread || y.no_spread)
      fail("joined regions", i, x.count, y.no_spread ? NAN : y.count);
    for (uint32_t at = 0; at < x.count; at++) {
      const struct same_row *a = &x.at[at], *b = &y.at[at];
      SAME(region.key), SAME(region.shares), SAME(regions), SAME(instances), SAME(barrier);
      same_totals(&a->region.totals, &b->region.totals, at);
      same_spread(&a->region.exclusive, &b->region.exclusive, at);
    }
    same_rows_free(&x);
    same_rows_free(&y);
  }
}

static const char *const of_interest[] = {"step"};

static bool merge(struct analysis *to, const struct experiment *frame, const struct experiment *whole,
                  struct same_row_spreads *const spreads[2]) {
  struct job_sums *m = job_sums_begin(to, frame);
  const unsigned keep = ROWS_OF_REGIONS | ROWS_OF_PATHS | ROWS_LISTED | ROWS_OF_VECTORS | ROWS_FOUND | ROWS_OF_PHASES;
  bool good = m && location_rows_begin(to, keep, NULL) && efficiency_ranks_begin(to, of_interest, 1);
  for (uint32_t i = 0; good && i < whole->process_count; i++) {
    struct experiment rank;
    struct analysis a = {.experiment = NULL};
    struct pomp_bytes bytes = {.size = 0};
    good = experiment_of_rank(&rank, whole, i) && analyse(&a, &rank);
    if (good) {
      rank_analysis_put(&a, keep, &bytes);
      efficiency_rank(&a, of_interest, 1, &bytes);
      same_row_spreads_put(&a, &joined[0], &bytes);
      same_row_spreads_put(&a, &joined[1], &bytes);
      good = !bytes.failed && job_sums_add(m, i, &bytes) && efficiency_ranks_add(to->efficiency, i, &bytes) &&
             same_row_spreads_add(spreads[0], &bytes) && same_row_spreads_add(spreads[1], &bytes) &&
             bytes.taken == bytes.size;
    }
    analysis_free(&a);
    experiment_of_rank_free(&rank);
    free(bytes.at);
  }
  good = good && job_sums_conclude(m);
  job_sums_free(m);
  return good;
}

static void check(const struct experiment *whole) {
  struct analysis w, m;
  struct experiment frame = *whole;
  frame.nodes = NULL;
  frame.origins = NULL;
  frame.extras = NULL;
  frame.node_count = frame.extra_count = frame.histogram_sum_count = frame.histogram_count = frame.sample_count = 0;
  struct same_row_spreads *spreads[] = {same_row_spreads_begin(&joined[0]), same_row_spreads_begin(&joined[1])};
  if (!spreads[0] || !spreads[1] || !analyse(&w, whole) || !merge(&m, &frame, whole, spreads))
    fail("it can't be done", 0, 0, 0);
  same_paths(&w, &m);
  same_regions(&w, &m);
  same_locations(&w, &m);
  same_lists(&w, &m);
  same_whole(&w, &m);
  same_kept(&w, &m);
  same_joined(&w, &m, spreads);
  same_efficiency(&w, &m, NULL);
  same_efficiency(&w, &m, of_interest[0]);
  efficiency_ranks_free(m.efficiency);
  same_row_spreads_free(spreads[0]);
  same_row_spreads_free(spreads[1]);
  printf("%u processes, %u locations, %u call paths, %u regions, %u waits, %u latest, %u idle, %u phases with %u "
         "findings\n",
         whole->process_count, whole->location_count, w.path_count, w.region_count, w.blame_count, w.latest_count,
         w.idle_count, w.series_count, same_phases(&w, &m));
  analysis_free(&w);
  analysis_free(&m);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    struct loaded l;
    name = argv[i];
    if (!load(&l, argv[i]))
      return 1;
    check(&l.experiment);
    experiment_free(&l.experiment);
  }
  return argc < 2;
}
