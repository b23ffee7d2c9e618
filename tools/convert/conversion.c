/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conversion.c - keeps what went wrong with a conversion.
 * Not here: who tells the user (main.c). */
#include "conversion.h"

#include <stdarg.h>
#include <stdio.h>

bool conversion_fail(struct conversion *c, bool input, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->error, sizeof c->error, format, arguments);
  va_end(arguments);
  c->input = input;
  return false;
}
