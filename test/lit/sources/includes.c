// An An #include is in the middle of functions, blocks and constructs; there are .inc files under different macros; X-macros; headers in
// headers; a block that is opened in a file and closed in another; a header reached under two names.
// RUN: rm -rf %t && mkdir %t && ln -s %S/Inputs/deep.h %t/link.h && cp %S/Inputs/deeper.h %t
// RUN: %same --regions 12 %s -- -Wall -Wextra -I%t -DLINK='"link.h"'
// RUN: %same --regions 12 %s -- -Wall -Wextra -I%S/Inputs/../Inputs -DLINK='"./deep.h"'
// RUN: %same --regions 12 %s -- -Wall -Wextra -DLINK='"%S/Inputs/../../sources/Inputs/deep.h"' -O2 -g
#include <stdio.h>
#include LINK
#include "Inputs/deep.h"
#include LINK

int main(void) {
  int s = 0, a[10];
#define REDUCTION reduction(+ : s)
#define ACTION(i) s += i
#include "Inputs/kernel.inc"
#undef REDUCTION
#undef ACTION
#define REDUCTION
#define ACTION(i) a[i] = i
#include "Inputs/kernel.inc"
#undef ACTION
#define ACTION(i) a[i]++; a[i]++
#pragma omp parallel num_threads(2)
  {
    int mine = 0;
#define ITEM(name, op, value) mine = mine op value;
#include "Inputs/table.def"
#undef ITEM
#pragma omp critical
    s += mine == 3 ? 0 : 1;
  }
#include "Inputs/opening.inc"
#pragma omp barrier
  }
#pragma omp parallel num_threads(2)
#include "Inputs/opening.inc"
  }
  IN_HEADER(s++;)
  printf("%d %d %d line %d\n", s, a[3], deep(10), __LINE__);
  return 0;
}
