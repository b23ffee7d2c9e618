/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stack_room.h - whether the stack has room for a reader: nothing here calls itself as often as data say, but libdw
 * takes 150 KB for the lines of a unit. Not here: messages (user_error.h). */
#ifndef BASE_STACK_ROOM_H
#define BASE_STACK_ROOM_H

#include <stdbool.h>

/* False, with a message, if what is left of the calling thread's stack is too little. */
bool stack_has_room(void);

#endif
