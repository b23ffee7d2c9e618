/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_sites.h - where in the source a routine is called that has a construct for each address it is called from.
 * Not here: how a file's debug information is read (debug_info.c). */
#ifndef FILES_CALL_SITES_H
#define FILES_CALL_SITES_H

#include "files/experiment.h"

/* It says how much is known of a call. The columns are the name in JSON, and what a table says beside the address. */
/* clang-format off */
#define CALL_KNOWN(X)                                                                                                  \
  X(CALL_LINE, "line", "")                                                                                             \
  X(CALL_NO_LINE, "no line", " (nearest)") /* the compiler gave this code no line, as it has merged some */       \
  X(CALL_SYMBOL, "symbol", "")          /* the function alone: the module has no debug information */                  \
  X(CALL_COMPRESSED, "compressed", " (debug information compressed)") /* as this libdw can't read it */                \
  X(CALL_STUB, "stub", "")              /* the linker's code of the PLT, by which functions of other files are called */ \
  X(CALL_KERNEL, "kernel", "")          /* the kernel's code in the program (vDSO) */                                  \
  X(CALL_ADDRESS, "address", "")        /* the module has no symbol there either, or is not known */                   \
  X(CALL_CHANGED, "changed", " (file changed)") /* the file is not the one that ran */                                 \
  X(CALL_UNSURE, "unsure", " (file unsure)")    /* nothing tells whether it is */                                      \
  X(CALL_GONE, "gone", " (file gone)")          /* it can't be read any more */                                        \
  X(CALL_NO_LIBRARY, "no libdw", " (no libdw)") /* this build has no library that reads debug information */
/* clang-format on */
enum call_known {
#define CALL_ROW(name, ...) name,
  CALL_KNOWN(CALL_ROW)
#undef CALL_ROW
      CALL_KINDS
};

/* It is a function, and a line in it. */
struct call_level {
  const char *function, *file; /* "" if that is not known */
  int line;
};

struct call_site {
  enum call_known known;
  struct call_level call;     /* the call itself, in the function that the source has it in */
  struct call_level *inlined; /* where that function is inlined, then where the function there is, and so on */
  uint32_t inlined_count;
  const char *place; /* the module's name and the address in it */
};

/* Finds the call that a construct stands for, which is_site says; NULL if there is no memory. Each is looked for once,
 * when it is asked for, and stays until the program ends. All text is fit for a terminal. */
const struct call_site *call_site_of(const struct construct *c);

/* Finds all calls of an experiment. False: no memory. Without it, a call that is shown and finds none looks like one of
 * which nothing is known. */
bool call_sites_find(const struct experiment *e);

/* Returns the name in JSON. */
const char *call_known_name(enum call_known known);

/* Writes where a construct is, "" if that is not known. A call is "file:line", then " < file:line" or " < line"
 * where that is inlined, or else the module and address. */
void call_where(const struct construct *c, char *text, size_t size);
/* Return the function and the file that have the construct, and its first line. */
const char *call_function(const struct construct *c);
const char *call_file(const struct construct *c);
int call_line(const struct construct *c);
/* Returns what follows file and line where there are others like it, as in the descriptor; else "". */
const char *call_place(const struct construct *c);

#endif
