/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.h - the report's views as text.
 * Not here: JSON (json.c). */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "analysis.h"
#include "load.h"

#include <stdio.h>

/* Prints what is above all views. False if there is not enough memory. */
bool report_head(FILE *out, const struct loaded *l, const struct analysis *a);

/* Each of these prints a view (views.h). False if there is not enough memory. */
struct shown;
struct view;
bool report_flat(const struct shown *s, const struct view *v);
bool report_constructs(const struct shown *s, const struct view *v);
bool report_functions(const struct shown *s, const struct view *v);
bool report_tree(const struct shown *s, const struct view *v);
bool report_threads(const struct shown *s, const struct view *v);
bool report_source(const struct shown *s, const struct view *v);
bool report_shares(const struct shown *s, const struct view *v);
bool report_score(const struct shown *s, const struct view *v);

/* Each of these loads the experiments itself and shows a view: how two sides differ, who waited for whom in MPI, which
 * metrics this machine offers, which is about no experiment. The result is the exit status. */
struct asked;
int show_diff(const struct asked *asked, const struct view *v);
int show_mpi_waits(const struct asked *asked, const struct view *v);
int show_metrics(const struct asked *asked, const struct view *v);

/* Writes the filter file that --suggest-filter asks for. False, with a message, if that can't be done. */
bool report_suggest_filter(const struct shown *s);

/* These print what is below the regions: imbalance; messages; waits, who held what, and tasks. */
bool report_balance(FILE *out, const struct analysis *a);
bool report_messages(FILE *out, const struct analysis *a);
bool report_causes(FILE *out, const struct analysis *a);

/* Prints the groups of locations that behave alike; and, if nothing else of the locations is shown, the regions that
 * have most of each group's time, and the locations of each group with the least and with the most work, by this view.
 */
bool report_groups(const struct shown *s, const struct view *v, bool alone);

/* Prints what went on while threads were idle. */
bool report_idle(FILE *out, const struct analysis *a);

/* Print a line about threads that wait for each other, if there are any, and the table of what the program's threads
 * are in, or were when the measurement ended. */
void report_deadlock(FILE *out, const struct analysis *a);
bool report_open(FILE *out, const struct loaded *l, const struct analysis *a);

/* Prints the first lines of the findings that would save most, for the head of the view by region. */
bool report_findings(FILE *out, const struct analysis *a);

/* Print the findings as text, and as JSON. */
bool report_diagnosis(FILE *out, const struct analysis *a);
bool report_diagnosis_json(FILE *out, const struct analysis *a);

/* Print the factors of the efficiency, of one experiment or of several, as text and as JSON. */
bool report_efficiency(const struct shown *s, const struct view *v);
bool report_efficiency_json(const struct shown *s);
/* False, with a message, if no experiment has a region of interest, or if the reference run is none of them. */
bool efficiency_rows_can(const struct shown *s);

/* Print everything for programs, as docs/report-json.md says; or what does not grow with the number of locations; or
 * everything, with what there may be millions of in binary. */
bool report_json(FILE *out, const struct loaded *l, const struct analysis *a);
bool report_json_summary(FILE *out, const struct loaded *l, const struct analysis *a);
bool report_arrays(FILE *out, const struct loaded *l, const struct analysis *a);

#endif
