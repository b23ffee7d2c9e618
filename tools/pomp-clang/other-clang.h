/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* other-clang.h - finds the Clang that pomp-clang runs: the usual one, or one that POMP_CLANG names.
 * What does not live here: how it is run (run.h). A Clang of another version is refused by the plugin. */
#ifndef OTHER_CLANG_H
#define OTHER_CLANG_H

/* Returns the compiler. If POMP_CLANG names something that is no Clang, says so and ends the program. */
const char *clang_find(void);

#endif
