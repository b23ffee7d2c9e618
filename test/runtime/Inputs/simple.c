/* simple.c - one user region, and an exit status that is the program's own: that of its arguments' number. */
#include "regions.h"
#include <stdio.h>

REGION_AT(r, "region", "r", 1);

int main(int argc, char **argv) {
  (void)argv;
  POMP_Begin(&r);
  puts("output");
  POMP_End(&r);
  return argc - 1;
}
