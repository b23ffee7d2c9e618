// UNSUPPORTED: traced
// It looks at what is in directories, where traces are, too.
// The test shows whose directory is used, and what is removed at the end: nothing of the user's goes, no link that somebody else may have
// laid is followed, and nothing at a name holds the program up. What needs a second user is in other-user.test.
// RUN: %fresh && %program %s -o a && %python %inputs/owners.py ./a own
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

REGION_AT(function, "function", "main", 1);
REGION_AT(r, "region", "r", 2);
REGION(par, "parallel", 3);

/* main() alone is not worth an experiment, which is removed then. The command runs in between. */
int main(int argc, char **argv) {
  POMP_Begin(&function);
  if (argc > 1 && strcmp(argv[1], "worth") == 0) {
    POMP_Begin(&r);
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
    POMP_End(&r);
  }
  if (argc > 2 && system(argv[2]) != 0)
    return 1;
  POMP_End(&function);
  printf("done\n");
  return 0;
}
