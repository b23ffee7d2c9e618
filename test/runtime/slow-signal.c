// While the library makes something new, signals wait, but SIGINT and SIGTERM for little more than a second, whatever the
// library waits for: here a filter that nobody writes, and a file server that doesn't answer. slow-signal.py is both.
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/slow-signal.py ./a %pomp_report
#include "regions.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(work, "region", "work", 1);
static sigjmp_buf here;
static int jump;

static void on_signal(int number) {
  static const char text[] = "handler\n";
  (void)number;
  if (write(STDOUT_FILENO, text, sizeof text - 1) < 0)
    abort();
  if (jump)
    siglongjmp(here, 1);
  _exit(9);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "";
  setvbuf(stdout, NULL, _IOLBF, 0);
  jump = strcmp(how, "jump") == 0;
  if (jump || strcmp(how, "handler") == 0)
    signal(SIGTERM, on_signal);
  puts("ready");
  if (!sigsetjmp(here, 1)) {
    POMP_Begin(&work); /* waits */
    POMP_End(&work);
    puts("went on");
    return 3;
  }
  /* The slow path never comes to its end. All goes on without it. */
  POMP_Begin(&work);
#pragma omp parallel num_threads(2)
  {
    POMP_Begin(&work);
    POMP_End(&work);
  }
  POMP_End(&work);
  puts("jumped");
  return 4;
}
