/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff.h - two sides, each of one or several runs, as a table, as JSON, and as an exit status.
 * Not here: how they are compared (tools/compare). */
#ifndef REPORT_DIFF_H
#define REPORT_DIFF_H

#include "comparison.h"
#include "condition.h"
#include "views.h"

/* Loads the experiments of --diff, and shows how the two sides differ. The result is the exit status: 1 if a condition
 * of --fail-if does not hold, 2 if there is nothing to say. */
int show_diff(const struct asked *asked, const struct view *v);

/* Loads an experiment and keeps what there is to compare, and its identity, unless that is NULL. False, with a message,
 * if it can't be done. */
bool diff_load(struct run *r, const struct asked *asked, const char *name, char *identity);

/* Reads the conditions of --fail-if, for which there is room in `conditions`. False, with a message, if one is wrong;
 * `*count` of them are to be freed either way. */
bool diff_read_conditions(const struct asked *asked, struct condition *conditions, size_t *count);

/* Shows a comparison, and says on stderr what fails. The result is the exit status. */
int diff_show(const struct asked *asked, const struct view *v, const struct comparison *c,
              const struct condition *conditions, size_t count);

/* Prints a comparison: all its rows, or those that were found. */
bool diff_print(const struct shown *s, const struct view *v, const struct failures *only);

/* Print `shown.comparison`. False: not enough memory. */
bool report_diff(const struct shown *s, const struct view *v);
bool report_diff_json(const struct shown *s);

/* Says what a condition has found, in one line without its end. */
void diff_failure_text(const struct shown *s, const struct failure *f, char *text, size_t size);

/* These are the keys of the figures of a whole run in JSON, and their names in the table. */
struct diff_total {
  const char *key, *name;
};
extern const struct diff_total diff_totals[RUN_TOTALS];

#endif
