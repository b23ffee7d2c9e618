/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own-options.c - reads the options that pomp-clang adds to Clang's, whose list is common/pomp_options.def, and shows
 * their help. What does not live here: what an option makes pomp-clang do (pomp-clang.c). */
#include "commands/clang/own-options.h"

#include "base/command_line.h"
#include "commands/clang/complain.h"
#include "pomp_nearest.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char prefix[] = "--pomp-";
static const char plugin_prefix[] = "-fplugin-arg-pompinst-";

/* This is one word that an option's value may be. */
struct word {
  const char *word; /* NULL ends an option's list */
  const char *meaning;
};

enum { TO_PLUGIN = -1 };

static const struct row {
  const char *name;
  const char *value; /* what the help calls its value; NULL: it takes none */
  struct word words[4];
  int flag; /* where the flag that it sets is in struct own_options, or TO_PLUGIN */
  const char *help;
} rows[] = {
#define POMP_WORD(WORD, MEANING) {WORD, MEANING},
#define POMP_PLUGIN_OPTION(NAME, VALUE, PARSER, WORDS, HELP) {NAME, VALUE, {WORDS{NULL, NULL}}, TO_PLUGIN, HELP},
#define POMP_WRAPPER_OPTION(NAME, FLAG, HELP)                                                                          \
  {NAME, NULL, {{NULL, NULL}}, (int)offsetof(struct own_options, FLAG), HELP},
#include "pomp_options.def"
#undef POMP_WORD
#undef POMP_PLUGIN_OPTION
#undef POMP_WRAPPER_OPTION
};
enum { ROWS = sizeof rows / sizeof *rows };

/* Does the row have this name, which may have a value behind it? */
static bool is_named(const struct row *row, const char *name) {
  size_t length = strcspn(name, "=");
  return strlen(row->name) == length && strncmp(name, row->name, length) == 0;
}

/* Is the word an option that decides about the library, as tools that know nothing of us read it? */
static bool is_for_wrapper(const char *word) {
  if (strncmp(word, plugin_prefix, strlen(plugin_prefix)) != 0)
    return false;
  for (const struct row *row = rows; row < rows + ROWS; ++row)
    if (is_named(row, word + strlen(plugin_prefix)))
      return row->flag != TO_PLUGIN || strcmp(row->name, "api") == 0;
  return false;
}

bool own_option_is(const char *word) { return strncmp(word, prefix, strlen(prefix)) == 0 || is_for_wrapper(word); }

bool own_option_is_meant(bool unknown, const char *word) {
  const char *name = word + strspn(word, "-");
  return unknown && (strcmp(word, "-h") == 0 || strncmp(name, "pomp", strlen("pomp")) == 0);
}

/* Returns the option that was perhaps meant, or NULL. */
static const struct row *meant(const char *word) {
  const char *name = word + strspn(word, "-");
  name += strncmp(name, "pomp", strlen("pomp")) == 0 ? strlen("pomp") : 0;
  name += strspn(name, "-_");
  struct pomp_nearest nearest = {name, strcspn(name, "="), NULL, 0};
  for (const struct row *row = rows; row < rows + ROWS; ++row)
    pomp_nearest_offer(&nearest, row->name);
  for (const struct row *row = rows; row < rows + ROWS; ++row)
    if (row->name == nearest.name)
      return row;
  return NULL;
}

static _Noreturn void refuse(const char *word, const char *why, const struct row *near) {
  char all[2048] = "";
  for (const struct row *row = rows; row < rows + ROWS; ++row) {
    size_t used = strlen(all);
    snprintf(all + used, sizeof all - used, " %s%s%s%s", prefix, row->name, row->value ? "=" : "",
             row->value ? row->value : "");
  }
  if (near)
    complain("%s '%s' (did you mean %s%s%s%s?); allowed:%s", why, word, prefix, near->name, near->value ? "=" : "",
             near->value ? near->value : "", all);
  else
    complain("%s '%s'; allowed:%s", why, word, all);
  exit(WRONG_USAGE);
}

void own_option_read(const char *word, struct own_options *own) {
  if (strcmp(word, "-h") == 0) {
    own->help = true;
    return;
  }
  if (!own_option_is(word))
    refuse(word, "unknown option", meant(word));
  const char *name = word + strlen(is_for_wrapper(word) ? plugin_prefix : prefix);
  size_t length = strcspn(name, "=");
  for (const struct row *row = rows; row < rows + ROWS; ++row) {
    if (!is_named(row, name))
      continue;
    if (row->value && (name[length] == '\0' || name[length + 1] == '\0'))
      refuse(word, "there is no value in", NULL);
    if (!row->value && name[length] != '\0')
      refuse(word, "there must be no value in", NULL);
    if (strcmp(row->name, "api") == 0)
      own->other_interface = strcmp(name + length + 1, "pomp") != 0;
    if (row->flag == TO_PLUGIN)
      words_format(&own->plugin, "%s%s", plugin_prefix, name);
    else
      *(bool *)((char *)own + row->flag) = true;
    return;
  }
  refuse(word, "unknown option", meant(word));
}

bool own_links_library(const struct own_options *own) { return !own->no_library && !own->other_interface; }

void own_options_help(const char *compiler) {
  enum { WIDTH = 27 };
  printf("pomp-clang and pomp-clang++ are\n"
         "    %s\n"
         "with the plugin that instruments OpenMP, and link the library that measures: use\n"
         "them in place of `clang -fopenmp`, to compile and to link. All of Clang's\n"
         "options work. They add:\n",
         compiler);
  for (const struct row *row = rows; row < rows + ROWS; ++row) {
    char spelling[64];
    snprintf(spelling, sizeof spelling, "%s%s%s%s", prefix, row->name, row->value ? "=" : "",
             row->value ? row->value : "");
    command_help_row(spelling, row->help, WIDTH);
    for (const struct word *word = row->words; word->word; ++word) {
      snprintf(spelling, sizeof spelling, "  %s", word->word);
      command_help_row(spelling, word->meaning, WIDTH);
    }
  }
  printf("The environment variable POMP_CLANG names another Clang, of any version that\n"
         "there is a plugin for; pomp-clang-16 runs clang-16, and so on.\n");
}
