// With POMP_VERBOSE=1 a line says why nothing is measured, or nothing is kept; without it there is none. What the program
// writes and returns is its own. A user who asks for an experiment gets one, and a line that names it, whatever the program did.
// RUN: %fresh && %program %s -o a && %cc %s -DPLAIN -o plain
// DEFINE: %{run} = env POMP_TRACE=0
// RUN: not ./plain none > own && not %{run} ./a none > out 2> err && diff own out && count 0 < err
// RUN: not ./plain fork > own && not %{run} POMP_VERBOSE=1 ./a fork > out 2> err && diff own out && rm -r pomp-a-*
// RUN: not %{run} POMP_VERBOSE=1 ./a none 2>&1 | FileCheck %s --check-prefix=NONE --implicit-check-not=pomp:
// NONE: pomp: nothing was measured: the program came to no construct or function that is instrumented
// RUN: not %{run} POMP_VERBOSE=1 POMP_PROFILE=0 ./a region 2>&1 | FileCheck %s --check-prefix=PROFILE --implicit-check-not=pomp:
// PROFILE: pomp: nothing is measured: POMP_PROFILE=0, and POMP_TRACE asks for no trace
// RUN: not %{run} POMP_VERBOSE=1 POMP_ENABLE=0 ./a region 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=pomp:
// RUN: not %{run} POMP_VERBOSE=1 ./a off 2>&1 | FileCheck %s --check-prefix=OFF --implicit-check-not=pomp:
// OFF: pomp: nothing was measured: POMP_ENABLE=0 or POMP_Off switched measurement off, and the program never called POMP_On
// RUN: not %{run} POMP_VERBOSE=1 ./a main 2>&1 | grep -v "^pomp: *POMP_" | FileCheck %s --check-prefix=KEPT --implicit-check-not=pomp:
// KEPT: pomp: measuring into pomp-a-
// KEPT-NEXT: pomp: nothing is kept: there was no parallel, teams or target construct, no user region, no function but main, and one thread
// RUN: not ls -d pomp-a-*
// RUN: not env POMP_TRACE=0 POMP_EXPERIMENT_DIR=e ./a none 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: not env POMP_TRACE=0 POMP_EXPERIMENT_DIR=m ./a main 2>&1 | FileCheck %s --check-prefix=ASKED
// RUN: not env POMP_TRACE=1 POMP_SUMMARY=0 ./a none && %pomp_report pomp-a-* && rm -r pomp-a-*
// RUN: not %{run} POMP_SUMMARY=0 POMP_METRICS=rusage:minflt ./a main && %pomp_report pomp-a-* && rm -r pomp-a-*
// RUN: not %{run} POMP_SUMMARY=0 POMP_PROFILE_EVERY=1h ./a main && %pomp_report pomp-a-* && rm -r pomp-a-*
// RUN: not %{run} POMP_SUMMARY=0 POMP_PHASES=step ./a main && %pomp_report pomp-a-* && rm -r pomp-a-*
// RUN: not %{run} POMP_SUMMARY=0 POMP_ARCHIVE=1 ./a main && %pomp_report pomp-a-*.pomparc && rm -r pomp-a-*
// RUN: not env POMP_TRACE=0 POMP_SAMPLE=1 POMP_SUMMARY=0 ./a forked && %pomp_report pomp-a-*
// ASKED: pomp: a · 1 thread
// ASKED: pomp: no parallel, teams or target construct was executed, nor a user region: one thread was measured
// RUN: %check e 'visits("(outside regions)") == 1' && %check m 'visits("main()") == 1' && rm -r pomp-a-*
// RUN: not %{run} POMP_VERBOSE=1 POMP_TRACE=x ./a region 2>&1 | FileCheck %s --check-prefix=WRONG --implicit-check-not=pomp:
// WRONG: pomp: POMP_TRACE=x is wrong
// A forked child is not measured; one that was forked before there was a measurement has one of its own.
// RUN: not %{run} POMP_VERBOSE=1 POMP_SUMMARY=0 ./a fork 2>&1 | grep -v "^pomp: *POMP_" | FileCheck %s --check-prefix=CHILD --implicit-check-not=pomp:
// CHILD: pomp: measuring into pomp-a-
// CHILD: pomp: process {{[0-9]+}} is not measured: it was forked when the measurement had begun
#include "regions.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef PLAIN
#define POMP_Begin(d)
#define POMP_End(d)
#define POMP_Off()
#endif

REGION_AT(r, "region", "r", 1);
REGION_AT(only, "function", "main", 2);

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  puts(how);
  fflush(stdout);
  if (strcmp(how, "none") == 0)
    return 4;
  if (strcmp(how, "forked") == 0) {
    if (fork() == 0)
      exit(5);
    wait(NULL);
    return 6;
  }
  if (strcmp(how, "off") == 0)
    POMP_Off();
  struct ompregdescr *d = strcmp(how, "main") == 0 ? &only : &r;
  (void)d;
  POMP_Begin(d);
  if (strcmp(how, "fork") == 0) {
    int status = 0;
    if (fork() == 0)
      exit(5);
    wait(&status);
    printf("%d\n", WEXITSTATUS(status));
  }
  POMP_End(d);
  return 3;
}
