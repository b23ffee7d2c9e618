/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* look_at.c - reads the compiler's notes of constructs, and keeps those behind which there is time.
 * Not here: how they are shown (tools/show/look_at_view.c). */
#include "findings/look_at.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PART_WORTH 0.05 /* of the wall time */

static const struct kind {
  const char *word, *before, *after, *cure;
} kinds[] = {
#define POMP_NOTE(KIND, WORD, BEFORE, AFTER, CURE) {WORD, BEFORE, AFTER, CURE},
#include "pomp_notes.def"
#undef POMP_NOTE
};

/* NULL: it is no kind that is known. */
static const struct kind *kind_of(const char *word, size_t length) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strlen(kinds[i].word) == length && memcmp(kinds[i].word, word, length) == 0)
      return &kinds[i];
  return NULL;
}

/* True if the region's own time is that of the construct's code. */
static bool is_code(const struct region *r) {
  return r->role != POMP_ROLE_FORK && !pomp_role_is(r->role, POMP_IS_WAITING);
}

/* Returns in which part of the construct most of all time is. */
static uint32_t main_part(const struct analysis *a, const struct construct *c) {
  uint32_t most = NO_REGION;
  for (uint32_t i = 0; i < a->region_count; i++)
    if (a->regions[i].construct == c && is_code(&a->regions[i]) &&
        (most == NO_REGION || a->regions[i].totals.exclusive > a->regions[most].totals.exclusive))
      most = i;
  return most;
}

double look_at_time(const struct analysis *a, uint32_t construct, double *times) {
  const struct construct *c = &a->experiment->constructs[construct];
  double longest = 0;
  if (!c->notes || !*c->notes)
    return 0;
  memset(times, 0, a->experiment->location_count * sizeof *times);
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct region *r = &a->regions[i];
    if (r->construct != c || !is_code(r))
      continue;
    const struct share *shares = analysis_shares(a, r);
    for (uint32_t k = 0; k < r->shares; k++) {
      double *time = &times[shares[k].location];
      *time += shares[k].exclusive > shares[k].wait ? (double)(shares[k].exclusive - shares[k].wait) : 0;
      longest = *time > longest ? *time : longest;
    }
  }
  return longest;
}

static uint32_t finding_of(const struct diagnosis *d, const struct construct *c) {
  for (uint32_t i = 0; i < d->count; i++) {
    const struct finding *f = &d->findings[i];
    if (f->judged && f->region != NO_REGION && d->analysis->regions[f->region].construct == c)
      return i;
  }
  return NO_FINDING;
}

/* Adds the note at the begin of the text, `KIND LINE WHAT`, up to a semicolon. */
static bool add(struct looks *l, const char *text, const struct look_at *like) {
  const size_t word = strcspn(text, " "), whole = strcspn(text, ";");
  const struct kind *kind = word < whole ? kind_of(text, word) : NULL;
  char *what;
  const long line = kind ? strtol(text + word, &what, 10) : 0;
  if (!kind || line <= 0 || what >= text + whole || *what != ' ')
    return true;
  struct look_at *more = realloc(l->rows, (l->count + 1ull) * sizeof *more);
  if (!more)
    return false;
  l->rows = more;
  more[l->count] = *like;
  more[l->count].kind = kind->word;
  more[l->count].line = (int)line;
  more[l->count].cure = kind->cure;
  if (asprintf(&more[l->count].text, "%s%.*s%s", kind->before, (int)(text + whole - what - 1), what + 1, kind->after) <
      0)
    return false;
  l->count++;
  return true;
}

static int by_time(const void *x, const void *y) {
  const struct look_at *a = x, *b = y;
  if (a->time != b->time)
    return a->time > b->time ? -1 : 1;
  return a->line != b->line ? (a->line < b->line ? -1 : 1) : strcmp(a->text, b->text);
}

bool look_at_find(struct looks *l, const struct diagnosis *d) {
  const struct experiment *e = d->analysis->experiment;
  double *times = calloc(e->location_count + 1ull, sizeof *times);
  bool good = times;
  *l = (struct looks){.rows = NULL};
  for (uint32_t i = 0; good && i < e->construct_count; i++) {
    const struct construct *c = &e->constructs[i];
    if (!c->notes || !*c->notes)
      continue;
    const struct look_at like = {.region = main_part(d->analysis, c),
                                 .finding = finding_of(d, c),
                                 .time = d->noted ? d->noted[i] : look_at_time(d->analysis, i, times)};
    if (like.region == NO_REGION ||
        (like.finding == NO_FINDING && like.time < PART_WORTH * (double)d->analysis->all.wall))
      continue;
    for (const char *text = c->notes; good && *text; text += strspn(text, "; ")) {
      good = add(l, text, &like);
      text += strcspn(text, ";");
    }
  }
  if (l->count)
    qsort(l->rows, l->count, sizeof *l->rows, by_time);
  free(times);
  return good;
}

void look_at_free(struct looks *l) {
  for (uint32_t i = 0; i < l->count; i++)
    free(l->rows[i].text);
  free(l->rows);
  *l = (struct looks){.rows = NULL};
}
