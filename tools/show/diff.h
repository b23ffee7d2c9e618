/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* diff.h - two sides, each of one or several runs, as a table, as JSON, and as an exit status.
 * Not here: how they are compared (tools/findings), which runs they are of, which each command knows. */
#ifndef SHOW_DIFF_H
#define SHOW_DIFF_H

#include "findings/fail_condition.h"
#include "show/fail_ifs.h"
#include "show/listing.h"

#include <jansson.h>

/* Loads an experiment and keeps what there is to compare, and its identity, unless that is NULL. `traced`: with the
 * figures that follow from its trace. False, with a message, if it can't be done. */
bool diff_load(struct run *r, const char *name, bool traced, char *identity);

/* Reads the conditions of --fail-if, for which there is room in `conditions`. False, with a message, if one is wrong;
 * `*count` of them are to be freed either way. */
bool diff_read_conditions(const struct fail_ifs *from, struct condition *conditions, size_t *count);

/* This is how a comparison is shown: all its rows, or only rows that are slower by more than noise; as text, for
 * programs, or as a page. */
struct diff {
  const struct listing *listing;
  const struct comparison *comparison;
  bool slower, as_json;
  const char *page;    /* the file of a page, in place of all that; NULL: none */
  bool anonymous;      /* the page leaves out who ran what where */
  bool silent;         /* what fails has been said already */
  json_t *findings[2]; /* of the first run of each side, for a page; NULL: they are not known */
};

/* Returns the findings of an experiment, as --diagnose --json has them. NULL: what went wrong has been said. */
json_t *diff_findings(const char *name, bool traced);

/* Shows a comparison, and says on stderr what fails. The result is the exit status: 1 if a condition holds, 2 if there
 * is nothing to say, DIFF_NOT_JUDGED if none holds for certain and some can't be judged, as threads had no processor.
 */
enum { DIFF_NOT_JUDGED = 3 };
int diff_show(const struct diff *d, const struct condition *conditions, size_t count);

/* These print it. False: not enough memory. */
bool diff_print(FILE *out, const struct diff *d);
bool diff_json(FILE *out, const struct comparison *c, const struct failures *failures);
bool diff_markdown(FILE *out, const struct diff *d, const struct failures *failures);

/* Prints what the sides are, and what is to be noted of them, in lines. */
void diff_sides(FILE *out, const struct comparison *c);
/* The figures of the whole runs. */
void diff_totals_print(FILE *out, const struct comparison *c, bool markdown);
/* Makes the rows, or those that were found, with the largest change first; from malloc. NULL: not enough memory. */
struct row *diff_rows(const struct comparison *c, const struct failures *only, uint32_t *count);

/* Returns what JSON has of it. */
json_t *diff_json_make(const struct comparison *c, const struct failures *failures, bool *good);
/* Writes its page, and says where it is. False: what went wrong has been said. */
bool diff_page(const struct diff *d, const struct failures *failures);

/* Fills in what is to be known before the figures are believed, a sentence each. Returns how many there are. */
enum { DIFF_NOTES = 5 };
size_t diff_notes(const struct comparison *c, char notes[DIFF_NOTES][160]);

/* Returns "failed" or "can't be judged". */
const char *diff_verdict(enum verdict verdict);
/* Says what a condition has found, in one line without its end. */
void diff_failure_text(const struct comparison *c, const struct failure *f, char *text, size_t size);

/* Returns which part of threads × wall a region must have on either side, so that it counts: that of --min, or 1 %. */
double diff_least(const struct diff *d);

/* These are the keys of the figures of a whole run in JSON, and their names in the table. */
struct diff_total {
  const char *key, *name;
};
extern const struct diff_total diff_totals[RUN_TOTALS];

#endif
