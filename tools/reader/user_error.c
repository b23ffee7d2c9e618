/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* user_error.c - prints what is wrong with a file, for the user. */
#include "user_error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>

void user_error_print(const char *path, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fprintf(stderr, "%s: %s: ", program_invocation_short_name, path);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
}
