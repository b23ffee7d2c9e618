/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_selection.c - parses POMP_TRACE_SELECT.
 * Not here: which regions have the names (selected_visits.c). */
#include "state/trace_selection.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define RULES_MAX 16
#define TEXT_MAX 4096

static struct pomp_trace_rule rules[RULES_MAX];
static unsigned rule_count;
static char names[TEXT_MAX];

/* Reads ":from-to" or ":n" and returns where it ends. NULL: the text is something else, a part of a name. */
static const char *read_range(const char *text, struct pomp_trace_rule *r) {
  char *end;
  if (!isdigit((unsigned char)text[1]))
    return NULL;
  errno = 0;
  r->from = r->to = strtoull(text + 1, &end, 10);
  if (*end == '-' && isdigit((unsigned char)end[1]))
    r->to = strtoull(end + 1, &end, 10);
  return errno || (*end && *end != ',') ? NULL : end;
}

bool pomp_trace_selection_parse(const char *text) {
  rule_count = 0;
  if (strlen(text) >= sizeof names)
    return false;
  strcpy(names, text);
  for (char *at = names; *at;) {
    struct pomp_trace_rule r = {.name = at};
    const char *end = NULL;
    char *colon = at;
    while ((colon = strchr(colon, ':')) && (colon == at || !(end = read_range(colon, &r))))
      colon++;
    if (!colon || !end || *at == ',' || !r.from || r.to < r.from || rule_count == RULES_MAX || (*end && !end[1]))
      return false;
    *colon = 0;
    rules[rule_count++] = r;
    at += end - at + (*end == ',');
  }
  return true;
}

struct pomp_trace_rule *pomp_trace_selection(unsigned *count) {
  *count = rule_count;
  return rules;
}
