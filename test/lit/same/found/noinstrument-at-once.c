// The fuzzer has found begin and end of a user region beside noinstrument and instrument, with no token between them.
// The regions count, the text between noinstrument and instrument does not.
// RUN: %same --regions 3 %s -- -Wall -Wno-unknown-pragmas
#include <stdio.h>
int main(void) {
  int s = 0;
#pragma pomp inst begin(outer)
#pragma pomp noinstrument
#pragma pomp inst begin(inner)
#pragma omp parallel reduction(+ : s)
  s++;
#pragma pomp inst end(inner)
#pragma pomp instrument
#pragma pomp inst end(outer)
#pragma pomp noinstrument
#pragma omp parallel reduction(+ : s)
  s++;
#pragma pomp instrument
#pragma pomp inst begin(second)
#pragma omp parallel reduction(+ : s)
  s++;
#pragma pomp inst end(second)
  printf("%d\n", s > 0);
  return 0;
}
