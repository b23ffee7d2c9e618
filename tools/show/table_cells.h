/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* table_cells.h - what is in the cells of the report's tables.
 * Not here: which tables have which columns (report_tables.c, threads_view.c, wait_tables.c), layout (table.c). */
#ifndef SHOW_TABLE_CELLS_H
#define SHOW_TABLE_CELLS_H

#include "show/locale_marks.h"
#include "show/numbers.h"
#include "show/table.h"

/* These cells come from a row's totals. */
CELL(cell_self_percent);
CELL(cell_self);
CELL(cell_inclusive);
CELL(cell_wait);
CELL(cell_visits);

/* These come from the messages in its totals, and are empty where there are none. */
CELL(cell_sent);
CELL(cell_sent_bytes);
CELL(cell_received);
CELL(cell_received_bytes);

/* These come from a row's region. The first is the mean time of a visit. */
CELL(cell_visit);
CELL(cell_region);
CELL(cell_function);
CELL(cell_where);
/* These are the clauses of the region's directive as they are written; empty if it has none, or they aren't known. */
CELL(cell_clauses);

/* This is the imbalance of a row's region, with a ~ if it is one of sums; see balance_table.c. */
CELL(cell_imbalance);

/* This is the name of a row's location. */
CELL(cell_location);

/* Prints where a region begins in the source. */
void print_where(char *text, size_t size, const struct region *r);

#endif
