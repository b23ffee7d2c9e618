/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_rows.c - the functions of efficiency_rows.h.
 * Not here: what that header says. */
#include "efficiency_rows.h"
#include "pomp_text.h"
#include "user_error.h"

#include <stdlib.h>
#include <string.h>

static bool find_one(struct efficiency_row *row, const struct analysis *a) {
  if (!row->region)
    return efficiency_find(&row->efficiency, a, NULL, 0);
  bool *inside = calloc(a->experiment->node_count + 1ull, sizeof *inside);
  bool good = inside != NULL;
  uint64_t visits = good ? interest_mark(a, row->region, inside) : 0;
  good = good && (!visits || efficiency_find(&row->efficiency, a, inside, visits));
  free(inside);
  return good;
}

/* Tells what a region of interest that no experiment has may be called. */
static bool refuse_region(const struct shown *s, const char *name) {
  enum { MOST = 512 };
  const char *names[MOST];
  size_t count = 0;
  for (size_t i = 0; i < s->experiment_count; i++) {
    const struct analysis *a = &s->experiments[i].analysis;
    for (uint32_t r = 0; r < a->region_count && count < MOST; r++)
      if (a->regions[r].role == POMP_ROLE_USER)
        names[count++] = a->regions[r].construct->sub_name;
  }
  return user_error_word("--of: no experiment has entered ", name, "", names, count,
                         "it takes a function or user region that was measured, or a construct's file.c:42");
}

/* The reference is the experiment that the user has named, or the first of those with the fewest threads. Returns its
 * number; the number of experiments if there is none of that name. */
static size_t reference_of(const struct shown *s) {
  const char *wanted = s->asked->reference;
  size_t best = 0;
  for (size_t i = 0; i < s->experiment_count; i++) {
    const char *name = i < s->asked->name_count ? s->asked->names[i] : "";
    if (wanted && (strcmp(wanted, s->experiments[i].loaded.directory) == 0 || strcmp(wanted, name) == 0))
      return i;
    if (s->experiments[i].analysis.all.threads < s->experiments[best].analysis.all.threads)
      best = i;
  }
  return wanted ? s->experiment_count : best;
}

/* True if some experiment has entered the region. False, and `*failed`, if there is not enough memory. */
static bool is_entered(const struct shown *s, const char *name, bool *failed) {
  bool found = false;
  for (size_t i = 0; !found && i < s->experiment_count; i++) {
    const struct analysis *a = &s->experiments[i].analysis;
    bool *inside = calloc(a->experiment->node_count + 1ull, sizeof *inside);
    *failed |= !inside;
    found = inside && interest_mark(a, name, inside) > 0;
    free(inside);
  }
  return found;
}

bool efficiency_rows_can(const struct shown *s) {
  bool failed = false;
  if (reference_of(s) == s->experiment_count)
    return user_error(NULL, "--reference: %s is none of the experiments that are named", s->asked->reference);
  for (size_t i = 0; i < s->asked->interests; i++)
    if (!is_entered(s, s->asked->interest[i], &failed) && !failed)
      return refuse_region(s, s->asked->interest[i]);
  return true; /* a lack of memory is reported when the rows are made */
}

static char *name_of(const struct loaded *l) {
  char *name = strdup(l->directory);
  if (name)
    pomp_text_clean(name, 0);
  return name;
}

/* Fills the rows of a region, or of the whole run. */
static bool find_region(struct efficiency_rows *r, const struct shown *s, size_t region) {
  struct efficiency_row *rows = r->at + region * r->experiments;
  const char *name = s->asked->interests ? s->asked->interest[region] : NULL;
  for (size_t i = 0; i < r->experiments; i++) {
    rows[i] = (struct efficiency_row){
        .experiment = name_of(&s->experiments[i].loaded), .region = name, .is_reference = i == r->reference};
    if (!rows[i].experiment || !find_one(&rows[i], &s->experiments[i].analysis))
      return false;
  }
  for (size_t i = 0; i < r->experiments; i++)
    scaling_find(&rows[i].scaling, &rows[i].efficiency, &rows[r->reference].efficiency, s->asked->weak);
  return true;
}

bool efficiency_rows_find(struct efficiency_rows *r, const struct shown *s) {
  *r = (struct efficiency_rows){.experiments = s->experiment_count,
                                .regions = s->asked->interests ? s->asked->interests : 1,
                                .reference = reference_of(s),
                                .weak = s->asked->weak};
  r->at = calloc(r->experiments * r->regions, sizeof *r->at);
  bool good = r->at != NULL;
  for (size_t i = 0; good && i < r->regions; i++)
    good = find_region(r, s, i);
  return good;
}

void efficiency_rows_free(struct efficiency_rows *r) {
  for (size_t i = 0; r->at && i < r->experiments * r->regions; i++)
    free((char *)r->at[i].experiment);
  free(r->at);
}
