/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* interned_text.h - texts that are the same are one, which stays until the program ends: names of functions and files,
 * which are the same in all processes of a job. */
#ifndef SUMS_INTERNED_TEXT_H
#define SUMS_INTERNED_TEXT_H

/* NULL: there is not enough memory. */
const char *interned_text(const char *text);

#endif
