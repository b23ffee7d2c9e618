/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* moved.h - options that pomp-report had and another command has now: the call is handed over to that.
 * Not here: what they do (tools/commands/runs). */
#ifndef COMMANDS_REPORT_MOVED_H
#define COMMANDS_REPORT_MOVED_H

/* Returns the first such option of the command line; NULL: there is none. */
const char *moved_option(char *const *argv);

/* Says what the option belongs to now, and becomes that command. It returns an exit status only if that can't be done.
 */
int moved_hand_over(char **argv, const char *option);

#endif
