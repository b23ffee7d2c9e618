// Headers have constructs: they are included once, twice, in the middle of a function, under different macros.
// RUN: %same --regions 8 %s -- -Wall -Wextra -pedantic -Werror
#include "Inputs/inline.h"
#include "Inputs/inline.h"
#include <stdio.h>
#define NAME one
#define STEP 1
#include "Inputs/twice.h"
#undef NAME
#undef STEP
#define NAME two
#define STEP 2
#define EXTRA
#include "Inputs/twice.h"

int main(void) {
  int x = 0;
#pragma omp parallel
  {
#include "Inputs/body.inc"
#pragma omp barrier
#include "Inputs/body.inc"
  }
  printf("%d %d %d %d line %d\n", x, hsum(10), one(4), two(4), __LINE__);
  return 0;
}
