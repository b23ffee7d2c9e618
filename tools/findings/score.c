/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* score.c - what measuring cost by the names that a filter can exclude, and the choice of those to exclude.
 * Not here: the bytes of traces (score_trace.c), tables and JSON (score_view.c). */
#include "findings/score.h"
#include "base/user_error.h"
#include "files/call_sites.h"
#include "pomp_filter.h"
#include "pomp_names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_OVERHEAD 0.05 /* the aim if none is given */
#define KEPT_PART 0.01      /* of threads x wall: so much waiting or imbalance is of interest */
#define MIN_GAIN 0.001      /* of the cost of all: less is no rule worth */

#define SCORE_ROW(name, id, words) id,
const char *const score_kept_ids[] = {SCORE_KEPT(SCORE_ROW)};
#undef SCORE_ROW
#define SCORE_ROW(name, id, words) words,
const char *const score_kept_words[] = {SCORE_KEPT(SCORE_ROW)};
#undef SCORE_ROW

static const struct construct *construct_of(const struct score *s, const struct score_entry *e) {
  return &s->analysis->experiment->constructs[e->construct];
}

/* The runtime asks the rules about the same names: state/region_filter.c. */
static bool is_plain(const struct construct *c) {
  return *c->sub_name && (strcmp(c->name, "function") == 0 || strcmp(c->name, "region") == 0);
}
static bool carries(const char *name) {
  return strstr(name, "parallel") || strstr(name, "teams") || strstr(name, "taskloop") || strcmp(name, "task") == 0;
}

/* --- which entries there are --- */

static int by_name(const void *a, const void *b) {
  return strcmp(((const struct score_entry *)a)->name, ((const struct score_entry *)b)->name);
}

static void name_entry(struct score_entry *e, const struct construct *c, uint32_t number) {
  const char *plain = is_plain(c) ? c->sub_name : NULL;
  e->construct = number;
  e->constructs = 1;
  pomp_region_name(e->name, sizeof e->name, POMP_ROLE_USER, c->name, c->sub_name);
  score_pattern(e->pattern, sizeof e->pattern, plain ? plain : e->name);
}

/* Makes an entry for each name, and tells each construct which one is its own. */
static bool find_entries(struct score *s) {
  const struct experiment *e = s->analysis->experiment;
  s->entries = calloc(e->construct_count + 1ull, sizeof *s->entries);
  s->of_construct = calloc(e->construct_count + 1ull, sizeof *s->of_construct);
  if (!s->entries || !s->of_construct)
    return false;
  for (uint32_t i = 0; i < e->construct_count; i++)
    name_entry(&s->entries[i], &e->constructs[i], i);
  qsort(s->entries, e->construct_count, sizeof *s->entries, by_name);
  for (uint32_t i = 0; i < e->construct_count; i++) {
    uint32_t construct = s->entries[i].construct;
    if (s->count && by_name(&s->entries[s->count - 1], &s->entries[i]) == 0) {
      struct score_entry *first = &s->entries[s->count - 1];
      first->constructs++;
      first->construct = construct < first->construct ? construct : first->construct;
    } else {
      s->entries[s->count++] = s->entries[i];
    }
    s->of_construct[construct] = (uint32_t)s->count - 1;
  }
  return true;
}

static void add_region(struct score *s, const struct region *r) {
  struct score_entry *e = &s->entries[s->of_construct[r->construct - s->analysis->experiment->constructs]];
  double interesting = KEPT_PART * (double)s->analysis->all.allocation;
  bool waits = pomp_role_is(r->role, POMP_IS_WAITING);
  e->visits += r->totals.visits;
  e->self += r->totals.exclusive;
  e->wait += waits ? r->totals.exclusive : r->totals.wait;
  e->measuring += r->measuring;
  e->excluded += r->excluded;
  if (carries(r->construct->name))
    e->kept = SCORE_CARRIES;
  else if (r->role == POMP_ROLE_MPI)
    e->kept = SCORE_MPI;
  else if (!e->kept && r->balance.known && (double)r->balance.max - r->balance.mean > interesting)
    e->kept = SCORE_LATE;
}

/* True if a rule for this entry would exclude another one that is to be kept: a function and a user region may have the
 * same name. */
static bool hits_kept(const struct score *s, const struct score_entry *e) {
  const struct construct *c = construct_of(s, e);
  for (size_t i = 0; i < s->count; i++) {
    const struct construct *other = construct_of(s, &s->entries[i]);
    if (s->entries[i].kept && is_plain(c) && is_plain(other) && strcmp(c->sub_name, other->sub_name) == 0)
      return true;
  }
  return false;
}

