/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other-clang.h - finds the Clang that pomp-clang runs: one that POMP_CLANG names, the one of the version in the
 * name that pomp-clang is called by (pomp-clang-16), or the usual one.
 * What does not live here: how it is run (run.h). A Clang that there is no plugin for is refused by the plugin. */
#ifndef COMMANDS_CLANG_OTHER_CLANG_H
#define COMMANDS_CLANG_OTHER_CLANG_H

#include <stdbool.h>
#include <stddef.h>

/* How many characters at the end of a program's name are a version, with its dash: 3 of pomp-clang++-16, or 0. */
size_t clang_version_length(const char *program);

/* Returns the compiler; `program` is argv[0]. The compiler is named clang++ for C++, so that its messages begin with
 * clang++. If POMP_CLANG names a program that is no Clang, says so and ends the program. */
const char *clang_find(const char *program, bool cxx);

#endif
