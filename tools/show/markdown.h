/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* markdown.h - Markdown for a comment, as GitHub and GitLab show it: text from outside is escaped, so that it is shown
 * as it is. Not here: the contents of comments, which each command writes. */
#ifndef SHOW_MARKDOWN_H
#define SHOW_MARKDOWN_H

#include "show/table.h"

enum { MARKDOWN_ROWS = 50 }; /* a table has so many at most: a comment has room for 65,536 characters */

/* Writes a name as code. A long one loses its middle. It has no line break, and can be in a table. */
void markdown_name(FILE *out, const char *text);

/* Writes words that may hold names: nothing in them is markup, a link, or the name of somebody who gets a message. A
 * line break becomes a blank. */
void markdown_words(FILE *out, const char *text);

/* Begin and end a part that is folded away. */
void markdown_fold(FILE *out, const char *summary);
void markdown_unfold(FILE *out);

/* Write the heads of a table, and a row. `names`: which columns are names, and are to the left; the others are figures.
 */
void markdown_heads(FILE *out, const char *const *heads, const bool *names, size_t count);
void markdown_row(FILE *out, const char *const *cells, const bool *names, size_t count);

/* Writes the first MARKDOWN_ROWS rows of a table. A column with nothing in its cells is left out. */
void markdown_table(FILE *out, const struct column *columns, size_t column_count, const struct row_source *rows);

#endif