/* Keeps also what waits, and what can't be named alone. */
static void keep_telling(struct score *s) {
  for (size_t i = 0; i < s->count; i++)
    if (!s->entries[i].kept && (double)s->entries[i].wait > KEPT_PART * (double)s->analysis->all.allocation)
      s->entries[i].kept = SCORE_WAITS;
  for (size_t i = 0; i < s->count; i++)
    if (!s->entries[i].kept && hits_kept(s, &s->entries[i]))
      s->entries[i].kept = SCORE_SHARES;
}

/* A function that has not been compiled in costs nothing, and what waits in it is a construct. */
static void keep_constructs(struct score *s) {
  for (size_t i = 0; i < s->count; i++) {
    struct score_entry *e = &s->entries[i];
    const bool is_function = score_is_function(s, e);
    e->kept = is_function ? SCORE_FREE : e->kept ? e->kept : SCORE_CONSTRUCT;
    e->excluded = is_function ? 0 : e->excluded;
  }
}

static int by_cost(const void *a, const void *b) {
  const struct score_entry *x = a, *y = b;
  if (x->measuring != y->measuring)
    return x->measuring < y->measuring ? 1 : -1;
  return strcmp(x->name, y->name);
}

static bool add_up(struct score *s) {
  const struct analysis *a = s->analysis;
  for (uint32_t i = 1; i < a->region_count; i++)
    if (a->regions[i].construct)
      add_region(s, &a->regions[i]);
  if (s->compiled)
    keep_constructs(s);
  else
    keep_telling(s);
  qsort(s->entries, s->count, sizeof *s->entries, by_cost);
  uint32_t *moved = calloc(s->count + 1, sizeof *moved); /* where the entry of this construct is now */
  for (size_t i = 0; moved && i < s->count; i++)
    moved[s->of_construct[s->entries[i].construct]] = (uint32_t)i;
  for (uint32_t i = 0; moved && i < a->experiment->construct_count; i++)
    s->of_construct[i] = moved[s->of_construct[i]];
  free(moved);
  return moved != NULL;
}

/* --- which of them to leave out --- */

double score_overhead(const struct score *s, const struct score_sums *sums) {
  double all = (double)s->analysis->all.allocation - (s->all.measuring - sums->measuring);
  return all > 0 ? sums->measuring / all : 0;
}

/* Returns how many visits tasks have that more than one thread executed. */
static uint64_t shared_tasks(const struct analysis *a) {
  uint64_t visits = 0;
  for (uint32_t i = 0; i < a->region_count; i++)
    if (a->regions[i].role == POMP_ROLE_TASK && a->regions[i].shares > 1)
      visits += a->regions[i].totals.visits;
  return visits;
}

bool score_left_is_least(const struct score *s) {
  const uint64_t few = s->all.visits / 20;
  return analysis_measuring_is_least(s->analysis) ||
         (s->lost.visits > few && shared_tasks(s->analysis) > few && score_overhead(s, &s->left) > 0.01);
}

/* Adds up what the chosen entries cost. The size of the file is about that, until choose() has it exactly. */
static void add_lost(struct score *s) {
  double bytes = 0;
  s->lost = (struct score_sums){0};
  for (size_t i = 0; i < s->count; i++) {
    const struct score_entry *e = &s->entries[i];
    if (!e->chosen)
      continue;
    s->lost.visits += e->visits;
    s->lost.self += e->self;
    s->lost.wait += e->wait;
    s->lost.measuring += e->measuring - e->excluded;
    bytes += e->bytes;
  }
  s->left.visits = s->all.visits - s->lost.visits;
  s->left.measuring = s->all.measuring - s->lost.measuring;
  s->left.file = (double)s->all.file > bytes ? s->all.file - (uint64_t)bytes : 0;
}

static bool is_reached(const struct score *s) {
  return (s->overhead == 0 || score_overhead(s, &s->left) <= s->overhead) &&
         (!s->trace_size || !s->bytes_known || s->left.file <= s->trace_size);
}

/* Returns the entry that costs most for the time that it tells of: the finest one. Functions in which serial code was
 * sampled come last. NULL: there is none left. */
