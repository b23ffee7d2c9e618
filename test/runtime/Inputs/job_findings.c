/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job_findings EXPERIMENT... - the findings that processes tell one by one, put together for an analysis that has no
 * call paths of locations, are those of the whole: every member, and every bit of the figures. */
#include "files/call_sites.h"
#include "files/load.h"
#include "files/rank_experiment.h"
#include "findings/diagnosis.h"
#include "findings/look_at.h"
#include "pomp_bytes.h"
#include "sums/analysis.h"
#include "sums/job_sums.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *name;
_Noreturn static void fail(const char *what, uint32_t finding, double a, double b) {
  printf("%s: %s of finding %u: %.17g and %.17g\n", name, what, finding, a, b);
  exit(1);
}
#define SAME(member)                                                                                                   \
  ((a->member) == (b->member) ? (void)0 : fail(#member, at, (double)(a->member), (double)(b->member)))

static void same_finding(const struct finding *a, const struct finding *b, uint32_t at) {
  SAME(property), SAME(region), SAME(path), SAME(also), SAME(severity), SAME(saving), SAME(of), SAME(error);
  SAME(team), SAME(within), SAME(location_count), SAME(evidence_count), SAME(cause_process), SAME(cause_region);
  SAME(judged), SAME(by_cpu), SAME(by_run), SAME(of_members), SAME(help);
  if (strcmp(a->why, b->why) != 0 || strcmp(a->advice, b->advice) != 0) {
    printf("%s\n%s\n", a->advice, b->advice);
    fail("text", at, 0, 0);
  }
  if (memcmp(a->locations, b->locations, a->location_count * sizeof *a->locations) != 0)
    fail("locations", at, 0, 0);
  for (uint32_t i = 0; i < a->evidence_count; i++) {
    if (strcmp(a->evidence[i].key, b->evidence[i].key) != 0 || strcmp(a->evidence[i].unit, b->evidence[i].unit) != 0)
      fail(a->evidence[i].key, at, 0, 0);
    if (a->evidence[i].value != b->evidence[i].value)
      fail(a->evidence[i].key, at, a->evidence[i].value, b->evidence[i].value);
  }
}

static void same_ledger(const struct explained_time *a, const struct explained_time *b) {
  uint32_t at = 0;
  SAME(count);
  for (int kind = 0; kind < EXPLAINED_KINDS; kind++)
    SAME(time[kind]), SAME(explained[kind]);
  for (; at < a->count; at++)
    SAME(places[at].kind), SAME(places[at].region), SAME(places[at].time), SAME(places[at].explained);
}

static uint32_t same_looks(const struct diagnosis *w, const struct diagnosis *m) {
  struct looks x, y;
  const struct looks *a = &x, *b = &y;
  uint32_t at = 0;
  if (!look_at_find(&x, w) || !look_at_find(&y, m))
    exit(1);
  SAME(count);
  for (; at < a->count; at++)
    SAME(rows[at].region), SAME(rows[at].line), SAME(rows[at].time), SAME(rows[at].finding);
  look_at_free(&x);
  look_at_free(&y);
  return at;
}

/* Makes the analysis of the whole without its call paths, and the diagnosis. */
static bool gather(struct diagnosis *d, struct analysis *to, const struct experiment *frame,
                   const struct experiment *whole) {
  struct job_sums *m = job_sums_begin(to, frame);
  struct job_findings *g = diagnosis_begin();
  bool good = m && g;
  for (uint32_t i = 0; good && i < whole->process_count; i++) {
    struct experiment rank;
    struct analysis a = {.experiment = NULL};
    struct pomp_bytes sums = {.size = 0}, told = {.size = 0};
    good = experiment_of_rank(&rank, whole, i) && analyse(&a, &rank);
    if (good) {
      rank_analysis_put(&a, 0, &sums);
      good = job_sums_add(m, i, &sums) && diagnose_rank(&a, &told) && diagnosis_add(g, i, &told) &&
             told.taken == told.size;
    }
    analysis_free(&a);
    experiment_of_rank_free(&rank);
    free(sums.at);
    free(told.at);
  }
  good = good && job_sums_conclude(m);
  to->job_findings = g;
  good = good && diagnose(d, to);
  job_sums_free(m);
  diagnosis_end(g);
  return good;
}

static void check(const struct experiment *whole) {
  struct analysis w, m;
  struct diagnosis a, b;
  struct experiment frame = *whole;
  frame.nodes = NULL;
  frame.origins = NULL;
  frame.extras = NULL;
  frame.node_count = frame.extra_count = frame.histogram_sum_count = frame.histogram_count = frame.sample_count = 0;
  if (!analyse(&w, whole) || !diagnose(&a, &w) || !gather(&b, &m, &frame, whole))
    fail("it can't be done", 0, 0, 0);
  if (a.count != b.count)
    fail("count", 0, a.count, b.count);
  for (uint32_t i = 0; i < a.count; i++)
    same_finding(&a.findings[i], &b.findings[i], i);
  same_ledger(&a.explained, &b.explained);
  printf("%u processes, %u findings, %u looks\n", whole->process_count, a.count, same_looks(&a, &b));
  diagnosis_free(&a);
  diagnosis_free(&b);
  analysis_free(&w);
  analysis_free(&m);
}

int main(int argc, char **argv) {
  for (int i = 1; i < argc; i++) {
    struct loaded l;
    name = argv[i];
    if (!load(&l, argv[i]) || !call_sites_find(&l.experiment))
      return 1;
    check(&l.experiment);
    experiment_free(&l.experiment);
  }
  return argc < 2;
}
