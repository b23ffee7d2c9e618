/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff_sides.c - reads the operands of --diff, and loads the experiments of each side. Not here: output
 * (tools/show). */
#include "base/user_error.h"
#include "show/diff.h"
#include "show/report.h"
#include "show/report_request.h"

#include <stdlib.h>

/* Loads both sides, and compares them. */
static int compare(const struct report_request *request, const struct listing *l, bool by_region, struct run *runs,
                   const struct condition *conditions, size_t count) {
  struct comparison c;
  size_t first_of_b = request->with ? request->with : 1;
  int status = USER_ERROR_USAGE;
  bool enough = comparison_begin(&c, by_region), loaded = true;
  for (size_t i = 0; enough && loaded && i < request->name_count; i++) {
    loaded = diff_load(&runs[i], request->names[i], request->traced, NULL);
    enough = !loaded || comparison_add(&c, i < first_of_b ? SIDE_A : SIDE_B, &runs[i]);
  }
  if (!enough)
    user_error_print(NULL, "not enough memory");
  else if (loaded) {
    comparison_end(&c);
    const char *page = !request->as_page ? NULL : request->output ? request->output : "diff.html";
    struct diff d = {l, &c, .as_json = request->as_json, .page = page, .anonymous = request->anonymous};
    for (int side = 0; page && side < 2; side++)
      d.findings[side] = diff_findings(request->names[side ? first_of_b : 0], request->traced);
    status = diff_show(&d, conditions, count);
    json_decref(d.findings[0]);
    json_decref(d.findings[1]);
  }
  comparison_free(&c);
  for (size_t i = 0; i < request->name_count; i++)
    run_free(&runs[i]);
  return status;
}

int report_diff(const struct report_request *request, const struct listing *l, bool by_region) {
  struct condition conditions[FAIL_IFS];
  size_t count = 0;
  int status = USER_ERROR_USAGE;
  if (request->with ? request->with == request->name_count : request->name_count != 2)
    user_error_print(NULL, request->with
                               ? "no experiment follows --with, which begins the second side"
                               : "--diff takes two experiments, or several of each side: --diff A1 A2 --with B1 B2");
  else if (diff_read_conditions(&request->fail_ifs, conditions, &count)) {
    struct run *runs = calloc(request->name_count, sizeof *runs);
    if (runs)
      status = compare(request, l, by_region, runs, conditions, count);
    else
      user_error_print(NULL, "not enough memory");
    free(runs);
  }
  while (count)
    condition_free(&conditions[--count]);
  return status;
}
