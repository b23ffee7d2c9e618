/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* side_stack.h - a stack of the library's own, for what takes more of a stack than a program may have left.
 * Not here: the stacks of the program (own_stack.h). */
#ifndef POMP_SIDE_STACK_H
#define POMP_SIDE_STACK_H

/* Calls the function on a new stack, which goes when the function returns; if there is no memory for one, or the
 * thread is on such a stack already, on the one at hand. May be called in a signal handler. The function returns: no
 * code of the program is called from it that could leave it by a jump. */
void pomp_call_aside(void (*function)(void *argument), void *argument);

#endif
