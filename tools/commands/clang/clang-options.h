/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clang-options.h - what Clang's driver takes each word of a command line for.
 *
 * What lives here: the options that matter to us, and those that take words of their own; the look-up. What does not:
 * any judgement about what an option means to us (command-line.c), and what Clang makes of options that are not in the
 * table (ask-driver.c). */
#ifndef COMMANDS_CLANG_CLANG_OPTIONS_H
#define COMMANDS_CLANG_CLANG_OPTIONS_H

#include <stdbool.h>

/* This is what an option means. */
enum clang_meaning {
  NOTHING,       /* nothing that matters to us */
  FILE_NAME,     /* it is no option, but the name of a file */
  INPUT,         /* it is a part of a link: -z, -rpath ... */
  STOPS,         /* Clang's work ends before the link */
  PREPROCESS,    /* -E, which stops as well */
  DEPENDENCIES,  /* -M and -MM, which stop as well, and what they write has no line markers */
  NO_MARKERS,    /* -P: what -E writes has no line markers */
  HELP,          /* --help */
  VERSION,       /* --version */
  OUTPUT,        /* -o */
  LANGUAGE,      /* -x */
  LIBRARY,       /* -l, which is a part of a link */
  LINKER,        /* -Wl, and -Xlinker, which are parts of a link */
  RELOCATABLE,   /* -r, which is a part of a link */
  SHARED,        /* -shared */
  STATIC,        /* -static, -static-pie */
  NO_LIBRARIES,  /* -nostdlib, -nodefaultlibs */
  OPENMP,        /* the user decides about OpenMP */
  PLUGIN_OPTION, /* -fplugin-arg- */
  DRIVER_MODE,   /* --driver-mode= */
  DASHES         /* --: what follows is files */
};

struct clang_option {
  enum clang_meaning means;
  const char *value; /* within the words; "" if there is none; the name of a file */
  int words;         /* how many words of the command line it takes up, from 1; may point beyond the end */
  bool unknown;      /* it is not in the table */
  bool may_take;     /* it is unknown, and may take the next word */
};

/* Classifies words[0], which must exist; looks at the words after it, up to words[count - 1], for its value. */
struct clang_option clang_option_at(char *const words[], int count);

#endif
