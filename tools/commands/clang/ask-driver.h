/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ask-driver.h - asks Clang's driver what it would do, where the words alone don't tell.
 * What does not live here: when that is so (command-line.h). */
#ifndef COMMANDS_CLANG_ASK_DRIVER_H
#define COMMANDS_CLANG_ASK_DRIVER_H

#include "commands/clang/words.h"

#include <stdbool.h>

/* Would Clang run a linker on these words, of which the first names it? `otherwise` is the answer if it does not tell.
 * Nothing is compiled. */
bool driver_links(const struct words *words, bool otherwise);

/* Does Clang take these words, of which the first names it? If so, what it says of options that are of no use is said.
 * It says so, and refuses options of other machines, only where the last input is a source: in front of our library,
 * nothing of that would be heard. Nothing is compiled. */
bool driver_takes(const struct words *words);

#endif
