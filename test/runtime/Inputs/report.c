/* report.c - is a program whose report is known but for the times. With an argument it does twice the work; with two, it has a
 * name that is a danger to terminals. */
#include "pomp.h"

#define LOCATION(line) "dir/file.c", line, line, line + 2, line + 2, {0}, 0
static struct ompregdescr whole = {"region", "main", 0, LOCATION(1), "main", 1};
static struct ompregdescr par = {"parallel", "", 0, LOCATION(10), "solve", 1};
static struct ompregdescr loop = {"for",
                                  "",
                                  0,
                                  LOCATION(20),
                                  "solve",
                                  POMP_RD_VERSION,
                                  0,
                                  "schedule(dynamic, 2) nowait",
                                  POMP_RD_HAS_NOWAIT | POMP_RD_SCHEDULE_DYNAMIC | POMP_RD_HAS_CHUNK,
                                  0,
                                  2,
                                  40};
static struct ompregdescr evil = {"region", "\xc3\xa9\033[31m\nx\xff", 0, LOCATION(30), "main", 1};

#include <time.h>

static void busy(long ms) {
  struct timespec start, now;
  clock_gettime(CLOCK_MONOTONIC, &start);
  do
    clock_gettime(CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 < ms);
}

int main(int argc, char **argv) {
  (void)argv;
  POMP_Begin(&whole);
  for (int i = 0; i < argc; i++) {
    POMP_Parallel_fork(&par);
#pragma omp parallel
    {
      POMP_Parallel_begin(&par);
      POMP_For_enter(&loop);
      busy(10);
      POMP_For_exit(&loop);
      POMP_Parallel_end(&par);
    }
    POMP_Parallel_join(&par);
  }
  if (argc > 2) {
    POMP_Begin(&evil);
    POMP_End(&evil);
  }
  POMP_End(&whole);
  return 0;
}
