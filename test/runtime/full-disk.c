// A full disk, and a limit on the size of files, end the measurement and not the program: there is no SIGBUS and no SIGXFSZ.
// REQUIRES: mount
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=small/e %inputs/small-disk size=300k ./a > out 2> err
// RUN: echo done | diff - out && FileCheck %s < err
// RUN: %check kept/e 'experiment["stop_reason"] == "space"' '500 < len(regions) < 5000' 'visits("for", 1) == 1'
// If there is no room for even the first page, there is no experiment, and nothing is measured.
// RUN: env POMP_EXPERIMENT_DIR=small/e %inputs/small-disk size=8k ./a > out 2> err && ls -A kept > left
// RUN: echo done | diff - out && FileCheck %s --check-prefix=NOTHING < err && count 0 < left
// RUN: sh -c "ulimit -f 256 && POMP_EXPERIMENT_DIR=limit ./a > out 2> err" && echo done | diff - out
// RUN: FileCheck %s --check-prefix=LIMIT < err
// Records of samples, and of times without a processor, take some of that, if there are any.
// RUN: %check limit 'experiment["stop_reason"] == "space"' '200 < len(regions) < 5000'
// This file system can't be written to.
// RUN: env POMP_EXPERIMENT_DIR=small/e %inputs/small-disk ro ./a > out 2> err
// RUN: echo done | diff - out && FileCheck %s --check-prefix=READONLY < err && count 1 < err
// READONLY: {{^}}pomp: can't make the experiment small/e (Read-only file system); the program runs unmeasured{{$}}
// The directory vanishes while the program runs.
// RUN: env POMP_EXPERIMENT_DIR=gone ./a rm > out 2> err && echo done | diff - out && FileCheck %s --check-prefix=GONE < err
// CHECK: pomp: small/e can't grow (No space left on device): measurement stops here, the program goes on
// CHECK: pomp: a · 1 thread
// NOTHING: {{^}}pomp: can't make the experiment small/e (No space left on device); the program runs unmeasured{{$}}
// LIMIT: pomp: limit can't grow (File too large): measurement stops here, the program goes on
// GONE: pomp: gone can't grow (No such file or directory): measurement stops here, the program goes on
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>

REGION_AT(whole, "region", "whole", 1);

int main(int argc, char **argv) {
  enum { MANY = 20000 };
  (void)argv;
  struct ompregdescr *t = calloc(MANY, sizeof *t);
  POMP_Begin(&whole);
  if (argc > 1 && system("rm -r gone"))
    return 1;
  for (int i = 0; i < MANY; i++) {
    t[i] = region_like(&whole, "for", i + 1);
    POMP_For_enter(&t[i]);
    POMP_For_exit(&t[i]);
  }
  POMP_End(&whole);
  free(t);
  puts("done");
  return 0;
}
