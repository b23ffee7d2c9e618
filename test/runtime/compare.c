// Two sides are compared: what is the same is found again although lines have moved, and differences are those that the
// program knows. Each argument is a construct, TAG|FUNCTION|FILE|KIND|NAME|LINE|LAST LINE|US|CLAUSES, which each thread
// visits in turn and spins in for so many us of its own CPU time. It prints, of each tag, between which bounds the time
// in it was, added up: stamps inside of the events and outside of them.
//
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/compare.py %pomp_report ./a
#include "regions.h"
#include <inttypes.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64, THREADS = 8 };
static struct ompregdescr constructs[MOST];
static char *tags[MOST];
static double us[MOST];
static int64_t inside[THREADS][MOST], outside[THREADS][MOST];
REGION(par, "parallel", 5);

static int64_t now(clockid_t clock) {
  struct timespec t;
  clock_gettime(clock, &t);
  return t.tv_sec * INT64_C(1000000000) + t.tv_nsec;
}

static void read_construct(int i, char *text) {
  char *words[9];
  for (int w = 0; w < 9; w++)
    words[w] = strsep(&text, "|");
  tags[i] = words[0];
  us[i] = atof(words[7]);
  constructs[i] = (struct ompregdescr){.name = words[3],
                                       .sub_name = words[4],
                                       .file_name = words[2],
                                       .begin_line1 = atoi(words[5]),
                                       .begin_lineN = atoi(words[5]),
                                       .end_line1 = atoi(words[6]),
                                       .end_lineN = atoi(words[6]),
                                       .function_name = words[1],
                                       .version = POMP_RD_VERSION,
                                       .clauses = *words[3] == 'r' ? NULL : words[8]};
}

static void enter(struct ompregdescr *d) {
  switch (*d->name) {
  case 'f':
    POMP_For_enter(d);
    break;
  case 'r':
    POMP_Begin(d);
    break;
  default:
    POMP_Sections_enter(d);
  }
}
static void leave(struct ompregdescr *d) {
  switch (*d->name) {
  case 'f':
    POMP_For_exit(d);
    break;
  case 'r':
    POMP_End(d);
    break;
  default:
    POMP_Sections_exit(d);
  }
}

static void visit(int i, int me) {
  int64_t before = now(CLOCK_MONOTONIC);
  enter(&constructs[i]);
  int64_t from = now(CLOCK_MONOTONIC), end = now(CLOCK_THREAD_CPUTIME_ID) + (int64_t)(us[i] * 1000);
  while (now(CLOCK_THREAD_CPUTIME_ID) < end)
    ;
  int64_t to = now(CLOCK_MONOTONIC);
  leave(&constructs[i]);
  inside[me][i] += to - from;
  outside[me][i] += now(CLOCK_MONOTONIC) - before;
}

int main(int argc, char **argv) {
  int count = argc - 1 < MOST ? argc - 1 : MOST;
  for (int i = 0; i < count; i++)
    read_construct(i, argv[1 + i]);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < count; i++)
      visit(i, omp_get_thread_num());
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  for (int i = 0; i < count; i++) {
    int64_t least = 0, most = 0;
    for (int t = 0; t < THREADS; t++) {
      least += inside[t][i];
      most += outside[t][i];
    }
    printf("%s %" PRId64 " %" PRId64 "\n", tags[i], least, most);
  }
  return 0;
}
