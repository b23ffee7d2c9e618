/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* seen-by-ccache.h - shows to ccache what a compilation depends on besides the source: the plugin, and a filter file.
 *
 * ccache keeps the results of compilations and gives them out again if nothing has changed that it knows of. It knows
 * the command line, the compiler's own file, what the compiler writes under -E, and what a dependency file lists.
 *
 * What does not live here: how a command line is read (command-line.h). */
#ifndef COMMANDS_CLANG_SEEN_BY_CCACHE_H
#define COMMANDS_CLANG_SEEN_BY_CCACHE_H

#include "commands/clang/command-line.h"

/* Adds words to the command line: one that tells plugin and filter apart from others by its text, which a ccache sees
 * that POMP_CLANG names; and what makes the filter an entry of dependency files, which make and ninja see as well. */
void seen_add_words(struct words *out, const struct command_line *line, const char *libdir);

/* Does this run only preprocess, for a ccache that has called pomp-clang? Then seen_add_text is to be called at its
 * end. */
bool seen_wants_text(const struct command_line *line);

/* Adds line markers to the preprocessed text that Clang has written, with the names of plugin and filter. ccache takes
 * them for included files and compares their contents from then on. False, after a message, if that can't be done. */
bool seen_add_text(const struct command_line *line, const char *libdir);

#endif
