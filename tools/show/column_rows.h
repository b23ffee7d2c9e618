/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* column_rows.h - the words in which a list of columns is written, for the files that have one.
 * Not here: what the parts of a row are (struct column in table.h). */
#ifndef SHOW_COLUMN_ROWS_H
#define SHOW_COLUMN_ROWS_H

#include "show/row_values.h"

#define NUMBER(key, head, unit, value, of, words) {head, false, cell_of_value, 0, key, unit, value, NULL, of, words},
#define PRINTED(key, head, unit, value, cell, of, words) {head, false, cell, 0, key, unit, value, NULL, of, words},
#define TEXT(key, head, cell, of, words) {head, true, cell, 0, key, UNIT_TEXT, NULL, NULL, of, words},
#define PLAIN(key, head, cell, plain, of, words) {head, true, cell, 0, key, UNIT_TEXT, NULL, plain, of, words},

#endif