static struct score_entry *finest(struct score *s) {
  struct score_entry *best = NULL;
  double most = 0;
  for (size_t i = 0; i < s->count; i++) {
    struct score_entry *e = &s->entries[i];
    bool for_time = s->overhead != 0 && score_overhead(s, &s->left) > s->overhead;
    double cost = for_time ? e->measuring - e->excluded : e->bytes,
           all = for_time ? s->all.measuring : (double)s->all.file;
    double fineness = cost / ((double)e->self + 1);
    if (e->kept || e->chosen || cost < MIN_GAIN * all || fineness <= 0)
      continue;
    if (best && (e->sampled != best->sampled ? e->sampled : fineness <= most))
      continue;
    most = fineness;
    best = e;
  }
  return best;
}

/* Takes back what turned out not to be needed. */
static void take_back(struct score *s) {
  for (size_t i = s->count; i-- > 0;) {
    if (!s->entries[i].chosen)
      continue;
    s->entries[i].chosen = false;
    add_lost(s);
    s->entries[i].chosen = !is_reached(s);
  }
  add_lost(s);
}

/* Where records are left out, others are longer: a file that is too large after all loses more. */
static bool choose(struct score *s, const struct loaded *l) {
  struct score_entry *e;
  if (s->compiled)
    score_add_sampled(s);
  if (s->compiled && !score_functions(s))
    return false;
  add_lost(s);
  while (!is_reached(s) && (e = finest(s))) {
    e->chosen = true;
    add_lost(s);
  }
  if (is_reached(s) && !s->compiled)
    take_back(s);
  bool good = score_trace_filtered(s, l);
  while (good && !is_reached(s) && (e = finest(s))) {
    e->chosen = true;
    add_lost(s);
    good = score_trace_filtered(s, l);
  }
  s->reached = is_reached(s);
  return good;
}

bool score_make(struct score *s, const struct analysed_experiment *o, const struct score_aims *aims) {
  const struct loaded *l = &o->loaded;
  const struct analysis *a = &o->analysis;
  *s = (struct score){.analysis = a, .compiled = aims->functions};
  s->overhead = aims->overhead > 0 ? aims->overhead / 100 : aims->trace_size ? 0 : USUAL_OVERHEAD;
  s->trace_size = aims->trace_size;
  if (!find_entries(s) || !add_up(s) || !score_trace(s, l))
    return false;
  s->all.visits = a->all.visits;
  s->all.wait = a->all.waiting;
  s->all.measuring = a->measuring;
  return choose(s, l);
}

void score_free(struct score *s) {
  free(s->entries);
  free(s->of_construct);
  prediction_free(s->prediction);
}

/* --- the filter file --- */

static void write_rules(FILE *out, const struct score *s) {
  fprintf(out, "# Suggested by pomp-report --%s for %s.\n", s->compiled ? "suggest-functions" : "score",
          s->analysis->experiment->program);
  if (s->compiled)
    fputs("# It is for pomp-clang --pomp-functions=all --pomp-filter=FILE.\n", out);
  fprintf(out, "# Measuring takes %.2f %% of threads x wall, and %.2f %% with this filter.\n",
          100 * score_overhead(s, &s->all), 100 * score_overhead(s, &s->left));
  for (size_t i = 0; i < s->count; i++)
    if (s->entries[i].sampled)
      fprintf(out, "# %llu samples of serial code are in %s.\n", (unsigned long long)s->entries[i].samples,
              s->entries[i].name);
  if (!s->lost.visits) {
    fprintf(out, "# There is nothing to exclude.\n");
    return;
  }
  fprintf(out, "# It loses %llu of %llu visits; %.3f s of self time become that of the regions around.\n",
          (unsigned long long)s->lost.visits, (unsigned long long)s->all.visits, (double)s->lost.self * 1e-9);
  fprintf(out, "SCOREP_REGION_NAMES_BEGIN\n  EXCLUDE\n");
  for (size_t i = 0; i < s->count; i++)
    if (s->entries[i].chosen)
      fprintf(out, "    %s # %llu visits, self %.3f s, waiting %.3f s\n", s->entries[i].pattern,
              (unsigned long long)s->entries[i].visits, (double)s->entries[i].self * 1e-9,
              (double)s->entries[i].wait * 1e-9);
  fprintf(out, "SCOREP_REGION_NAMES_END\n");
}

bool score_write_filter(const struct score *s, const char *file) {
  FILE *out = fopen(file, "w");
  if (!out)
    return user_error(file, "can't write: %s", strerror(errno));
  write_rules(out, s);
  bool good = !ferror(out);
  if (fclose(out) != 0 || !good)
    return user_error(file, "can't write: %s", strerror(errno));
  return true;
}
