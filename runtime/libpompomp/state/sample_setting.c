/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* sample_setting.c - the parser of POMP_SAMPLE; see sample_setting.h.
 * Not here: the table of settings (config.c). */
#include "state/sample_setting.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MS 1000000u
#define US 1000u

static struct pomp_sample_setting setting;

bool pomp_sample_setting_parse(const char *text) {
  static const char wall[] = "wall:";
  struct pomp_sample_setting read = {.period = 0};
  if (strcmp(text, "auto") == 0) {
    setting = (struct pomp_sample_setting){.period = POMP_SAMPLE_PERIOD_AUTO, .is_auto = true};
    return true;
  }
  if (text[0] == '0' && !text[1]) {
    setting = read;
    return true;
  }
  if (strncmp(text, wall, sizeof wall - 1) == 0) {
    read.wall = true;
    text += sizeof wall - 1;
  }
  if (*text < '0' || *text > '9')
    return false;
  char *end;
  errno = 0;
  unsigned long long count = strtoull(text, &end, 10);
  if (count == 1 && !*end)
    read.period = MS;
  else if (errno || count > POMP_SAMPLE_PERIOD_MOST)
    return false;
  else if (strcmp(end, "us") == 0)
    read.period = count * US;
  else if (strcmp(end, "ms") == 0)
    read.period = count * MS;
  if (read.period < POMP_SAMPLE_PERIOD_LEAST || read.period > POMP_SAMPLE_PERIOD_MOST)
    return false;
  setting = read;
  return true;
}

struct pomp_sample_setting pomp_sample_setting(void) { return setting; }
