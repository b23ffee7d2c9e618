// What is measured is the owner's alone, unless POMP_FILE_MODE asks for more and the umask allows it.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 sh -c 'umask 022; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '700 600 600 600 '
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 POMP_FILE_MODE=664 sh -c 'umask 022; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '755 644 644 644 '
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e POMP_TRACE=1 POMP_FILE_MODE=660 sh -c 'umask 002; exec ./a'
// RUN: stat -c %%a e e/profile.pomp e/trace.pomp e/README.txt | tr '\n' ' ' | grep -x '770 660 660 660 '
// RUN: env POMP_EXPERIMENT_DIR=f POMP_FILE_MODE=777 ./a 2> err && not ls f && FileCheck %s < err
// CHECK: pomp: POMP_FILE_MODE=777 is wrong: it takes 600, 640, 644, 660, 664 or 666; the program runs unmeasured
#include "regions.h"

REGION_AT(r, "region", "r", 1);

int main(void) {
  POMP_Begin(&r);
  POMP_End(&r);
  return 0;
}
