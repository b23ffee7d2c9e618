// The experiment's directory is removed, or another one is put in its place, while two threads measure: measurement ends at
// the latest when the file has to grow, the program does not, and files that are not ours are left alone.
// A trace of it repeats what others' traces show, and takes long: only `make test-all` makes one.
// UNSUPPORTED: traced && !all
// RUN: %fresh && %program %s -o a && echo done > expected
// RUN: env POMP_EXPERIMENT_DIR=e ./a 'rm -r e' > out 2> err && diff out expected && FileCheck %s --check-prefix=GONE < err && not ls e
// RUN: env POMP_EXPERIMENT_DIR=e ./a 'mv e moved && mkdir e && echo mine > e/profile.pomp' > out 2> err && diff out expected
// RUN: FileCheck %s --check-prefix=OTHER < err && echo mine | diff - e/profile.pomp && ls e | count 1
// Everything that was measured before is where it was moved to.
// RUN: %check moved 'experiment["stop_reason"] == "file"' 'visits("region(r)") == 2' 'len(regions) > 100' \
// RUN:   'visits("for", 1) >= 1' 'region("parallel")["unfinished"] == 2'
// A link in its place is not followed.
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e ./a 'mv e/profile.pomp mine && ln -s ../mine e/profile.pomp' > out 2> err && diff out expected
// RUN: FileCheck %s --check-prefix=LINK < err
// It can't be written to any more, which the mapping does not mind.
// RUN: rm -r e && env POMP_EXPERIMENT_DIR=e ./a 'chmod 0 e/profile.pomp e' > out 2> err && diff out expected && chmod 755 e && chmod 644 e/profile.pomp
// RUN: %check e 'visits("region(r)") == 2' 'len(regions) > 100'
// The directory was gone before anything had to grow: nobody need know.
// RUN: env POMP_EXPERIMENT_DIR=small POMP_SUMMARY=0 ./a 'rm -r small' 10 > out 2> err && diff out expected && count 0 < err && not ls small
// GONE: pomp: e can't grow (No such file or directory): measurement stops here, the program goes on
// GONE: pomp: a · 2 threads
// GONE: pomp: only the first
// OTHER: pomp: e can't grow (Stale file handle): measurement stops here, the program goes on
// LINK: pomp: e can't grow (Too many levels of symbolic links): measurement stops here, the program goes on
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>

REGION(par, "parallel", 1);
REGION_AT(r, "region", "r", 2);

int main(int argc, char **argv) {
  enum { MANY = 20000 };
  int count = argc > 2 ? atoi(argv[2]) : MANY;
  struct ompregdescr *t = calloc(MANY, sizeof *t);
  regions_fill(t, MANY, &par, "for", 1);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    POMP_Begin(&r);
    for (int i = 0; i < count; i++) {
      POMP_For_enter(&t[i]);
      POMP_For_exit(&t[i]);
      if (i == 200 || i == count - 1) {
#pragma omp barrier
#pragma omp single
        if (i != 200 && count == MANY) {
        } else if (system(argv[1]))
          exit(1);
      }
    }
    POMP_End(&r);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  free(t);
  puts("done");
  return 0;
}
