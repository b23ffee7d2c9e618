// The program closes stderr and gets its number for a file of its own, or puts another file in its place: nothing of
// ours is in that file, nor anything of pomp-convert's. As long as stderr is what it was, it has the table.
// RUN: %fresh && %program %s -o a && echo mine > expected
// RUN: env POMP_EXPERIMENT_DIR=c POMP_VERBOSE=1 ./a close 2> err
// RUN: diff file expected && FileCheck %s < err
// RUN: env POMP_EXPERIMENT_DIR=r POMP_VERBOSE=1 ./a freopen 2> err
// RUN: diff file expected && FileCheck %s < err
// RUN: env POMP_EXPERIMENT_DIR=d POMP_VERBOSE=1 ./a dup2 2> err
// RUN: diff file expected && FileCheck %s < err
// CHECK: pomp: measuring into
// CHECK-NOT: pomp: a ·
// The archive can't be made, as something has its name: pomp-convert says so elsewhere.
// RUN: mkdir o && touch o/otf2
// RUN: env POMP_EXPERIMENT_DIR=o POMP_TRACE=otf2 ./a close 2> err
// RUN: diff file expected
// Measurement has not begun: not even the first lines.
// RUN: env POMP_EXPERIMENT_DIR=e POMP_VERBOSE=1 ./a early 2> err
// RUN: diff file expected && count 0 < err
// RUN: env POMP_MEMORY=wrong ./a early 2> err
// RUN: diff file expected && count 0 < err
// What was measured is there.
// RUN: %check c 'visits("region(r)") == 2'
// RUN: %check r 'visits("region(r)") == 2'
// RUN: %check e 'visits("region(r)") == 2'
// The same file again, and a pipe, are stderr.
// RUN: env POMP_EXPERIMENT_DIR=s ./a same 2> err
// RUN: grep "pomp: a ·" err
// RUN: env POMP_EXPERIMENT_DIR=p ./a 2>&1 | grep "pomp: a ·"
#include "regions.h"
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

REGION_AT(r, "region", "r", 1);

static void visit(void) {
  POMP_Begin(&r);
  POMP_End(&r);
}

static int replace(const char *how) {
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  if (strcmp(how, "freopen") == 0)
    return freopen("file", "w", stderr) ? 0 : 1;
  if (strcmp(how, "dup2") == 0) {
    int fd = open("file", flags, 0666);
    return fd >= 0 && dup2(fd, STDERR_FILENO) == STDERR_FILENO && close(fd) == 0 ? 0 : 1;
  }
  if (strcmp(how, "same") == 0)
    return close(STDERR_FILENO) == 0 && open("err", O_WRONLY | O_APPEND) == STDERR_FILENO ? 0 : 1;
  if (*how)
    return close(STDERR_FILENO) == 0 && open("file", flags, 0666) == STDERR_FILENO ? 0 : 1;
  return 0;
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  if (strcmp(how, "early") != 0)
    visit();
  if (replace(how))
    return 1;
  visit();
  if (strcmp(how, "early") == 0)
    visit();
  if (*how && strcmp(how, "same") != 0 && write(STDERR_FILENO, "mine\n", 5) != 5)
    return 2;
  return 0;
}
