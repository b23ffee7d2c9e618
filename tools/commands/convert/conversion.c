/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* conversion.c - keeps what went wrong with a conversion, and names threads and regions.
 * Not here: who tells the user (convert_main.c). */
#include "commands/convert/conversion.h"
#include "base/progress.h"
#include "base/user_error.h"
#include "commands/convert/scorep_names.h"
#include "pomp_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool conversion_may_write(struct conversion *c, uint64_t bytes) {
  if (bytes <= LARGE_OUTPUT)
    return true;
  if (!c->large)
    return conversion_fail(c, false, "it would have about %.1f GB: --large writes so much", (double)bytes / 1e9);
  progress_end();
  user_error_print(NULL, "about %.1f GB are going to be written", (double)bytes / 1e9);
  return true;
}

bool conversion_fail(struct conversion *c, bool input, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(c->error, sizeof c->error, format, arguments);
  va_end(arguments);
  c->input = input;
  return false;
}

void conversion_name_thread(char *name, size_t size, const char *path) {
  size_t digits = strspn(path, "0123456789");
  snprintf(name, size, "%s%s", path[digits] && path[digits] != ' ' ? "" : "thread ", path);
}

void conversion_name_region(char *name, size_t size, const struct experiment *e, const struct region *r) {
  scorep_region_name(r, e->program, name, size);
  pomp_text_clean(name, 0);
  if (!*name)
    snprintf(name, size, "?");
}

void conversion_name_step(char *name, size_t size, const struct samples *s, uint32_t step) {
  const struct sample_step *of = &s->steps[step];
  const struct analysis *a = s->analysis;
  if (of->function == NO_PLACE)
    conversion_name_region(name, size, a->experiment, &a->regions[a->paths[of->path].region]);
  else
    snprintf(name, size, "%s", s->functions[of->function].name);
}
