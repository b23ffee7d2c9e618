/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_show.c - loads the runs of a comparison, shows it, and holds it against the conditions of --fail-if.
 * Not here: what is printed (diff_view.c, diff_json.c), the page (diff_page.c). */
#include "base/user_error.h"
#include "files/call_sites.h"
#include "files/identity.h"
#include "findings/diagnosis.h"
#include "show/diff.h"
#include "show/json_parts.h"
#include "show/screen.h"
#include "sums/load_from_trace.h"
#include "sums/load_summed.h"

#include <stdlib.h>

/* Loads an experiment with all its call paths. */
static bool load_all(struct loaded *l, const char *name, bool traced, struct analysis *a) {
  *a = (struct analysis){.experiment = NULL};
  return load(l, name) && (!traced || load_from_trace(l)) &&
         (analyse(a, &l->experiment) || user_error(l->path, "not enough memory"));
}

bool diff_load(struct run *r, const char *name, bool traced, char *identity) {
  static struct loaded loaded;
  struct analysis analysis;
  *r = (struct run){.name = ""};
  bool good = traced || identity ? load_all(&loaded, name, traced, &analysis) : load_summed(&loaded, name, &analysis);
  if (good && (!call_sites_find(&loaded.experiment) || !run_take(r, &loaded, &analysis, traced) ||
               (identity && !identity_of(&loaded.experiment, traced, identity))))
    good = user_error(loaded.path, "not enough memory");
  analysis_free(&analysis);
  experiment_free(&loaded.experiment);
  return good;
}

json_t *diff_findings(const char *name, bool traced) {
  static struct loaded loaded;
  struct analysis analysis;
  struct diagnosis d = {.analysis = NULL};
  if (!load_all(&loaded, name, traced, &analysis))
    return NULL;
  bool good = call_sites_find(&loaded.experiment) && diagnose(&d, &analysis);
  json_t *all = good ? json_diagnosis(&d, 0, &good) : NULL, *found = good ? json_object_get(all, "findings") : NULL;
  for (uint32_t i = 0; good && i < d.count; i++)
    set(json_array_get(found, i), "title", json_string(property_rows[d.findings[i].property].text), &good);
  found = good ? json_incref(found) : NULL;
  if (!good)
    user_error_print(loaded.path, "not enough memory");
  json_decref(all);
  diagnosis_free(&d);
  analysis_free(&analysis);
  experiment_free(&loaded.experiment);
  return found;
}

bool fail_ifs_add(struct fail_ifs *f, const char *text) {
  if (f->count == FAIL_IFS)
    return user_error(NULL, "--fail-if is taken %d times at most", FAIL_IFS);
  f->texts[f->count++] = text;
  return true;
}

bool diff_read_conditions(const struct fail_ifs *from, struct condition *conditions, size_t *count) {
  char why[512];
  for (*count = 0; *count < from->count; ++*count)
    if (!condition_read(&conditions[*count], from->texts[*count], why, sizeof why))
      return user_error(NULL, "--fail-if %s: %s", from->texts[*count], why);
  return true;
}

/* Holds the sides against the conditions. */
static bool judge(const struct diff *d, const struct condition *conditions, size_t count, struct failures *failures) {
  for (size_t i = 0; i < count; i++)
    if (!condition_judge(&conditions[i], d->comparison, diff_least(d), failures))
      return false;
  return true;
}

/* Says on stderr what fails. */
static void tell(const struct diff *d, const struct failures *failures) {
  static char text[2 * CELL_SIZE];
  for (uint32_t i = 0; i < failures->count && !d->silent; i++) {
    diff_failure_text(d->comparison, &failures->at[i], text, sizeof text);
    user_error_print(NULL, failures->at[i].verdict == VERDICT_FAILED ? "failed: %s" : "can't be judged: %s", text);
  }
}

/* Prints it. The table comes before what fails in it, where both go to the same file. False: not enough memory. */
static bool print(const struct diff *d, const struct condition *conditions, size_t count, struct failures *failures) {
  struct screen screen;
  const bool comment = d->listing->wanted->markdown;
  if (!screen_open(&screen, d->as_json || d->listing->wanted->csv || comment))
    return false;
  bool good = judge(d, conditions, count, failures) &&
              (d->as_json || (comment ? diff_markdown(screen.out, d, failures) : diff_print(screen.out, d)));
  if (!d->as_json)
    screen_close(&screen);
  fflush(stdout);
  tell(d, failures);
  return good && (!d->as_json || diff_json(screen.out, d->comparison, failures));
}

/* Writes a page of it. False: not enough memory. */
static bool write_page(const struct diff *d, const struct condition *conditions, size_t count,
                       struct failures *failures, bool *written) {
  if (!judge(d, conditions, count, failures))
    return false;
  tell(d, failures);
  *written = diff_page(d, failures);
  return true;
}

int diff_show(const struct diff *d, const struct condition *conditions, size_t count) {
  struct failures failures = {.count = 0};
  bool written = true;
  if (!listing_can(d->listing))
    return USER_ERROR_USAGE;
  bool good = d->page ? write_page(d, conditions, count, &failures, &written) : print(d, conditions, count, &failures);
  if (!good)
    user_error_print(NULL, "not enough memory");
  good = good && written;
  uint32_t failed = failures_with(&failures, VERDICT_FAILED);
  free(failures.at);
  return !good ? USER_ERROR_USAGE : failed ? EXIT_FAILURE : failures.count ? DIFF_NOT_JUDGED : EXIT_SUCCESS;
}
