/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.h - the report's views as text.
 * Not here: JSON (report_json.c). */
#ifndef SHOW_REPORT_H
#define SHOW_REPORT_H

#include "findings/analysed_experiment.h"
#include "show/listing.h"
#include "sums/same_rows.h"

#include <stdio.h>

/* Prints what is above all views: the figures, two lines, and what there is to note. False if there is not enough
 * memory. */
void report_figures(FILE *out, const struct loaded *l, const struct analysis *a);
bool report_head(FILE *out, const struct loaded *l, const struct analysis *a);

/* Each of these prints a view (report_views.h): its rows go to a listing, which says what the user wants of them. False
 * if there is not enough memory. */
enum flat_rows { ROW_FOR_ALL, ROW_FOR_EACH_INSTANCE, ROW_FOR_EACH_REGION }; /* what is joined in a row */
bool report_flat(FILE *out, const struct listing *l, const struct analysed_experiment *o, enum flat_rows rows);
/* It says where constructs are, for regions that are joined. */
extern const struct same_rows_names report_names;
/* Tells whether regions are joined whose spread over locations is not known, as sums were made alone. False: not enough
 * memory. */
bool report_spreads_lack(const struct analysis *a, enum same_by by, bool apart, bool *lack);
/* Prints the first rows of the same, which together have 95 % of the time, but `most` at most. */
struct report_rest {
  size_t rows; /* so many are left */
  double part; /* that have so many percent of the threads' time */
};
bool report_most(FILE *out, const struct listing *l, const struct analysed_experiment *o, size_t most,
                 struct report_rest *rest);
bool report_constructs(FILE *out, const struct listing *l, const struct analysed_experiment *o, bool instances);
bool report_functions(FILE *out, const struct listing *l, const struct analysed_experiment *o, bool instances);
bool report_tree(FILE *out, const struct listing *l, const struct analysis *a);
/* The shares have a listing of their own. `all` is the word with which all threads are asked for, however many there
 * are; NULL: they have been. */
bool report_threads_in_groups(const struct experiment *e); /* unless all threads are asked for */
bool report_threads(FILE *out, const struct listing *l, const struct listing *shares, const struct analysis *a,
                    const char *all);
bool report_shares(FILE *out, const struct listing *l, const struct analysis *a);
struct source_place;
bool report_source(FILE *out, const struct listing *l, const struct analysed_experiment *o,
                   const struct source_place *p);
/* Print what samples have found: the lines of each region; and the states of threads, by thread and by region. */
bool report_samples(FILE *out, const struct listing *l, const struct analysed_experiment *o);
bool report_callers(FILE *out, const struct analysed_experiment *o);
bool report_states(FILE *out, const struct listing *l, const struct analysed_experiment *o);
/* Prints what target constructs do. */
bool report_devices(FILE *out, const struct listing *l, const struct analysed_experiment *o);
/* Prints the critical path, which is known. */
bool report_critical(FILE *out, const struct listing *l, const struct analysis *a);
bool report_critical_json(FILE *out, const struct analysis *a);
extern const char *const critical_kinds[]; /* what --json calls each enum critical_kind */
/* The findings. */
bool report_diagnosis(FILE *out, const struct analysis *a);
bool report_diagnosis_json(FILE *out, const struct analysis *a);
/* As a comment of a pull request. `l` is that of the view by region. */
bool report_diagnosis_markdown(FILE *out, const struct listing *l, const struct analysed_experiment *o);
/* These print the cost of measuring; the last one writes the filter file, and returns false after a message. */
struct score_aims;
bool report_score(FILE *out, const struct analysed_experiment *o, const struct score_aims *aims);
bool report_score_json(FILE *out, const struct analysed_experiment *o, const struct score_aims *aims);
bool report_suggest_filter(const char *file, const struct analysed_experiment *o, const struct score_aims *aims);
/* The factors of the efficiency, of one experiment or of several. */
struct efficiency_request;
bool report_efficiency(FILE *out, const struct listing *l, const struct efficiency_request *request);
bool report_efficiency_json(FILE *out, const struct efficiency_request *request);

/* Each of these loads experiments, shows a view of them, and returns the exit status. */
struct report_request;
int report_diff(const struct report_request *request, const struct listing *l, bool by_region);
int report_mpi_waits(const char *name, const struct listing *l); /* NULL: the newest */
int report_available_metrics(FILE *out);                         /* those that this machine offers */

/* These print what is below the regions: imbalance; messages; waits, who held what, and tasks. */
bool report_balance(FILE *out, const struct analysis *a);
bool report_messages(FILE *out, const struct analysis *a);
bool report_causes(FILE *out, const struct analysis *a);

/* Prints the groups of locations that behave alike; and, if `all` is not NULL, the regions that have most of each
 * group's time, and in a listing the locations of each group with the least and with the most work. `all` is the word
 * with which all locations are asked for. */
bool report_groups(FILE *out, const struct listing *l, const struct analysis *a, const char *all);

/* Prints how the visits of phases went, what stands out, and the profiles that there are; and how intervals went. */
struct interval_rows;
bool report_phases(FILE *out, const struct analysis *a, const struct interval_rows *intervals);

/* Prints what went on while threads were idle. */
bool report_idle(FILE *out, const struct analysis *a);

/* Print a line about threads that wait for each other, if there are any, and the table of what the program's threads
 * are in, or were when the measurement ended: all of it, or a few rows. */
void report_deadlock(FILE *out, const struct analysis *a);
enum report_open { OPEN_ALL, OPEN_BRIEF };
bool report_open(FILE *out, const struct loaded *l, const struct analysis *a, enum report_open how);
/* True if nothing is open, or nothing but what is when a program ends as usual. */
bool report_open_is_expected(const struct loaded *l, const struct analysis *a);
/* Prints what each thread does now, with a head of its own; threads that do the same are a row. */
bool report_now(FILE *out, const struct listing *l, const struct analysed_experiment *o);

/* Prints the first lines of the findings that would save most, for the head of the view by region. */
bool report_findings(FILE *out, const struct analysis *a);

/* Prints what answers first, on a screen of 24 lines, as wide as the terminal or else 80 columns: the head, the note
 * that matters most, the first findings with what helps, and the regions that have most of the time. `l` is that of the
 * view by region, with fewer columns. */
bool report_first_screen(FILE *out, const struct listing *l, const struct analysed_experiment *o);

/* Print everything for programs, as docs/report-json.md says; or what does not grow with the number of locations; or
 * everything, with what there may be millions of in binary. */
bool report_json(FILE *out, const struct loaded *l, const struct analysis *a);
bool report_json_summary(FILE *out, const struct loaded *l, const struct analysis *a);
bool report_arrays(FILE *out, const struct loaded *l, const struct analysis *a);

#endif
