/* fuzz_reader.c - gives what libFuzzer thinks of to the reader of experiments and, if that takes it, to the analysis
 * and to the views. No corpus lives here; fuzz.test starts from a real experiment and from some made by hand. */
#include "findings/comparison.h"
#include "findings/critical_traces.h"
#include "findings/efficiency.h"
#include "mutate_words.h"
#include "show/report.h"
#include "show/report_views.h"
#include "sums/samples.h"
#include "sums/sums.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed) {
  return mutate_words(data, size, max_size, seed, 4);
}

/* Each factor of the efficiency is between 0 and 1, and the product of those below it. */
static void check_efficiency(const struct analysis *a) {
  struct efficiency f;
  if (!efficiency_find(&f, a, NULL))
    abort();
  for (int i = 0; i < FACTORS; i++) {
    double product = 1;
    bool has_parts = false;
    for (int k = i + 1; k < FACTORS; k++)
      if ((int)factor_rows[k].above == i) {
        product *= f.factor[k];
        has_parts = true;
      }
    if (f.factor[i] < 0 || f.factor[i] > 1 + 1e-9 || (has_parts && fabs(product - f.factor[i]) > 1e-6))
      abort();
  }
}

/* Checks what must hold of any numbers. */
static void check(const struct analysis *a) {
  const struct experiment *e = a->experiment;
  for (uint32_t i = 0; i < e->node_count; i++)
    if (a->nodes[i].inclusive < a->nodes[i].exclusive || (i >= e->location_count && e->nodes[i].parent >= i))
      abort();
  for (uint32_t i = 0; i < a->region_count; i++)
    if (balance_imbalance(&a->regions[i].balance) < 0 || balance_imbalance(&a->regions[i].balance) > 1)
      abort();
  if (a->all.idle > a->all.allocation || a->all.threads == 0)
    abort();
  check_efficiency(a);
}

/* Each sample counts once: at the roots of both trees, in a line, and in a state. */
static void check_samples(const struct samples *s) {
  const uint64_t all = s->analysis->sampled->all.count;
  uint64_t lines = 0, found = 0;
  for (uint32_t i = 0; i < s->line_count; i++)
    lines += s->lines[i].samples.count;
  for (uint32_t i = 0; i < s->analysis->sampled->found_count; i++)
    found += s->analysis->sampled->found[i].samples.count;
  if (s->steps[0].total.count != all || s->below[0].total.count != all || lines != all || found != all)
    abort();
}

/* Reads the files as if two ranks had left them. */
static void join_with_itself(const uint8_t *data, size_t size) {
  char error[256];
  struct experiment e, *parts = calloc(2, sizeof *parts);
  struct analysis a;
  if (!parts)
    abort();
  for (int i = 0; i < 2; i++)
    if (!experiment_parse(&parts[i], data, size, NULL, error, sizeof error))
      abort(); /* it could be read before */
  if (experiment_join(&e, parts, 2, error, sizeof error)) {
    if (analyse(&a, &e))
      check(&a);
    analysis_free(&a);
  }
  experiment_free(&e);
}

static bool is_as_of_all(const struct region *r, const struct region *whole) {
  const struct balance *b = &r->balance, *c = &whole->balance;
  return r->key == whole->key && r->shares == whole->shares && r->totals.inclusive == whole->totals.inclusive &&
         r->exclusive.min == whole->exclusive.min && r->exclusive.max == whole->exclusive.max &&
         r->visit_time == whole->visit_time && r->cpu.on_cpu == whole->cpu.on_cpu && r->cpu.max == whole->cpu.max &&
         b->known == c->known && (!b->known || (b->by_instances == c->by_instances && b->max == c->max));
}

