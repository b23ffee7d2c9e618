/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* html_file.h - the file that a page is written into: it is there as a whole or not at all, and one line says where.
 * The file that text goes to in place of stdout is opened here, too. Not here: what is in it (html_page.h,
 * page_block.h). */
#ifndef SHOW_HTML_FILE_H
#define SHOW_HTML_FILE_H

#include <stdbool.h>
#include <stdio.h>

/* Writes a page to the file `name`, "-" being stdout, and says on `says` where it is. `write` gets `what`, and returns
 * false if there is not enough memory. False: what went wrong has been said, and nothing is left. */
bool html_file(const char *name, FILE *says, bool (*write)(FILE *out, const void *what), const void *what);

/* Has what is printed from now on go to the file `name`; NULL or "-" is stdout as it is. False: what went wrong has
 * been said. */
bool stdout_into_file(const char *name);

#endif
