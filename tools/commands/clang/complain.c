/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* complain.c - writes messages, made fit for a terminal.
 * What does not live here: what complain.h says. */
#define _GNU_SOURCE /* vasprintf, program_invocation_short_name */
#include "commands/clang/complain.h"

#include "pomp_text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void speak(const char *kind, const char *format, va_list values) {
  char *text = NULL;
  if (vasprintf(&text, format, values) < 0)
    return;
  pomp_text_clean(text, 0);
  size_t room = strlen(text) * POMP_TEXT_ESCAPE + 1;
  char *shown = realloc(text, room);
  if (shown)
    pomp_text_show(shown, room);
  fprintf(stderr, "%s: %s: %s\n", program_invocation_short_name, kind, shown ? shown : text);
  free(shown ? shown : text);
}

void complain(const char *format, ...) {
  va_list values;
  va_start(values, format);
  speak("error", format, values);
  va_end(values);
}

void warn(const char *format, ...) {
  va_list values;
  va_start(values, format);
  speak("warning", format, values);
  va_end(values);
}
