/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* stack_room.c - asks the system where the stack ends. */
#include "base/stack_room.h"
#include "base/user_error.h"

#include <pthread.h>
#include <stdint.h>

#define LEAST (208u << 10) /* bytes: of 256 KiB, what a caller needs as well */

bool stack_has_room(void) {
  pthread_attr_t attributes;
  void *begin = NULL;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0)
    return true;
  const bool known = pthread_attr_getstack(&attributes, &begin, &size) == 0;
  pthread_attr_destroy(&attributes);
  const uintptr_t here = (uintptr_t)__builtin_frame_address(0); /* AddressSanitizer has variables elsewhere */
  return !known || here - (uintptr_t)begin >= LEAST ||
         user_error(NULL, "the stack has %zu KiB, which is too little: ulimit -s 256, or more", size >> 10);
}
