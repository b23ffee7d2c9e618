// fork: the child of a measured process measures nothing, prints nothing, and leaves the parent's experiment alone; a
// child that is made before anything was measured may have an experiment of its own.
// RUN: %fresh && %program %s -o a
// RUN: env POMP_EXPERIMENT_DIR=e ./a late > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check e 'experiment["state"] == "complete"' 'visits("region(r)") == 20' 'experiment["repaired"] == 0'
// RUN: env POMP_EXPERIMENT_DIR=early ./a early > out 2> err && grep -c "^pomp: a ·" err | grep -x 1
// RUN: %check early 'experiment["state"] == "complete"' 'visits("region(r)") == 10'
#include "regions.h"
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);

static void events(void) {
  for (int i = 0; i < 10; i++) {
    POMP_Begin(&r);
    POMP_End(&r);
  }
}

int main(int argc, char **argv) {
  int late = argc > 1 && strcmp(argv[1], "late") == 0, status;
  if (late)
    events();
  pid_t child = fork();
  if (child == 0) {
    events();
    POMP_End(&r);
    POMP_Off();
    POMP_On();
    exit(7); /* with all that runs at exit */
  }
  if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7)
    return 1;
  if (late)
    events();
  return 0;
}
