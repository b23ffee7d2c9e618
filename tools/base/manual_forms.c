/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* manual_forms.c - the forms in which a command's manual can be printed.
 * Not here: the printing of each (manual_roff.c, manual_completion.c). */
#include "base/manual.h"

#include <string.h>

const char *const manual_forms[] = {"man", "bash", "zsh", "fish", NULL};

bool manual_print(const struct manual *m, const char *form) {
  static void (*const prints[])(const struct manual *) = {manual_man, manual_bash, manual_zsh, manual_fish};
  for (size_t i = 0; manual_forms[i]; i++)
    if (strcmp(form, manual_forms[i]) == 0) {
      prints[i](m);
      return true;
    }
  return false;
}
