// A full disk, and a limit on the size of files, end the measurement and not the program: no SIGBUS, no SIGXFSZ.
// REQUIRES: mount
// RUN: %fresh && %program %s -o a && mkdir small
// RUN: unshare -m sh -c "mount -t tmpfs -o size=300k none small && POMP_EXPERIMENT_DIR=small/e ./a > out 2> err; cp -r small/e e"
// RUN: echo done | diff - out && FileCheck %s < err
// RUN: %check e 'experiment["stop_reason"] == "space"' '500 < len(regions) < 5000' 'visits("for", 1) == 1'
// No room for even the first page: no experiment, and no measurement.
// RUN: unshare -m sh -c "mount -t tmpfs -o size=8k none small && POMP_EXPERIMENT_DIR=small/e ./a > out 2> err; ls -A small > left"
// RUN: echo done | diff - out && FileCheck %s --check-prefix=NOTHING < err && count 0 < left
// RUN: sh -c "ulimit -f 256 && POMP_EXPERIMENT_DIR=limit ./a > out 2> err" && echo done | diff - out
// RUN: FileCheck %s --check-prefix=LIMIT < err
// RUN: %check limit 'experiment["stop_reason"] == "space"' '500 < len(regions) < 5000'
// A file system that can't be written to.
// RUN: unshare -m sh -c "mount -t tmpfs -o ro none small && POMP_EXPERIMENT_DIR=small/e ./a > out 2> err"
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
    t[i] = whole;
    t[i].name = "for";
    t[i].sub_name = "";
    t[i].data[0] = NULL;
    t[i].begin_line1 = i + 1;
    POMP_For_enter(&t[i]);
    POMP_For_exit(&t[i]);
  }
  POMP_End(&whole);
  free(t);
  puts("done");
  return 0;
}
