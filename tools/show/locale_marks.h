/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* locale_marks.h - characters that not all terminals have, and what stands for them there.
 * Not here: the locale, which main has set. */
#ifndef SHOW_LOCALE_MARKS_H
#define SHOW_LOCALE_MARKS_H

/* Returns what stands for text that is left out. */
const char *text_ellipsis(void);

/* Returns what is between the numbers in a location's name. */
const char *location_arrow(void);

#endif
