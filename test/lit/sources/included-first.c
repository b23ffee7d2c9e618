// Files are given with -include and -imacros: constructs and user regions are in them, macros come out of them.
// RUN: %same --regions 9 %s -- -Wall -Wextra -include %S/Inputs/forced.h -include %S/Inputs/deep.h
// RUN: %same --regions 9 %s -- -Wall -Wextra -include stdio.h -include Inputs/deeper.h -include Inputs/forced.h -I%S -g
// RUN: %same --regions 7 %s -- -Wall -Wextra -imacros %S/Inputs/macros.h -include %S/Inputs/deep.h -DNO_FORCED
// RUN: %same --regions 4 %s -- -Wall -Wextra -include %S/Inputs/forced.h -DNO_OWN
// RUN: %clang -fopenmp -include %S/Inputs/forced.h -MD -MF %t.plain.d -c %s -o %t.o
// RUN: %clang -fopenmp -fplugin=%plugin -include %S/Inputs/forced.h -MD -MF %t.d -c %s -o %t.o && diff %t.plain.d %t.d
#include <stdio.h>
int main(void) {
  int s = 0;
#ifndef NO_OWN
  FORCED_PARALLEL {
#pragma omp single
    s++;
  }
  IN_HEADER(s++;)
  FORCED_PARALLEL
#pragma omp master
  s++;
#endif
#ifndef NO_FORCED
  s += forced(2) + forced(4);
#endif
  printf("%d %d line %d\n", s, deep(10), __LINE__);
  return 0;
}
