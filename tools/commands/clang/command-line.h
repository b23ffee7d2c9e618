/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command-line.h - what the user asks Clang for, as far as it decides what we add.
 *
 * What lives here: the facts read off a command line. What does not: what follows from them (pomp-clang.c). */
#ifndef COMMANDS_CLANG_COMMAND_LINE_H
#define COMMANDS_CLANG_COMMAND_LINE_H

#include "commands/clang/own-options.h"
#include "commands/clang/words.h"

#include <stdbool.h>

struct command_line {
  struct words words;     /* the user's words, response files opened; our own options are NULL by now */
  struct own_options own; /* what those said */
  bool file_edited;       /* a word that we changed came out of a response file */
  bool has_inputs;        /* files or linker inputs that can end up in an image */
  bool surely_has_inputs; /* that are there, and that no option before them can have taken as its value */
  bool preprocesses;      /* -E, and its output is what compilers read */
  bool asks_help;         /* --help */
  bool asks_version;      /* --version */
  const char *output;     /* -o; NULL: not said */
  const char *filter;     /* the plugin's filter file; NULL: none */
  bool emits;             /* the plugin writes the instrumented source to a file */
  bool stops_early;       /* -c, -E, -fsyntax-only ...: Clang does not get as far as linking */
  bool surely_stops;      /* such an option that is no value of the one before it */
  bool names_openmp;      /* the user decides about OpenMP: -fopenmp, -fno-openmp, -fopenmp-simd ... */
  bool relocatable;       /* -r */
  bool shared;            /* -shared */
  bool static_image;      /* -static, -static-pie */
  bool names_mpi;         /* -lmpi, or the library's file */
  bool no_default_libraries;
  bool ends_in_source;  /* the last input is to be compiled */
  bool has_odd_options; /* an option that Clang may refuse, or say to be of no use, if nothing is linked after it */
};

struct command_line command_line_read(int argc, char *const argv[]);

/* Does Clang run the linker on this, on something that can take a library? */
bool command_line_links(const struct command_line *line);

/* Does that depend on whether an option that we don't know takes the next word as its value? Then Clang's driver is to
 * be asked (ask-driver.h). */
bool command_line_is_doubtful(const struct command_line *line);

#endif
