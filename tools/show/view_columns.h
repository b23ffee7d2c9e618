/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.h - a view as a listing, whose columns, rows and order the user may choose.
 * Not here: what is chosen, and how (tools/show). */
#ifndef SHOW_VIEW_COLUMNS_H
#define SHOW_VIEW_COLUMNS_H

#include "show/listing.h"
#include "show/report_view.h"

/* Returns what the view can have, and what the user wants of it. `a` is of the run whose metrics are columns, too;
 * NULL: there are none. */
struct listing view_listing(const struct view *v, const struct report_request *request, const struct analysis *a);

/* True if sums are enough for what the user wants of the view, unless the next one is true, and regions are joined. */
bool view_needs_sums(const struct report_request *request, const struct view *v);
/* True if the user wants of it how the time of regions, or of those that are joined, is spread over locations. */
bool view_wants_spreads(const struct view *v, const struct table_options *w);

#endif
