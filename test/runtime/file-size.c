// The size of files is limited (ulimit -f), before the program starts or while it runs, to anything from 0 upwards; stderr may be a
// file that is past the limit already. No SIGXFSZ of ours reaches the program; its own does.
// UNSUPPORTED: sanitized, traced
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/file-size.py ./a %pomp_report
#include "regions.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

REGION_AT(early, "region", "early", 1);

enum { MANY = 3000 };
static struct ompregdescr many[MANY];
static volatile sig_atomic_t came;

static void on_signal(int signal) { came += signal == SIGXFSZ; }

static int limit(const char *bytes) {
  struct rlimit r = {(rlim_t)atol(bytes), RLIM_INFINITY};
  return setrlimit(RLIMIT_FSIZE, &r);
}

/* The arguments say when the limit comes (first, later), how many bytes it is, what the program wants done with the signal
 * (default, ignore, handle, block), and whether it writes behind the limit itself (own). */
int main(int argc, char **argv) {
  if (argc < 5)
    return 1;
  if (strcmp(argv[3], "ignore") == 0)
    signal(SIGXFSZ, SIG_IGN);
  if (strcmp(argv[3], "handle") == 0)
    signal(SIGXFSZ, on_signal);
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGXFSZ);
  if (strcmp(argv[3], "block") == 0)
    sigprocmask(SIG_BLOCK, &set, NULL);
  if (strcmp(argv[1], "first") == 0 && limit(argv[2]))
    return 2;
  POMP_Begin(&early);
  POMP_End(&early);
  if (strcmp(argv[1], "later") == 0 && limit(argv[2]))
    return 2;
  regions_fill(many, MANY, &early, "for", 10);
  for (int i = 0; i < MANY; i++) {
    POMP_For_enter(&many[i]);
    POMP_For_exit(&many[i]);
  }
  long written = 0;
  if (strcmp(argv[4], "own") == 0) {
    FILE *file = fopen("own", "w");
    written = file ? pwrite(fileno(file), "x", 1, atol(argv[2]) + 10) : -2;
    fclose(file);
  }
  sigset_t pending;
  sigpending(&pending);
  printf("%ld %d %d\n", written, (int)came, sigismember(&pending, SIGXFSZ));
  return 0;
}
