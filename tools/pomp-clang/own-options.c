/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own-options.c - the options that pomp-clang adds to Clang's; see own-options.h. A new one is a new row. */
#include "own-options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "--pomp-";

enum { TO_PLUGIN = -1 };
#define OWN(field) (int)offsetof(struct own_options, field)

static const struct row {
  const char *name;
  const char *value; /* what its value is called; NULL: it takes none */
  int flag;          /* the flag of struct own_options that it sets, or TO_PLUGIN */
  const char *help;
} rows[] = {
    {"barriers", "HOW", TO_PLUGIN, "implicit barriers: explicit (replaced by one with events), ompt (left to OMPT)"},
    {"disable", "LIST", TO_PLUGIN, "constructs to leave alone, comma separated (`sync`: all that only synchronise)"},
    {"emit", "FILE", TO_PLUGIN, "also write the instrumented source to FILE"},
    {"functions", "WHICH", TO_PLUGIN, "functions to measure: openmp (with constructs in them), all, none"},
    {"filter", "FILE", TO_PLUGIN, "functions to leave alone, in the syntax of Score-P's filter files"},
    {"skip", "FILE:LINE", TO_PLUGIN, "leave the constructs alone that begin in this line (`all`: every one)"},
    {"system-headers", NULL, TO_PLUGIN, "instrument OpenMP constructs in system headers, too"},
    {"verbose", NULL, TO_PLUGIN, "say for each construct whether it was instrumented, and if not, why"},
    {"static", NULL, OWN(static_library), "link libpompomp.a in place of libpompomp.so"},
    {"no-library", NULL, OWN(no_library), "link no POMP library: you name the one that measures"},
    {"help", NULL, OWN(help), "show this text"},
};
enum { ROWS = sizeof rows / sizeof *rows };

bool own_option_is(const char *word) { return strncmp(word, prefix, strlen(prefix)) == 0; }

static _Noreturn void refuse(const char *word, const char *why) {
  fprintf(stderr, "pomp-clang: error: %s '%s'; allowed:", why, word);
  for (const struct row *row = rows; row < rows + ROWS; ++row)
    fprintf(stderr, " %s%s%s%s", prefix, row->name, row->value ? "=" : "", row->value ? row->value : "");
  fputc('\n', stderr);
  exit(1);
}

void own_option_read(const char *word, struct own_options *own) {
  const char *name = word + strlen(prefix);
  size_t length = strcspn(name, "=");
  for (const struct row *row = rows; row < rows + ROWS; ++row) {
    if (strlen(row->name) != length || strncmp(name, row->name, length) != 0)
      continue;
    if (row->value && (name[length] == '\0' || name[length + 1] == '\0'))
      refuse(word, "there is no value in");
    if (!row->value && name[length] != '\0')
      refuse(word, "there must be no value in");
    if (row->flag == TO_PLUGIN)
      words_format(&own->plugin, "-fplugin-arg-pompinst-%s", name);
    else
      *(bool *)((char *)own + row->flag) = true;
    return;
  }
  refuse(word, "unknown option");
}

void own_options_help(const char *compiler) {
  printf("pomp-clang and pomp-clang++ are %s with the plugin that instruments OpenMP, and link the library\n"
         "that measures: use them in place of `clang -fopenmp`, to compile and to link. All of Clang's options work.\n"
         "They add:\n",
         compiler);
  for (const struct row *row = rows; row < rows + ROWS; ++row) {
    char spelling[64];
    snprintf(spelling, sizeof spelling, "%s%s%s%s", prefix, row->name, row->value ? "=" : "",
             row->value ? row->value : "");
    printf("  %-24s %s\n", spelling, row->help);
  }
  printf("The environment variable POMP_CLANG names another Clang of the same version.\n");
}
