// Whether a process makes an experiment is decided by the file that it has in memory: of two users, in a PID namespace
// asked from outside and the other way round, in a mount namespace, of a child, and of a program that was exec'd.
// REQUIRES: second-user, mount
// UNSUPPORTED: sanitized, emulated
// RUN: %fresh && %program %s -o a && %python %inputs/whose-process.py ./a %pomp_report %pomp_control
#include "regions.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

REGION_AT(step, "region", "step", 1);

int main(int argc, char **argv) {
  const char *also = argc > 1 ? argv[1] : "";
  POMP_Begin(&step);
  POMP_End(&step);
  const pid_t child = strcmp(also, "fork") == 0 ? fork() : 1;
  if (strcmp(also, "exec") == 0)
    execl("/bin/sh", "sh", "-c", "echo exec; until [ -e enough ]; do sleep 0.02; done", (char *)NULL);
  printf("%d\n", child ? 1 : (int)getpid());
  fflush(stdout);
  while (access("enough", F_OK) != 0) {
    if (child) {
      POMP_Begin(&step);
      POMP_End(&step);
    }
    usleep(1000);
  }
  return 0;
}
