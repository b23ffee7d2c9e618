// One file of an experiment: pomp-archive makes it, and all commands take it in place of the directory and answer the same, also of
// a run that was killed. What is damaged is named, and lost alone; the files themselves stay unless it is asked otherwise.
// REQUIRES: zstd
// UNSUPPORTED: traced
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: not --crash env POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=killed ./a kill
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=untraced ./a
// RUN: %python %inputs/archive.py %pomp_archive %pomp_report %pomp_convert e killed untraced
// RUN: %python %inputs/archive-damaged.py %pomp_archive %pomp_report e
// RUN: %python %inputs/archive-killed.py %pomp_archive %pomp_report e
// The files of intervals are packed as well (intervals.c).
// RUN: %clocked %S/intervals.c -o i && env POMP_PROFILE_EVERY=24h POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=divided ./i && ls divided | grep every- && cp -r divided whole
// RUN: %pomp_archive --remove divided && not ls divided && %pomp_archive --extract again divided.pomparc && diff -r again whole
// RUN: %pomp_report --csv --interval=1 whole > 1 && %pomp_report --csv --interval=1 divided.pomparc > 2 && diff 1 2
//
// While the program runs, its experiment can't be packed.
// RUN: env POMP_EXPERIMENT_DIR=runs POMP_SUMMARY=0 ./a ask %pomp_archive > said 2>&1 && FileCheck %s --check-prefix=RUNS < said && not ls runs.pomparc
// RUNS: {{^}}pomp-archive: runs: its program is still running: it can be packed when it is over{{$}}
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int count, char **words) {
  double sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
  for (int i = 0; i < 250000; i++) { // nobody waits for anybody
#pragma omp for nowait
    for (int k = 0; k < 2; k++)
      sum += k;
    if (i % 8 == 0) {
#pragma omp task
      ;
#pragma omp taskwait
    }
    if (i == 220000 && count == 2 && strcmp(words[1], "kill") == 0)
      raise(SIGKILL);
  }
  if (count == 3) {
    char command[4096];
    snprintf(command, sizeof command, "%s runs", words[2]);
    return system(command) == 0;
  }
  return sum < 0;
}
