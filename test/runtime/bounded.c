// A reader takes memory and disk by what a file has, and not by what it says: the test has archives that declare or unpack to more, names
// with escape sequences, a limit on the size of files, and conversions that grow as the square of the depth.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && %python %inputs/bounded.py ./a %pomp_report %pomp_archive %pomp_convert
#include "regions.h"
#include <stdlib.h>

REGION_AT(deep, "region", "deep_in_itself_again_and_again", 1);

static int down(int n) {
  POMP_Begin(&deep);
  const int below = n ? down(n - 1) : 0;
  POMP_End(&deep);
  return below + 1;
}

int main(int argc, char **argv) { return down(argc > 1 ? atoi(argv[1]) : 10) == 0; }
