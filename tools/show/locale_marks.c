/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* locale_marks.c - asks the locale which characters there are.
 * Not here: where they are. */
#include "show/locale_marks.h"

#include <langinfo.h>
#include <stdbool.h>
#include <string.h>

static bool is_unicode(void) { return strcmp(nl_langinfo(CODESET), "UTF-8") == 0; }

const char *text_ellipsis(void) { return is_unicode() ? "\xe2\x80\xa6" : "..."; }
const char *location_arrow(void) { return is_unicode() ? "\xe2\x86\x92" : "->"; }
