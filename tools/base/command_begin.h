/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* command_begin.h - what each command needs before it does anything.
 * Not here: the command line (command_line.h). */
#ifndef BASE_COMMAND_BEGIN_H
#define BASE_COMMAND_BEGIN_H

#include <stdbool.h>

/* To be called before any file is opened. If the caller of the tool has closed stdin, stdout or stderr, the next file
 * would get its number, and messages would go into that file. A closed stdout still can't be written to. A file that
 * may not become so long (ulimit -f) is an error as any other from now on. False, with a message: the stack is too
 * small. */
bool command_begin(void);

/* In a child that becomes another program: gives it what the caller of the tool has chosen for such files. */
void command_begin_undo(void);

#endif
