/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* header.c - a loop in a header of the user's. */
#include "header.h"

#include <stdio.h>

int main(void) {
  printf("%d\n", sum_to(100));
  return 0;
}
