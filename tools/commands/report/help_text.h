/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* help_text.h - what --help prints. Not here: --help=all (command_line.h). */
#ifndef COMMANDS_REPORT_HELP_TEXT_H
#define COMMANDS_REPORT_HELP_TEXT_H

/* Prints what fits a screen. */
void help_brief(void);

#endif
