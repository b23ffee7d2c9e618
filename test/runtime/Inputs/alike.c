/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* alike.c - a function, and in it a user region that is called as the function is.
 * Not here: what becomes of their names. */
#include "regions.h"
#include "test_clock.h"

REGION_AT(function, "function", "main", 1);
REGION_AT(user, "region", "main", 5);

int main(void) {
  POMP_Begin(&function);
  POMP_Begin(&user);
  __pomp_time += 2 * CLOCK_MS;
  POMP_End(&user);
  POMP_End(&function);
}
