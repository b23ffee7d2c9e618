/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* own-options.h - reads the options that pomp-clang adds to Clang's (--pomp-...), and prints their help.
 * What does not live here: their list (common/pomp_options.def), and Clang's options (clang-options.h). */
#ifndef COMMANDS_CLANG_OWN_OPTIONS_H
#define COMMANDS_CLANG_OWN_OPTIONS_H

#include "commands/clang/words.h"

#include <stdbool.h>

struct own_options {
  bool help;
  bool mutexes;         /* link libpompomp-mutexes.a, and have it called */
  bool static_library;  /* link libpompomp.a */
  bool no_library;      /* link no POMP library: the user names another one */
  bool other_interface; /* the program calls functions that our library does not have */
  struct words plugin;  /* -fplugin-arg-pompinst-..., one for each option that is the plugin's */
};

/* True if the word is an option of pompinst: any --pomp-..., known or not. */
bool own_option_is(const char *word);

/* Is one of ours meant by a word that Clang does not know, if that is so? -h is, and whatever begins almost as ours do.
 */
bool own_option_is_meant(bool unknown, const char *word);

/* Reads one of ours into *own. If it is wrong, says what is allowed and ends the program. */
void own_option_read(const char *word, struct own_options *own);

/* Is our library linked? */
bool own_links_library(const struct own_options *own);

/* Prints their help. */
void own_options_help(const char *compiler);

#endif
