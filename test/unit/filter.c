/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* filter.c - patterns and rules of the filter file, which the plugin and the runtime share. */
#include "pomp_filter.h"
#include "unit.h"

#include <stdbool.h>

static void patterns(void) {
  static const struct {
    const char *pattern, *text;
    bool matches;
  } cases[] = {
      {"", "", true},
      {"", "a", false},
      {"*", "", true},
      {"a*c", "abbc", true},
      {"a*c", "abcd", false},
      {"a?c", "abc", true},
      {"a?c", "ac", false},
      {"[a-c]x", "bx", true},
      {"[!a-c]x", "bx", false},
      {"[!a-c]x", "dx", true},
      {"\\*", "*", true},
      {"\\*", "a", false},
      {"*a*b*a", "xaxbxa", true},
      {"*a*b*a", "xaxbx", false},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    CHECK(pomp_filter_match(cases[i].pattern, cases[i].text) == cases[i].matches);
  /* The time is the product of the lengths at most: this would take years otherwise. */
  char pattern[60], text[2001];
  for (size_t i = 0; i < sizeof pattern - 1; i++)
    pattern[i] = i % 2 ? '*' : 'a';
  pattern[sizeof pattern - 1] = 0;
  pattern[sizeof pattern - 2] = 'b';
  memset(text, 'a', sizeof text - 1);
  text[sizeof text - 1] = 0;
  CHECK(!pomp_filter_match(pattern, text));
}

static struct pomp_filter *parsed(const char *text, struct pomp_filter_error *error) {
  return pomp_filter_parse(text, strlen(text), error);
}

static bool excludes(const struct pomp_filter *filter, const char *file, const char *name) {
  const struct pomp_filter_names names = {.file = file, .path = file, .name = name};
  return pomp_filter_excludes(filter, &names);
}

static void rules(void) {
  struct pomp_filter_error error;
  struct pomp_filter *filter = parsed("SCOREP_REGION_NAMES_BEGIN\n"
                                      "  EXCLUDE * # all\n"
                                      "  INCLUDE keep* other\n"
                                      "  EXCLUDE keep_not\n"
                                      "SCOREP_REGION_NAMES_END\n"
                                      "SCOREP_FILE_NAMES_BEGIN EXCLUDE */lib.c SCOREP_FILE_NAMES_END",
                                      &error);
  CHECK(filter && pomp_filter_bytes(filter) > 0);
  CHECK(excludes(filter, "a.c", "f") && !excludes(filter, "a.c", "keep") && !excludes(filter, "a.c", "other"));
  CHECK(excludes(filter, "a.c", "keep_not") && excludes(filter, "dir/lib.c", "keep"));
  CHECK(!excludes(filter, NULL, NULL));
  pomp_filter_free(filter);
  CHECK(!parsed("SCOREP_REGION_NAMES_BEGIN\nEXCLUDE a\n", &error) && error.line > 0 && *error.text);
  CHECK(!parsed("\n\nEXCLUDE a\n", &error) && error.line == 3 && *error.text);
  filter = parsed("", &error);
  CHECK(filter && !excludes(filter, "a.c", "f"));
  pomp_filter_free(filter);
}

int main(void) {
  patterns();
  rules();
  return 0;
}