/* Adds it up while it is read: if that can be, the sums are those of the analysis. */
static void add_up(const struct analysis *whole, const uint8_t *data, size_t size) {
  char error[256];
  struct experiment e;
  struct analysis a;
  struct sums *s = sums_new(&a, true);
  const struct experiment_way way = {.taker = s ? sums_taker(s) : NULL};
  if (!s || !experiment_parse(&e, data, size, &way, error, sizeof error))
    abort(); /* it could be read before */
  if (e.taken && (!sums_conclude(s, &e) || a.path_count != whole->path_count || a.open != whole->open ||
                  a.all.in_regions != whole->all.in_regions || a.all.outside != whole->all.outside ||
                  a.all.idle != whole->all.idle || a.all.waiting != whole->all.waiting))
    abort();
  for (uint32_t i = 0; e.taken && whole->experiment->by_location && i < a.region_count; i++)
    if (!is_as_of_all(&a.regions[i], &whole->regions[i]))
      abort();
  for (uint32_t i = 0; e.taken && whole->experiment->by_location && i < a.path_count; i++) {
    const struct path *p = &a.paths[i], *q = &whole->paths[i];
    const struct totals *x = &p->totals, *y = &q->totals;
    if (a.regions[p->region].key != whole->regions[q->region].key || p->parent != q->parent || p->nodes != q->nodes ||
        p->subtree != q->subtree || p->first_child != q->first_child || x->visits != y->visits ||
        x->inclusive != y->inclusive || x->exclusive != y->exclusive || x->wait != y->wait || x->tasks != y->tasks ||
        x->delay != y->delay || x->held != y->held || x->contended != y->contended || x->min != y->min ||
        x->max != y->max || x->open != y->open || x->messages.sent_bytes != y->messages.sent_bytes)
      abort();
  }
  sums_free(s);
  analysis_free(&a);
  experiment_free(&e);
}

/* Compares it with itself: then nothing differs. */
static void compare(const struct analysed_experiment *o) {
  struct comparison c;
  struct run r;
  if (!run_take(&r, &o->loaded, &o->analysis, false) || !comparison_begin(&c, o->loaded.experiment.node_count % 2))
    abort();
  if (!comparison_add(&c, SIDE_A, &r) || !comparison_add(&c, SIDE_B, &r))
    abort();
  comparison_end(&c);
  for (uint32_t i = 0; i < c.row_count; i++)
    if (comparison_change(&c.rows[i], RUN_SELF).difference != 0 || *compared_state(&c.rows[i]))
      abort();
  comparison_free(&c);
  run_free(&r);
}

/* Prints all views, each also with the word that it takes. */
static void show(FILE *nowhere, const struct analysed_experiment *o) {
  const struct loaded *l = &o->loaded;
  const struct analysis *a = &o->analysis;
  struct report_request request = {.names = NULL};
  const struct view_input s = {.out = nowhere, .experiments = o, .experiment_count = 1, .request = &request};
  const struct view *v;
  report_head(nowhere, l, a);
  for (size_t i = 0; (v = view_at(i)); i++) {
    if (!v->print || ((v->tells & NEEDS_CRITICAL) && !a->critical)) /* the first opens experiments itself */
      continue;
    v->print(&s, v);
    request.worded[i] = true;
    if (v->word)
      v->print(&s, v);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static struct analysed_experiment o;
  static FILE *nowhere;
  char error[256];
  struct experiment *e = &o.loaded.experiment;
  if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
    abort();
  if (experiment_parse(e, data, size, NULL, error, sizeof error)) {
    if (analyse(&o.analysis, e)) {
      check(&o.analysis);
      o.analysis.samples = samples_find(&o.analysis);
      if (o.analysis.samples)
        check_samples(o.analysis.samples);
      critical_profile_find(&o);
      show(nowhere, &o);
      compare(&o);
      add_up(&o.analysis, data, size);
    }
    critical_traces_free(&o);
    samples_free(o.analysis.samples);
    analysis_free(&o.analysis);
    join_with_itself(data, size);
  } else if (!memchr(error, 0, sizeof error) || !*error)
    abort();
  experiment_free(e);
  return 0;
}
