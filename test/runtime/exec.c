// exec: what was measured before it is there, and the next program has an experiment of its own. So have programs that are
// run by system() and posix_spawn(), which the program goes on after.
// RUN: %fresh && %program %s -o a && mkdir run && cd run
// RUN: env POMP_EXPERIMENT_DIR=e ../a exec > out 2> err && echo first > expected && echo second >> expected && diff out expected
// RUN: FileCheck %s < err && grep "^pomp:" err | grep -vc "^pomp: \(idle\|waiting\|measuring\|ready\|in the kernel\|up to\|[0-9.]* s threads\) " | grep -x 3
// RUN: %check e 'experiment["state"] == "killed"' 'visits("region(r)") == 1001' 'visits("critical") == 2' \
// RUN:   'region("region(r)")["unfinished"] == 1' 'experiment["command"] == "../a exec"'
// RUN: %pomp_report --all e | grep "did not end normally: it died, or became another program (exec), at .* s, when the kernel marked that"
// RUN: %check e-2 'experiment["state"] == "complete"' 'visits("region(r)") == 1' 'experiment["command"] == "../a second"'
// CHECK: pomp: e holds an experiment already; this one goes to e-2
// CHECK: pomp: a · 1 thread
// A thread that is not the first calls it in a team.
// RUN: env POMP_EXPERIMENT_DIR=t ../a team > out 2> err && diff out expected
// RUN: %check t 'visits("region(r)") == 1001' 'visits("parallel") == 2' 'region("parallel")["unfinished"] == 2'
// RUN: %check t-2 'visits("region(r)") == 1' 'experiment["state"] == "complete"'
// RUN: env POMP_EXPERIMENT_DIR=s ../a spawn > out 2> err && echo second > expected && echo second >> expected && echo first >> expected && diff out expected
// RUN: %check s 'visits("region(r)") == 1001' 'experiment["state"] == "complete"' 'experiment["unfinished"] == 0'
// RUN: %check s-2 'visits("region(r)") == 1' 'experiment["state"] == "complete"' && %check s-3 'visits("region(r)") == 1'
#include "regions.h"
#include <omp.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);
REGION(par, "parallel", 2);
REGION(critical, "critical", 3);

extern char **environ;

static void measure(int visits) {
  for (int i = 0; i < visits; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
}

static void start_second(char *program) {
  puts("first");
  fflush(stdout);
  POMP_Begin(&r);
  execl(program, program, "second", NULL);
}

int main(int argc, char **argv) {
  (void)argc;
  if (strcmp(argv[1], "second") == 0) {
    measure(1);
    puts("second");
    return 0;
  }
  measure(1000);
  if (strcmp(argv[1], "exec") == 0) {
    for (int i = 0; i < 2; i++) {
      POMP_Critical_enter(&critical);
      POMP_Critical_exit(&critical);
    }
    start_second(argv[0]);
  } else if (strcmp(argv[1], "team") == 0) {
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
#pragma omp barrier
      if (omp_get_thread_num() == 1)
        start_second(argv[0]);
#pragma omp barrier
    }
  } else {
    char command[100];
    char *second[] = {argv[0], "second", NULL};
    pid_t child;
    int status;
    POMP_Begin(&r);
    snprintf(command, sizeof command, "%s second", argv[0]);
    if (system(command) || posix_spawn(&child, argv[0], NULL, NULL, second, environ) ||
        waitpid(child, &status, 0) != child || status)
      return 1;
    POMP_End(&r);
    puts("first");
    return 0;
  }
  return 1;
}
