/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* phase_setting.c - parses POMP_PHASES. */
#include "state/phase_setting.h"

#include <string.h>

#define NAMES_MAX 16
#define TEXT_MAX 4096

static struct pomp_phase_name names[NAMES_MAX];
static unsigned name_count;
static char text_of_names[TEXT_MAX];

/* Returns where the name ends: at a comma that is not inside of brackets, or at the end. */
static char *end_of(char *at) {
  int depth = 0;
  for (; *at && (*at != ',' || depth > 0); at++) {
    depth += strchr("(<[{", *at) != NULL;
    depth -= strchr(")>]}", *at) != NULL;
  }
  return at;
}

bool pomp_phase_setting_parse(const char *text) {
  name_count = 0;
  if (strlen(text) >= sizeof text_of_names)
    return false;
  strcpy(text_of_names, text);
  for (char *at = text_of_names; *at;) {
    char *end = end_of(at);
    const bool more = *end == ',';
    if (end == at || name_count == NAMES_MAX || (more && !end[1]))
      return false;
    *end = 0;
    names[name_count++] = (struct pomp_phase_name){.name = at};
    at = end + more;
  }
  return true;
}

struct pomp_phase_name *pomp_phase_setting(unsigned *count) {
  *count = name_count;
  return names;
}
