/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* efficiency_rows.c - computes the efficiencies of all experiments and regions of interest, and compares each with the
 * reference run. */
#include "show/efficiency_rows.h"
#include "base/user_error.h"
#include "pomp_text.h"

#include <stdlib.h>
#include <string.h>

/* Tells what a region of interest that no experiment has may be called. */
static bool refuse_region(const struct efficiency_request *e, const char *name) {
  enum { MOST = 512 };
  const char *names[MOST];
  size_t count = 0;
  for (size_t i = 0; i < e->count; i++) {
    const struct analysis *a = &e->experiments[i].analysis;
    for (uint32_t r = 0; r < a->region_count && count < MOST; r++)
      if (a->regions[r].role == POMP_ROLE_USER)
        names[count++] = a->regions[r].construct->sub_name;
  }
  return user_error_word("--of: no experiment has entered ", name, "", names, count,
                         "it takes a function or user region that was measured, or a construct's file.c:42");
}

/* The reference is the experiment that the user has named, or the first of those with the fewest threads. Returns its
 * number; the number of experiments if there is none of that name. */
static size_t reference_of(const struct efficiency_request *e) {
  const char *wanted = e->reference;
  size_t best = 0;
  for (size_t i = 0; i < e->count; i++) {
    const char *name = i < e->name_count ? e->names[i] : "";
    if (wanted && (strcmp(wanted, e->experiments[i].loaded.directory) == 0 || strcmp(wanted, name) == 0))
      return i;
    if (e->experiments[i].analysis.all.threads < e->experiments[best].analysis.all.threads)
      best = i;
  }
  return wanted ? e->count : best;
}

/* True if some experiment has entered the region. False, and `*failed`, if there is not enough memory. */
static bool is_entered(const struct efficiency_request *e, const char *name, bool *failed) {
  bool found = false;
  for (size_t i = 0; !found && i < e->count; i++) {
    struct efficiency f;
    *failed |= !efficiency_find(&f, &e->experiments[i].analysis, name);
    found = f.visits > 0;
  }
  return found;
}

bool efficiency_rows_can(const struct efficiency_request *e) {
  bool failed = false;
  if (reference_of(e) == e->count)
    return user_error(NULL, "--reference: %s is none of the experiments that are named", e->reference);
  for (size_t i = 0; i < e->interests; i++)
    if (!is_entered(e, e->interest[i], &failed) && !failed)
      return refuse_region(e, e->interest[i]);
  return true; /* a lack of memory is reported when the rows are made */
}

static char *name_of(const struct loaded *l) {
  char *name = strdup(l->directory);
  if (name)
    pomp_text_clean(name, 0);
  return name;
}

/* Fills the rows of a region, or of the whole run. */
static bool find_region(struct efficiency_rows *r, const struct efficiency_request *e, size_t region) {
  struct efficiency_row *rows = r->at + region * r->experiments;
  const char *name = e->interests ? e->interest[region] : NULL;
  for (size_t i = 0; i < r->experiments; i++) {
    rows[i] = (struct efficiency_row){
        .experiment = name_of(&e->experiments[i].loaded), .region = name, .is_reference = i == r->reference};
    if (!rows[i].experiment || !efficiency_find(&rows[i].efficiency, &e->experiments[i].analysis, name) ||
        (!name && rows[i].efficiency.there && !at_work_find(&rows[i].at_work, &e->experiments[i], &rows[i].efficiency)))
      return false;
  }
  for (size_t i = 0; i < r->experiments; i++)
    scaling_find(&rows[i].scaling, &rows[i].efficiency, &rows[r->reference].efficiency, e->weak);
  return true;
}

bool efficiency_rows_find(struct efficiency_rows *r, const struct efficiency_request *e) {
  *r = (struct efficiency_rows){.experiments = e->count,
                                .regions = e->interests ? e->interests : 1,
                                .reference = reference_of(e),
                                .weak = e->weak};
  r->at = calloc(r->experiments * r->regions, sizeof *r->at);
  bool good = r->at != NULL;
  for (size_t i = 0; good && i < r->regions; i++)
    good = find_region(r, e, i);
  return good;
}

void efficiency_rows_free(struct efficiency_rows *r) {
  for (size_t i = 0; r->at && i < r->experiments * r->regions; i++) {
    free((char *)r->at[i].experiment);
    at_work_free(&r->at[i].at_work);
  }
  free(r->at);
}
