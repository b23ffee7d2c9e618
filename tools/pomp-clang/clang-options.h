/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-options.h - what Clang's driver takes each word of a command line for.
 *
 * What lives here: Clang's own option table, compiled from the file that its driver is compiled from, and the look-up.
 * What does not: any judgement about what an option means to us (command-line.c). */
#ifndef CLANG_OPTIONS_H
#define CLANG_OPTIONS_H

#include <stdbool.h>

/* OPT_c, OPT_o, OPT_fopenmp_EQ, ... are Clang's own identifiers, so `-c` and its alias `--compile` are both OPT_c. */
enum clang_option_id {
  OPT_INVALID,
#define OPTION(PREFIX, NAME, ID, ...) OPT_##ID,
#include <clang/Driver/Options.inc>
#undef OPTION
};

struct clang_option {
  enum clang_option_id id; /* OPT_INPUT: a file; OPT_UNKNOWN: not an option of Clang's (Clang itself will complain) */
  const char *value;       /* within the words; "" if there is none */
  int words;               /* how many words of the command line it takes up, from 1; may point beyond the end */
  bool linker_input;       /* Clang counts it among the inputs of a link: -lm, -Wl,..., -Xlinker ... */
};

/* Classifies words[0], which must exist; looks at the words after it, up to words[count - 1], for its value. */
struct clang_option clang_option_at(char *const words[], int count);

#endif
