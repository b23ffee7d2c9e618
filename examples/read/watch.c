/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* watch.c - prints once a second in which regions the threads of a program were most of that second, and which threads
 * wait for which: what libpompread is for. docs/read.md explains it.
 *
 *     cc watch.c $(pkg-config --cflags --libs pompread) -o watch
 *     ./watch PID|EXPERIMENT [SECONDS] */
#include <pomp_read.h>

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#define ROWS 5

/* Returns what a region has had since the snapshot before; of a program that has ended, in all. */
static int64_t figure(const struct pomp_read *r, const struct pomp_read_run *run, uint32_t column, uint32_t region) {
  int64_t value = 0;
  if (run->state == POMP_READ_RUNNING)
    pomp_read_change(r, column, POMP_READ_OF_REGION, region, POMP_READ_NONE, &value);
  else
    pomp_read_value(r, column, POMP_READ_OF_REGION, region, POMP_READ_NONE, &value);
  return value;
}

/* Prints the regions with most time of their own. */
static void print_regions(const struct pomp_read *r, const struct pomp_read_run *run) {
  const uint32_t self = pomp_read_find_column(r, "exclusive_ns"), visits = pomp_read_find_column(r, "visits");
  uint32_t best[ROWS], count = 0;
  for (uint32_t i = 1; i < run->regions; i++) { /* region 0 is what is outside of all */
    uint32_t at = count < ROWS ? count++ : ROWS;
    for (; at > 0 && figure(r, run, self, i) > figure(r, run, self, best[at - 1]); at--)
      if (at < ROWS)
        best[at] = best[at - 1];
    if (at < ROWS)
      best[at] = i;
  }
  for (uint32_t i = 0; i < count; i++) {
    struct pomp_read_region region;
    pomp_read_region(r, best[i], &region, sizeof region);
    printf("%10.3f s %10lld visits  %s  %s:%u\n", (double)figure(r, run, self, best[i]) * 1e-9,
           (long long)figure(r, run, visits, best[i]), region.name, region.file, region.line);
  }
}

static void print_waits(const struct pomp_read *r, const struct pomp_read_run *run) {
  struct pomp_read_doing doing;
  struct pomp_read_location who, whom;
  uint32_t location;
  for (uint32_t i = 0; i < run->doings; i++) {
    pomp_read_doing(r, i, &doing, sizeof doing);
    for (uint32_t k = 0; pomp_read_awaited(r, i, k, &location) == 0; k++) {
      pomp_read_location(r, doing.location, &who, sizeof who);
      pomp_read_location(r, location, &whom, sizeof whom);
      printf("%s waits for %s%s\n", who.name, whom.name, doing.stuck ? ", which can't go on" : "");
    }
  }
}

int main(int argc, char **argv) {
  char error[POMP_READ_ERROR];
  struct pomp_read_run run = {.state = POMP_READ_RUNNING};
  struct pomp_read *r = pomp_read_open(argc > 1 ? argv[1] : NULL, error, sizeof error);
  for (int left = argc > 2 ? atoi(argv[2]) : 10; r && left > 0; left--) {
    if (run.state == POMP_READ_RUNNING)
      sleep(1);
    if (pomp_read_next(r, error, sizeof error) != 0)
      break;
    pomp_read_run(r, &run, sizeof run);
    printf("%s, %.2f s, %u threads\n", run.program, (double)run.wall_ns * 1e-9, run.threads);
    print_regions(r, &run);
    print_waits(r, &run);
    if (run.state != POMP_READ_RUNNING)
      left = 0;
  }
  if (*error)
    fprintf(stderr, "watch: %s\n", error);
  pomp_read_close(r);
  return *error != 0;
}
