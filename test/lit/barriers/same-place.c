// An included file's loop has a nowait in one inclusion and none in the other: there is a descriptor for each.
// RUN: %emit -fplugin-arg-pompinst-barriers=ompt %s && grep -c '^  {.*__POMP_RD_VERSION, __POMP_RD_IMPLICIT_BARRIER, ' %t.emit | FileCheck %s --check-prefix=ONE
// RUN: %same %s --
// ONE: {{^}}1{{$}}
#include <stdio.h>
int main(void) {
  int a[10] = {0};
#pragma omp parallel
  {
#define NOWAIT
#include "Inputs/loop.inc"
#undef NOWAIT
#define NOWAIT nowait
#include "Inputs/loop.inc"
  }
  printf("%d\n", a[3]);
  return 0;
}
