/* simple.c - has one user region, and an exit status of its own: the number of its arguments. */
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
