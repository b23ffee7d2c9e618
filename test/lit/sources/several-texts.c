// A file that gets another text each time it is included: lines and messages are those of the user's file each time, also
// where nothing is inserted.
// RUN: %same --regions 2 %s -- -Wall -I%S/Inputs
// RUN: %same --no-gcc "the flag is of Clang alone" %s -- -Weverything -I%S/Inputs
#include <stdio.h>
#define A(f, v, w, unused) static int v = __LINE__;
#include "several-texts.def"
#define A(f, v, w, unused) static int f(void) { _Pragma("omp atomic") v++; return __LINE__; }
#include "several-texts.def"
#define A(f, v, w, unused) static int w = __LINE__; static int unused(void) { return __LINE__; }
#include "several-texts.def"
int main(void) {
  int first = f1(), second = f2();
  printf("%d %d %d %d %d %d\n", first, second, v1, v2, w1, w2);
  return 0;
}
