/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* row_values.h - the figures and texts that the rows of report_columns.def name.
 * Not here: what they are called (report_columns.def), cells of the small tables (table_cells.h). */
#ifndef SHOW_ROW_VALUES_H
#define SHOW_ROW_VALUES_H

#include "show/columns.h"
#include "show/table_cells.h"

/* Each view's file has those of its rows; row_values.c has those of regions, call paths and threads. */
#define FIGURE(key, head, unit, name, ...) VALUE(value_##name);
#define NUMBER(key, head, unit, value, ...) VALUE(value);
#define PRINTED(key, head, unit, value, ...) VALUE(value);
#define TEXT(key, head, cell, ...) CELL(cell);
#define PLAIN(key, head, cell, plain, ...)                                                                             \
  CELL(cell);                                                                                                          \
  CELL(plain);
#define LATE(...)
#define FACTOR(...)
#define SCALED(...)
#include "show/report_columns.def"
#undef FIGURE
#undef NUMBER
#undef PRINTED
#undef TEXT
#undef PLAIN
#undef LATE
#undef FACTOR
#undef SCALED
VALUE(value_late);
VALUE(value_factor);
VALUE(value_scaling);

#endif
