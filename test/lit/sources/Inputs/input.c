#include <stdio.h>
#include "input.h"
#define CR(x) _Pragma("omp critical") x
int main(void) {
  int s = 0;
#pragma omp parallel
  { CR(s = 3;) }
#pragma pomp inst begin(r)
  PF for (int i = 0; i < 4; i++) ;
#pragma pomp inst end(r)
  printf("%d %d %d\n", s, hdr(5), __LINE__);
  return 0;
}
