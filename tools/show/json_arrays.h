/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_arrays.h - the binary numbers of --arrays, and the text that says what they are.
 * Not here: the rest of the text (report_json.c). */
#ifndef SHOW_JSON_ARRAYS_H
#define SHOW_JSON_ARRAYS_H

#include "show/json_out.h"
#include "sums/analysis.h"

/* Writes the keys that name the arrays and their columns, with the comma before them. */
void json_arrays_text(struct json_out *o, const struct analysis *a);
/* Writes the numbers, which come after the whole text. */
void json_arrays_numbers(struct json_out *o, const struct analysis *a);

#endif
