/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report_views.h - all views of the report as one table of data: each view's option, its line in --help, and its
 * columns. Not here: the columns (columns.h), how the options are read (report_options.h). */
#ifndef SHOW_REPORT_VIEWS_H
#define SHOW_REPORT_VIEWS_H

#include "show/report_view.h"
#include "sums/same_row_spreads.h"

/* Returns the i-th view; NULL after the last. */
const struct view *view_at(size_t i);
/* True if `is` holds for all views that were asked for. */
bool views_all(const struct report_request *request,
               bool (*is)(const struct report_request *request, const struct view *v));
/* Returns the union of what the wanted views tell (enum view_tells). */
unsigned views_tell(const struct report_request *request);
/* True if a wanted view shows the functions and lines of samples. */
bool views_tell_samples(const struct report_request *request);
/* Returns what the views that were asked for need of locations of an experiment (enum location_rows_what). */
unsigned views_keep(const struct report_request *request, const struct experiment *e);
/* Returns what they want to know of how the time of joined regions is spread. */
struct same_rows_wanted views_want_spreads(const struct report_request *request);
/* Tells whether views that were asked for lack how the time of joined regions is spread. False: not enough memory. */
bool views_lack_spreads(const struct report_request *request, const struct analysis *a, bool *lack);

#endif
