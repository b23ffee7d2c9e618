/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* json_rows.h - makes the rows of files/figures.def members of jansson's object `o`; `t` points to the figures.
 * Not here: the same without jansson (json_shares.c), as binary numbers (json_arrays.c). */
#ifndef SHOW_JSON_ROWS_H
#define SHOW_JSON_ROWS_H

#include "show/json_parts.h"

#define KEY(key, type, value, meaning) set(o, key, type(value), good);
#define FIGURE(member, sum, key, type, meaning) KEY(key, type, t->member, meaning)
#define INNER(...)
#define MORE(...)
#define PART(section, ...) __VA_ARGS__;
#define OR_NULL(known) !(known) ? json_null():
#define UNSIGNED integer
#define UNSIGNED_IF(known) OR_NULL(known) integer
#define FROM_1 integer
#define FROM_1_IF(known) OR_NULL(known) integer
#define INTEGER json_integer
#define INTEGER_IF(known) OR_NULL(known) json_integer
#define REAL json_real
#define REAL_IF(known) OR_NULL(known) json_real
#define POSITIVE json_real
#define POSITIVE_IF(known) OR_NULL(known) json_real
#define FRACTION_IF(known) OR_NULL(known) json_real
#define FACTOR json_real
#define FLAG json_boolean
#define TEXT json_string_nocheck
#define TEXT_IF(known) OR_NULL(known) json_string_nocheck
#define WORD(words) json_string_nocheck
#define WORD_IF(known, words) OR_NULL(known) json_string_nocheck
#define FLAG_IF(known) OR_NULL(known) json_boolean
#define NUMBER number_or_null
#define NUMBER_IF(known) OR_NULL(known) number_or_null
#define WHOLE_IF(known) OR_NULL(known) integer
#define NAME(text) json_string_nocheck
#define VERSION(number) json_integer
#define CLEAN text_of
#define CLEAN_WORD(words) text_of
#define CLEAN_IF(known) OR_NULL(known) text_of
#define MESSAGES(of) messages(of, good)
/* These values are JSON already. */
#define OBJECT(section)
#define OBJECT_OR_NULL(section)
#define LIST(section)
#define LIST_OR_NULL(section)
#define IDS
#define TEXTS
#define REALS
#define SOME_IDS
#define MADE_UNSIGNED
#define MADE_UNSIGNED_OR_NULL
#define MADE_TEXT_OR_NULL

#endif
