/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_page.h - the document of a page: one file with its own script and style, which asks nobody for anything.
 * Not here: the data in it (page_block.h), the file (html_file.h), the script and the style (tools/page). */
#ifndef SHOW_HTML_PAGE_H
#define SHOW_HTML_PAGE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

/* Writes what is before the data. The title may be any text. */
void html_page_begin(FILE *out, const char *title);
/* Writes what is behind the data. */
void html_page_end(FILE *out);

/* Writes a page with one block that has no arrays. The JSON belongs to it from then on. False: not enough memory. */
bool html_page_of(FILE *out, const char *title, const char *block, json_t *json);

/* Takes out of the data what says who ran it where: host, user, paths, command, environment. False: not enough memory,
 * and something of that may be there still. */
bool html_anonymise(json_t *data);

#endif
