// A process that can't reach its files any more is measured to its end: it has another root or another user by now, as daemons do,
// or no descriptor free. Files that are at the same path below another root are left alone.
// REQUIRES: mount
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/without-path.py ./a %pomp_report
#include "regions.h"
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

REGION_AT(early, "region", "early", 1);

enum { MANY = 3000 };
static struct ompregdescr many[MANY];

/* Leaves no way back to the files. */
static bool leave(const char *how) {
  if (strcmp(how, "root") == 0)
    return chroot("other") == 0 && chdir("/") == 0;
  if (strcmp(how, "user") == 0)
    return setgid(65534) == 0 && setuid(65534) == 0;
  if (strcmp(how, "descriptors") == 0) {
    struct rlimit limit = {200, 200};
    if (setrlimit(RLIMIT_NOFILE, &limit))
      return false;
    while (dup(STDOUT_FILENO) >= 0)
      ;
    return errno == EMFILE;
  }
  return true;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 1;
  POMP_Begin(&early);
  POMP_End(&early);
  if (!leave(argv[1]))
    return 2;
  regions_fill(many, MANY, &early, "for", 10);
  for (int i = 0; i < atoi(argv[2]); i++) {
    POMP_For_enter(&many[i % MANY]);
    POMP_For_exit(&many[i % MANY]);
  }
  puts("done");
  return 0;
}
