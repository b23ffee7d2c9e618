/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_frame.h - where a function's frame ends on the stack and who has called it, as its module's unwind information
 * says. Not here: which frames have been left (events/left_functions.c). */
#ifndef POMP_CALL_FRAME_H
#define POMP_CALL_FRAME_H

#include <stdbool.h>
#include <stdint.h>

/* Where a register's value for the caller is: in memory, as far from the end of the frame; or in the register still. */
struct pomp_saved_register {
  bool saved;
  int64_t at;
};

/* This holds where one call is made. The frame ends at the stack pointer before the call, or at the frame pointer, plus
 * `offset`. */
struct pomp_call_frame {
  uintptr_t begin, size; /* the machine code of the function */
  bool from_frame_pointer;
  int64_t offset;
  struct pomp_saved_register frame_pointer, return_address;
};

/* Finds the frame of the function that a return address leads back to. False: its module has no such information, or
 * that is of an uncommon kind. Takes no lock and no memory, and may be called in a signal handler. */
bool pomp_call_frame_find(uintptr_t call, struct pomp_call_frame *f);

#endif
