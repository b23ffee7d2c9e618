// Two sides are compared: what is the same is found again although lines have moved, and differences are those that the
// program knows. Each argument is a construct, TAG|FUNCTION|FILE|KIND|NAME|LINE|LAST LINE|NS|CLAUSES, which each of the
// two threads visits in turn for so many ns by the program's clock. With `stay` behind them it goes on until it is
// killed. READY_NS says for how long each thread had no processor; if PUSHED is set, the kernel tells that this was in
// the first construct.
//
// RUN: %fresh && %clocked %s -o a
// RUN: %python %inputs/compare.py %pomp_report ./a
#include "regions.h"
#include "test_clock.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST = 64 };
static struct ompregdescr constructs[MOST];
static uint64_t ns[MOST];
REGION(par, "parallel", 5);

static struct clock_switches *switches(void) { return getenv("PUSHED") ? clock_switches_of_thread() : NULL; }
struct clock_switches *(*__pomp_switches_of_thread)(void) = switches;

static void read_construct(int i, char *text) {
  char *words[9];
  for (int w = 0; w < 9; w++)
    words[w] = strsep(&text, "|");
  ns[i] = strtoull(words[7], NULL, 10);
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

int main(int argc, char **argv) {
  bool stays = argc > 1 && strcmp(argv[argc - 1], "stay") == 0;
  int count = argc - 1 - stays < MOST ? argc - 1 - stays : MOST;
  const char *ready = getenv("READY_NS");
  clock_start();
  for (int i = 0; i < count; i++)
    read_construct(i, argv[1 + i]);
  POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&par);
    for (int i = 0; i < count; i++) {
      enter(&constructs[i]);
      clock_work(ns[i]);
      if (i == 0 && ready && getenv("PUSHED"))
        clock_without_processor(strtoull(ready, NULL, 10), true);
      leave(&constructs[i]);
    }
    POMP_Parallel_end(&par);
  }
  POMP_Parallel_join(&par);
  __pomp_ready = ready ? strtoull(ready, NULL, 10) : 0;
  while (stays)
    pause();
  return 0;
}
