/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_show.c - what follows from --diff and --fail-if: which experiments are loaded, in which order, and the exit
 * status. Not here: what is printed (diff_view.c, diff_json.c). */
#include "call_sites.h"
#include "diff.h"
#include "identity.h"
#include "load_from_trace.h"
#include "screen.h"
#include "user_error.h"
#include "view_columns.h"

#include <stdlib.h>

bool diff_load(struct run *r, const struct asked *asked, const char *name, char *identity) {
  static struct loaded loaded;
  struct analysis analysis;
  *r = (struct run){.name = ""};
  bool good = load(&loaded, name) && (!asked->traced || load_from_trace(&loaded));
  if (good) {
    good = (analyse(&analysis, &loaded.experiment) && call_sites_find(&loaded.experiment) &&
            run_take(r, &loaded, &analysis, asked->traced)) ||
           user_error(loaded.path, "not enough memory");
    analysis_free(&analysis);
    if (good && identity)
      good = identity_of(&loaded.experiment, asked->traced, identity) || user_error(loaded.path, "not enough memory");
  }
  experiment_free(&loaded.experiment);
  return good;
}

bool diff_read_conditions(const struct asked *asked, struct condition *conditions, size_t *count) {
  char why[512];
  for (*count = 0; *count < asked->fail_if_count; ++*count)
    if (!condition_read(&conditions[*count], asked->fail_if[*count], why, sizeof why))
      return user_error(NULL, "--fail-if %s: %s", asked->fail_if[*count], why);
  return true;
}

/* Holds the sides against the conditions, and says on stderr what fails. */
static bool judge(const struct shown *s, const struct condition *conditions, size_t count, struct failures *failures) {
  static char text[2 * CELL_SIZE];
  double least = s->asked->has_min ? s->asked->min / 100 : 0.01;
  for (size_t i = 0; i < count; i++)
    if (!condition_judge(&conditions[i], s->comparison, least, failures))
      return false;
  for (uint32_t i = 0; i < failures->count; i++) {
    diff_failure_text(s, &failures->at[i], text, sizeof text);
    user_error_print(NULL, "failed: %s", text);
  }
  return true;
}

int diff_show(const struct asked *asked, const struct view *v, const struct comparison *c,
              const struct condition *conditions, size_t count) {
  struct screen screen;
  struct failures failures = {.count = 0};
  struct shown s = {.asked = asked, .comparison = c, .failures = &failures};
  if (!view_can(&s, v))
    return USER_ERROR_USAGE;
  bool good = screen_open(&screen, asked->as_json || asked->csv);
  if (good) {
    s.out = screen.out;
    /* The table stands before what fails in it, where both go to the same file. */
    good = asked->as_json || v->print(&s, v);
    if (!asked->as_json)
      screen_close(&screen);
    fflush(stdout);
    good = good && judge(&s, conditions, count, &failures) && (!asked->as_json || v->json(&s));
  }
  if (!good)
    user_error_print(NULL, "not enough memory");
  free(failures.at);
  return !good ? USER_ERROR_USAGE : failures.count ? EXIT_FAILURE : EXIT_SUCCESS;
}

/* Loads both sides, and compares them. */
static int compare(const struct asked *asked, const struct view *v, struct run *runs,
                   const struct condition *conditions, size_t count) {
  struct comparison c;
  size_t first_of_b = asked->with ? asked->with : 1;
  int status = USER_ERROR_USAGE;
  bool enough = comparison_begin(&c, view_is_worded_for(asked, v)), loaded = true;
  for (size_t i = 0; enough && loaded && i < asked->name_count; i++) {
    loaded = diff_load(&runs[i], asked, asked->names[i], NULL);
    enough = !loaded || comparison_add(&c, i < first_of_b ? SIDE_A : SIDE_B, &runs[i]);
  }
  if (!enough)
    user_error_print(NULL, "not enough memory");
  else if (loaded) {
    comparison_end(&c);
    status = diff_show(asked, v, &c, conditions, count);
  }
  comparison_free(&c);
  for (size_t i = 0; i < asked->name_count; i++)
    run_free(&runs[i]);
  return status;
}

int show_diff(const struct asked *asked, const struct view *v) {
  struct condition conditions[FAIL_IFS];
  size_t count = 0;
  int status = USER_ERROR_USAGE;
  if (asked->with ? asked->with == asked->name_count : asked->name_count != 2)
    user_error_print(NULL, asked->with
                               ? "no experiment stands behind --with, which begins the second side"
                               : "--diff takes two experiments, or several of each side: --diff A1 A2 --with B1 B2");
  else if (diff_read_conditions(asked, conditions, &count)) {
    struct run *runs = calloc(asked->name_count, sizeof *runs);
    if (runs)
      status = compare(asked, v, runs, conditions, count);
    else
      user_error_print(NULL, "not enough memory");
    free(runs);
  }
  while (count)
    condition_free(&conditions[--count]);
  return status;
}
