/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* compare.c - makes two sides of the runs of two commands, and shows how they differ. */
#include "commands/scale/compare.h"
#include "base/user_error.h"
#include "findings/comparison.h"
#include "show/diff.h"
#include "show/diff_values.h"
#include "show/html_file.h"

#include <stdlib.h>
#include <string.h>

/* Reads the conditions, hands them to `use`, unless that is NULL, and frees them. */
static int with_conditions(const struct scale_request *request, const struct diff *d) {
  struct condition conditions[FAIL_IFS];
  size_t count = 0;
  int status = USER_ERROR_USAGE;
  if (diff_read_conditions(&request->fail_ifs, conditions, &count))
    status = d ? diff_show(d, conditions, count) : EXIT_SUCCESS;
  while (count)
    condition_free(&conditions[--count]);
  return status;
}

bool compare_check(const struct scale_request *request) { return with_conditions(request, NULL) == EXIT_SUCCESS; }

bool compare_can(const struct plan *plan, const struct outcome *outcome) {
  bool has[SIDES] = {false, false};
  for (size_t i = 0; i < plan->count; i++)
    if (outcome[i].wall > 0)
      has[plan->runs[i].is_before ? SIDE_A : SIDE_B] = true;
  return has[SIDE_A] && has[SIDE_B];
}

/* Loads the runs of one side. */
static bool add_side(struct comparison *c, const struct plan *plan, const struct outcome *outcome, enum side side,
                     struct run *runs) {
  for (size_t i = 0; i < plan->count; i++) {
    char path[sizeof plan->folder + 128];
    if (plan->runs[i].is_before != (side == SIDE_A) || !(outcome[i].wall > 0))
      continue;
    snprintf(path, sizeof path, "%s/%s", plan->shown, plan->runs[i].name);
    if (!diff_load(&runs[i], path, false, NULL))
      return false;
    if (!comparison_add(c, side, &runs[i]))
      return user_error(NULL, "not enough memory");
  }
  return true;
}

static int show(const struct plan *plan, const struct comparison *c) {
  static const struct column *const all[] = {compared_columns, NULL};
  const struct scale_request *request = plan->request;
  const struct table_options wanted = {.markdown = request->as_comment};
  const struct listing listing = {.name = "compare",
                                  .columns = COMPARED_COLUMNS,
                                  .has = HAS_COMPARED,
                                  .part = COMPARED_PART,
                                  .wanted = &wanted,
                                  .all = all};
  char page[sizeof plan->folder + 32];
  snprintf(page, sizeof page, "%s/diff.html", plan->shown);
  const struct diff d = {.listing = &listing, .comparison = c, .as_json = request->as_json};
  if (!request->page && !stdout_into_file(request->output))
    return EXIT_FAILURE;
  int status = with_conditions(request, &d);
  if (status == USER_ERROR_USAGE || !request->page)
    return status;
  struct diff again = {.listing = &listing,
                       .comparison = c,
                       .as_json = request->as_json,
                       .page = request->output ? request->output : page,
                       .anonymous = request->anonymous,
                       .silent = true};
  for (int side = 0; side < SIDES; side++)
    again.findings[side] = diff_findings(c->runs[side][0]->name, false);
  int written = with_conditions(request, &again);
  json_decref(again.findings[SIDE_A]);
  json_decref(again.findings[SIDE_B]);
  return written == USER_ERROR_USAGE ? EXIT_FAILURE : status;
}

int compare_show(const struct plan *plan, const struct outcome *outcome) {
  struct comparison c = {.by_region = false};
  struct run *runs = calloc(plan->count, sizeof *runs);
  int status = EXIT_FAILURE;
  if (!runs || !comparison_begin(&c, false))
    user_error_print(NULL, "not enough memory");
  else if (add_side(&c, plan, outcome, SIDE_A, runs) && add_side(&c, plan, outcome, SIDE_B, runs)) {
    comparison_end(&c);
    status = show(plan, &c);
  }
  comparison_free(&c);
  for (size_t i = 0; runs && i < plan->count; i++)
    run_free(&runs[i]);
  free(runs);
  return status;
}
