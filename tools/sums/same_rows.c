/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* same_rows.c - finds which regions are one for a reader, and adds their figures up.
 * Not here: the regions (regions.c). */
#include "sums/same_rows.h"
#include "pomp_names.h"
#include "sums/analysis_steps.h"
#include "sums/region_locations.h"
#include "sums/same_row_spreads.h"

#include <stdlib.h>
#include <string.h>

/* --- names --- */

/* Returns how many of the signs here belong to the name of an operator, such as `operator<<`, and open no list. */
static size_t operator_signs(const char *function, const char *at) {
  static const char word[] = "operator";
  size_t length = sizeof word - 1;
  if ((size_t)(at - function) < length || strncmp(at - length, word, length) != 0)
    return 0;
  static const char *const signs[] = {"<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strncmp(at, signs[i], strlen(signs[i])) == 0)
      return strlen(signs[i]);
  return 0;
}

void same_rows_template(const char *function, const char *mark, char *text, size_t size) {
  size_t used = 0, depth = 0, signs = 0;
  for (const char *at = function; *at && used + 1 < size; at++) {
    signs = signs ? signs - 1 : operator_signs(function, at);
    bool opens = !signs && *at == '<', closes = !signs && *at == '>' && depth;
    if (opens && depth == 0 && mark) {
      int n = snprintf(text + used, size - used, "<%s", mark);
      used += n > 0 && (size_t)n < size - used ? (size_t)n : size - used - 1;
    }
    depth += opens;
    depth -= closes;
    if (depth == 0 && (mark || opens == closes) && used + 1 < size)
      text[used++] = *at;
  }
  text[used] = 0;
}

/* Which others a region is joined with is known by a text: those with the same one. */
struct named {
  char *text;
  uint32_t region;
};

static int by_text(const void *x, const void *y) {
  const struct named *a = x, *b = y;
  int order = strcmp(a->text, b->text);
  return order ? order : (a->region > b->region) - (a->region < b->region);
}

bool same_rows_may_be(const struct region *r, enum same_by by, bool apart, const struct same_rows_names *names) {
  return by != SAME_BY_CONSTRUCT ||
         (!apart && r->construct && (strchr(names->function(r->construct), '<') || r->construct->is_site));
}

/* Returns the text that the region has in common with those that it is joined with; NULL: not enough memory. */
static char *text_of(const struct region *r, enum same_by by, bool apart, const struct same_rows_names *names) {
  char *text;
  static char buffer[3][16384];
  const char *function = names->function(r->construct);
  snprintf(buffer[0], sizeof buffer[0], "%s", function);
  if (!apart)
    same_rows_template(function, NULL, buffer[0], sizeof buffer[0]);
  buffer[1][0] = buffer[2][0] = 0;
  if (by == SAME_BY_KIND) {
    pomp_region_name(buffer[0], sizeof buffer[0], r->role, r->construct->name, "");
  } else if (by == SAME_BY_FUNCTION) {
    snprintf(buffer[1], sizeof buffer[1], "%s", *function ? names->file(r->construct) : "");
  } else {
    pomp_region_name(buffer[1], sizeof buffer[1], r->role, r->construct->name, r->construct->sub_name);
    names->where(r->construct, buffer[2], sizeof buffer[2]);
  }
  return asprintf(&text, "%s\n%s\n%s", buffer[0], buffer[1], buffer[2]) < 0 ? NULL : text;
}

/* --- which regions are joined --- */

/* Returns the region of the construct that implies this barrier; NULL: no construct implies it, or no other part of the
 * construct was entered. */
static const struct region *owner_of(const struct analysis *a, const struct region *r) {
  if (r->role != POMP_ROLE_BARRIER || !r->construct ||
      pomp_begins_with(pomp_construct_name(r->construct->name), "barrier"))
    return NULL;
  for (uint32_t role = 1; role < POMP_ROLE_COUNT; role++) {
    const struct region *part = pomp_role_is(role, POMP_IS_WORKSHARING) ? analysis_part(a, r, role) : NULL;
    if (part)
      return part;
  }
  return analysis_part(a, r, POMP_ROLE_TEAM);
}

/* Gives each region the least number of those that it is joined with, in `of`. */
static bool find_leaders(const struct analysis *a, enum same_by by, bool apart, const struct same_rows_names *names,
                         uint32_t *of) {
  struct named *named = calloc(a->region_count + 1ull, sizeof *named);
  uint32_t count = 0;
  bool good = named != NULL;
  for (uint32_t i = 1; good && i < a->region_count; i++) {
    of[i] = i;
    if (!same_rows_may_be(&a->regions[i], by, apart, names))
      continue;
    named[count] = (struct named){text_of(&a->regions[i], by, apart, names), i};
    good = named[count++].text != NULL;
  }
  if (good && count)
    qsort(named, count, sizeof *named, by_text);
  for (uint32_t i = 1; good && i < count; i++)
    if (strcmp(named[i].text, named[i - 1].text) == 0)
      of[named[i].region] = of[named[i - 1].region];
  for (uint32_t i = 0; named && i < count; i++)
    free(named[i].text);
  free(named);
  for (uint32_t i = 1; good && by == SAME_BY_CONSTRUCT && i < a->region_count; i++) {
    const struct region *owner = owner_of(a, &a->regions[i]);
    if (owner)
      of[i] = of[owner - a->regions];
  }
  return good;
}

/* --- sums --- */

static bool is_own_barrier(const struct analysis *a, enum same_by by, uint32_t region) {
  return by == SAME_BY_CONSTRUCT && owner_of(a, &a->regions[region]) != NULL;
}

static void balance_add(struct balance *to, const struct balance *from) {
  to->by_instances = to->known ? to->by_instances && from->by_instances : from->by_instances;
  to->known |= from->known;
  to->in_teams |= from->in_teams;
  to->max += from->max;
  to->mean += from->mean;
  to->instances += from->instances;
  to->visits += from->visits;
  to->missing += from->missing;
}

/* Adds a region that is joined with the first one, which has been copied. */
static void add_region(struct same_row *g, const struct region *r) {
  struct region *to = &g->region;
  totals_add(&to->totals, &r->totals);
  balance_add(&to->balance, &r->balance);
  to->distribution = NULL;
  to->measuring += r->measuring;
  to->visit_time += r->visit_time;
  to->caused_wait += r->caused_wait;
  to->caused_waits += r->caused_waits;
  loop_counts_add(&to->loop, &r->loop);
  to->cpu.visits += r->cpu.visits;
  to->cpu.span += r->cpu.span;
  to->cpu.on_cpu += r->cpu.on_cpu;
  to->cpu.teams += r->cpu.teams;
  to->cpu.max += r->cpu.max;
  to->cpu.mean += r->cpu.mean;
  to->cpu.waited |= r->cpu.waited;
}

/* Adds the times of the barrier at a construct's end. Its inclusive time is in that of the construct, if it is in
 * it. */
static void add_barrier(struct same_row *g, const struct region *r) {
  struct totals *to = &g->region.totals;
  g->has_barrier = true;
  g->barrier += r->totals.exclusive;
  to->exclusive += r->totals.exclusive;
  to->wait += r->totals.wait;
  to->tasks += r->totals.tasks;
  g->region.measuring += r->measuring;
  for (uint32_t i = 0; i < to->metric_count; i++)
    to->metrics[i].exclusive = sum_of(to->metrics[i].exclusive, r->totals.metrics[i].exclusive);
}

static void add_apart(const struct analysis *a, struct same_rows *g, const uint32_t *of) {
  for (uint32_t p = 1; p < a->path_count; p++) {
    const struct path *path = &a->paths[p];
    uint32_t region = path->region, above = path->parent == NO_PATH ? 0 : a->paths[path->parent].region;
    if (!is_own_barrier(a, SAME_BY_CONSTRUCT, region) || (above && of[above] == of[region]))
      continue;
    struct totals *to = &g->at[of[region]].region.totals;
    to->inclusive = plus(to->inclusive, path->totals.inclusive);
    for (uint32_t i = 0; i < to->metric_count; i++)
      to->metrics[i].inclusive = sum_of(to->metrics[i].inclusive, path->totals.metrics[i].inclusive);
  }
}

/* Finds how many locations joined regions have, and how their time is spread over them. */
static void spread_over(const struct analysis *a, struct same_row *g, const uint32_t *members, uint32_t count,
                        uint64_t *sums, uint32_t *touched) {
  uint32_t locations = 0;
  for (uint32_t m = 0; m < count; m++) {
    const struct region *r = &a->regions[members[m]];
    const struct share *shares = analysis_shares(a, r);
    for (uint32_t i = 0; i < r->shares; i++) {
      const struct share *s = &shares[i];
      if (sums[s->location] == UINT64_MAX) {
        sums[s->location] = 0;
        touched[locations++] = s->location;
      }
      sums[s->location] += s->exclusive;
    }
  }
  struct spreading spread = {.min = UINT64_MAX};
  for (uint32_t i = 0; i < locations; i++) {
    spread_add(&spread, sums[touched[i]]);
    sums[touched[i]] = UINT64_MAX;
  }
  g->region.exclusive = spread_of(&spread, locations);
  g->region.shares = locations;
}

/* Fills in the rows' spreads from the processes' sums, where there are no nodes; `of` has the row of each region. */
static bool give_spreads(const struct analysis *a, struct same_rows *g, enum same_by by, bool apart,
                         const uint32_t *of) {
  bool several = false;
  for (uint32_t i = 0; i < g->count; i++)
    several |= by != SAME_BY_CONSTRUCT || g->at[i].regions > 1;
  g->no_spread = several && !same_row_spreads_has(a->spreads, by, apart);
  if (!several || g->no_spread)
    return true;
  struct spreading *spreads = malloc(g->count * sizeof *spreads);
  uint32_t *plain = malloc(a->region_count * sizeof *plain);
  for (uint32_t i = 0; spreads && i < g->count; i++)
    spreads[i] = (struct spreading){.min = UINT64_MAX};
  for (uint32_t i = 0; plain && i < a->region_count; i++)
    plain[i] = !i || is_own_barrier(a, by, i) ? g->count : of[i];
  const bool good = spreads && plain;
  g->no_spread = !good || !same_row_spreads_give(a->spreads, by, a, plain, g->count, spreads);
  for (uint32_t i = 0; !g->no_spread && i < g->count; i++)
    if (by != SAME_BY_CONSTRUCT || g->at[i].regions > 1)
      g->at[i].region.exclusive = spread_of(&spreads[i], g->at[i].region.shares);
  free(spreads);
  free(plain);
  return good;
}

/* True if the region is the function itself. */
static bool is_function(const struct region *r) {
  return r->role == POMP_ROLE_USER && r->construct && strcmp(r->construct->name, "function") == 0;
}

/* Joins the regions in `members` into a row; the first region stands for all. */
static void make_one(const struct analysis *a, struct same_rows *g, uint32_t number, enum same_by by,
                     const struct same_rows_names *names, const uint32_t *members, uint32_t count) {
  struct same_row *joined = &g->at[number];
  uint64_t visits = 0;
  uint32_t first = count;
  for (uint32_t m = 0; m < count; m++) {
    const struct region *r = &a->regions[members[m]];
    if (is_own_barrier(a, by, members[m]))
      continue;
    joined->regions++;
    if (by == SAME_BY_FUNCTION && is_function(r)) {
      visits += r->totals.visits;
      joined->has_visits = true;
    }
    if (first == count || (by == SAME_BY_FUNCTION && is_function(r) && !is_function(&a->regions[members[first]])))
      first = m;
  }
  struct totals totals = {.min = UINT64_MAX,
                          .metric_count = a->experiment->metric_count,
                          .metrics = g->metrics + (size_t)number * a->experiment->metric_count};
  joined->region = a->regions[members[first]];
  joined->region.totals = totals;
  totals_add(&joined->region.totals, &a->regions[members[first]].totals);
  for (uint32_t m = 0; m < count; m++) {
    if (is_own_barrier(a, by, members[m]))
      add_barrier(joined, &a->regions[members[m]]);
    else if (m != first)
      add_region(joined, &a->regions[members[m]]);
  }
  joined->instances = 1;
  for (uint32_t m = 0; m < count; m++)
    joined->instances +=
        by != SAME_BY_KIND && !is_own_barrier(a, by, members[m]) &&
        strcmp(names->function(a->regions[members[m]].construct), names->function(joined->region.construct)) != 0;
  joined->of_kind = by == SAME_BY_KIND;
  if (by == SAME_BY_FUNCTION)
    joined->region.totals.visits = visits;
  else
    joined->has_visits = true;
}

/* Joins the regions, which are in the order of their leaders, and gives each the number of what it is joined to in
 * place of its leader. */
static bool make_all(const struct analysis *a, struct same_rows *g, enum same_by by, bool apart,
                     const struct same_rows_names *names, const uint32_t *order, uint32_t *of) {
  const uint32_t locations = a->region_locations ? 0 : a->experiment->location_count;
  uint64_t *sums = malloc((locations + 1ull) * sizeof *sums);
  uint32_t *touched = calloc(locations + 1ull, sizeof *touched), used = 0;
  bool good = sums && touched;
  for (uint32_t i = 0; good && i < locations; i++)
    sums[i] = UINT64_MAX;
  for (uint32_t from = 1, to; good && from < a->region_count; from = to) {
    uint32_t count = 0;
    uint32_t leader = of[order[from]], *plain = g->members + used;
    for (to = from; to < a->region_count && of[order[to]] == leader; to++)
      if (!is_own_barrier(a, by, order[to]))
        plain[count++] = order[to];
    make_one(a, g, g->count, by, names, order + from, to - from);
    g->at[g->count].first_member = used;
    used += count;
    if (a->region_locations && (by != SAME_BY_CONSTRUCT || count > 1))
      good = region_locations_count(a, plain, count, &g->at[g->count].region.shares);
    else if (!a->region_locations && (by != SAME_BY_CONSTRUCT || count > 1))
      spread_over(a, &g->at[g->count], plain, count, sums, touched);
    for (uint32_t i = from; i < to; i++)
      of[order[i]] = g->count;
    g->count++;
  }
  free(sums);
  free(touched);
  return good && (!a->region_locations || give_spreads(a, g, by, apart, of));
}

static int by_leader(const void *x, const void *y, void *of) {
  uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
  uint32_t p = ((const uint32_t *)of)[a], q = ((const uint32_t *)of)[b];
  return p != q ? (p > q) - (p < q) : (a > b) - (a < b);
}

static int by_exclusive(const void *x, const void *y) {
  const struct same_row *a = x, *b = y;
  if (a->region.totals.exclusive != b->region.totals.exclusive)
    return a->region.totals.exclusive < b->region.totals.exclusive ? 1 : -1;
  return a->region.key < b->region.key ? -1 : a->region.key > b->region.key;
}

bool same_rows_find(struct same_rows *g, const struct analysis *a, enum same_by by, bool apart,
                    const struct same_rows_names *names) {
  uint32_t regions = a->region_count;
  uint32_t *order = malloc((regions + 1ull) * sizeof *order), *of = calloc(regions + 1ull, sizeof *of);
  *g = (struct same_rows){.at = calloc(regions + 1ull, sizeof *g->at),
                          .metrics =
                              calloc((regions + 1ull) * (a->experiment->metric_count + 1ull), sizeof *g->metrics)};
  g->members = malloc((regions + 1ull) * sizeof *g->members);
  bool good = order && of && g->at && g->metrics && g->members && find_leaders(a, by, apart, names, of);
  for (uint32_t i = 0; good && i < regions; i++)
    order[i] = i;
  if (good && regions > 1)
    qsort_r(order + 1, regions - 1, sizeof *order, by_leader, of);
  good = good && make_all(a, g, by, apart, names, order, of);
  if (good && by == SAME_BY_CONSTRUCT)
    add_apart(a, g, of);
  if (good && g->count)
    qsort(g->at, g->count, sizeof *g->at, by_exclusive);
  free(order);
  free(of);
  return good;
}

void same_rows_free(struct same_rows *g) {
  free(g->at);
  free(g->metrics);
  free(g->members);
}
