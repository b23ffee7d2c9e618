// libpompread tells what pomp-report tells, while the program runs and when it has ended; it takes any file, and refuses what is wrong.
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && %cc -Werror %inputs/read_dump.c -L %libdir -lpompread -Wl,-rpath,%libdir -o dump
// RUN: %python %inputs/read.py ./dump live ./a | grep "snapshots agree"
// RUN: env POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 POMP_METRICS=rusage:nvcsw ./a && %python %inputs/read.py ./dump %pomp_report e
// RUN: env POMP_EXPERIMENT_DIR=sampled POMP_SUMMARY=0 POMP_SAMPLE=wall:1ms ./a && %python %inputs/read.py ./dump %pomp_report sampled
// RUN: ./dump sampled | grep "^line|[a-z]*|.*read.c|[1-9]" && %python %inputs/made.py places places.pomp && %python %inputs/read.py ./dump %pomp_report places.pomp
// RUN: %python %inputs/made.py job job.pomp && %python %inputs/read.py ./dump %pomp_report job.pomp
//
// It refuses in the words of the commands, and a damaged file never brings it down.
// RUN: not ./dump none > out 2> err && count 0 < out && echo "dump: none: No such file or directory" | diff - err
// RUN: not ./dump 4194305 2> err && grep "^dump: 4194305: there is no process of this number, and no experiment of this name$" err
// RUN: mkdir nothing && cd nothing && not ../dump 2> err && grep "^dump: no experiment (pomp-\*) in this directory" err && cd ..
// RUN: %python %inputs/damage.py ./dump e/profile.pomp
//
// The archive does the same, and exports the same; the example compiles, and C++ takes the header.
// RUN: sed -n 's/^Libs.private: //p' %libdir/pkgconfig/pompread.pc > libraries && %cc -Werror %inputs/read_dump.c %libdir/libpompread.a @libraries -o archive
// RUN: ./dump e > shared && ./archive e | diff shared -
// RUN: %cc -std=c11 -pedantic -Werror %root/examples/read/watch.c -L %libdir -lpompread -Wl,-rpath,%libdir -o watch && ./watch e 1 > out
// RUN: grep "for  *test.c:2" out && echo '#include <pomp_read.h>' > a.cpp
// RUN: %clangxx -std=c++98 -Wall -Wextra -Wno-c++11-long-long -Werror -I %include -c a.cpp
#include "regions.h"
#include <stdio.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(loop, "for", 2);
REGION_AT(one, "critical", "one", 3);

static double sum;

static void turn(int k) {
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2 + k % 2)
  {
    POMP_Parallel_begin(&par);
    POMP_For_enter(&loop);
#pragma omp for nowait
    for (int i = 0; i < 64; i++) {
      POMP_Critical_enter(&one);
#pragma omp critical
      {
        POMP_Critical_begin(&one);
        sum += i;
        POMP_Critical_end(&one);
      }
      POMP_Critical_exit(&one);
    }
    POMP_For_exit(&loop);
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
}

int main(void) {
  for (int k = 0; k < 100 || (access("moved", F_OK) == 0 && access("over", F_OK) != 0); k++) {
    turn(k);
    if (k == 0) {
      puts("begun");
      fflush(stdout);
      while (access("live", F_OK) == 0) /* it is about to be moved */
        usleep(1000);
    }
  }
  return 0;
}
