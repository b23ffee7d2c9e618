/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* view_columns.h - a view as a listing, whose columns, rows and order the user may choose.
 * Not here: what is chosen, and how (tools/tables). */
#ifndef REPORT_VIEW_COLUMNS_H
#define REPORT_VIEW_COLUMNS_H

#include "listing.h"
#include "views.h"

/* These are all columns that views may have. */
extern const struct column *const report_columns[];

/* Returns what the view can have, and what the user wants of it. */
struct listing view_listing(const struct shown *s, const struct view *v);

/* Shows a view's rows: those that the user wants, in the order and with the columns that were asked for, as a table or
 * as CSV. It sorts `rows`, which come in the view's own order. False: not enough memory. */
bool view_show(const struct shown *s, const struct view *v, struct row *rows, size_t count);

/* True if what --columns, --sort, --min and --region ask for can be had of the view. Otherwise the user gets a message.
 */
bool view_can(const struct shown *s, const struct view *v);

#endif
