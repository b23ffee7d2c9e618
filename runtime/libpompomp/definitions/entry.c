/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* entry.c - reads the place of a call into LLVM's OpenMP runtime.
 * Not here: the call (surface/entries.c). */
#include "definitions/entry.h"

#include <stdlib.h>
#include <string.h>

_Thread_local struct pomp_entry pomp_entry __attribute__((tls_model("initial-exec")));

/* Goes back to the separator before `end`. */
static const char *part_before(const char *begin, const char *end) {
  while (end > begin && end[-1] != ';')
    end--;
  return end;
}

/* The file's name may have separators, too, so the text is read from its end. */
bool pomp_entry_read(const struct pomp_entry *e, struct pomp_entry_parts *parts) {
  const char *text = e->place ? e->place->source : NULL;
  const size_t length = text ? strlen(text) : 0;
  if (length < 7 || *text != ';' || memcmp(text + length - 2, ";;", 2) != 0)
    return false;
  const char *end = text + length - 2, *column = part_before(text, end), *line, *function;
  line = column > text ? part_before(text, column - 1) : text;
  function = line > text ? part_before(text, line - 1) : text;
  if (function <= text + 2)
    return false;
  parts->line = atoi(line);
  parts->column = atoi(column);
  parts->file = text + 1;
  parts->file_length = (uint32_t)(function - 1 - parts->file);
  parts->function = function;
  parts->function_length = (uint32_t)(line - 1 - function);
  return parts->line > 0 && parts->file_length;
}
