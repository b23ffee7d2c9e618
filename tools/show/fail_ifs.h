/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fail_ifs.h - what --fail-if was given, each time, as it was written.
 * Not here: what it means (fail_condition.h). */
#ifndef SHOW_FAIL_IFS_H
#define SHOW_FAIL_IFS_H

#include <stdbool.h>
#include <stddef.h>

enum { FAIL_IFS = 64 }; /* room for so many */

struct fail_ifs {
  const char *texts[FAIL_IFS];
  size_t count;
};

/* Adds one. False, with a message, if there is no room. */
bool fail_ifs_add(struct fail_ifs *f, const char *text);

#endif
