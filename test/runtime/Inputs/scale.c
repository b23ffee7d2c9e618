/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale.c - a program that knows how it scales: serial code, and work that the members of a team share evenly, by its
 * own clock. Run number r has 0.3 ms more of serial code if r % 3 is 1, and 0.6 ms if it is 2. Its first argument may
 * be: `fails` with the threads with which it fails, `dies`, `hangs` and `ignores` with those with which it goes on
 * until it is killed (it does not heed SIGINT and SIGTERM), `says` for what it was given, `slows` with how many percent
 * of one thread's time several threads take together for the same work. Not here: pomp-scale, which runs it. */
#define _GNU_SOURCE
#include "regions.h"
#include "test_clock.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(whole, "function", "main", 1);
REGION(team, "parallel", 2);

enum { ROUNDS = 5 };

static void hang(int ignores) {
  char line[32];
  if (ignores) {
    signal(SIGINT, SIG_IGN);
    signal(SIGTERM, SIG_IGN);
  }
  FILE *file = fopen("pid", "w");
  if (!file)
    exit(1);
  snprintf(line, sizeof line, "%ld\n", (long)getpid());
  fputs(line, file);
  fclose(file);
  rename("pid", "running");
  for (;;)
    pause();
}

static void say(int argc, char **argv) {
  char line[64] = "";
  const char *value = getenv("SAID");
  for (int i = 2; i < argc; i++)
    printf("[%s]", argv[i]);
  printf(" SAID=%s stdin=%s\n", value ? value : "", fgets(line, sizeof line, stdin) ? line : "");
}

/* Several threads take so many percent of the time that one thread alone would take for all. */
static uint64_t slowed(uint64_t ns, int threads, int percent) {
  return threads > 1 ? ns * (uint64_t)percent / 100 : ns;
}

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const int threads = omp_get_max_threads(), of = argc > 2 ? atoi(argv[2]) : 0;
  const char *name = getenv("POMP_EXPERIMENT_DIR"), *run = name ? strrchr(name, '-') : NULL;
  clock_start();
  whole.flags = POMP_RD_IMPLICIT_JOIN;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  POMP_Begin(&whole);
  if (strcmp(what, "says") == 0)
    say(argc, argv);
  if (strcmp(what, "hangs") == 0 && threads == of)
    hang(0);
  if (strcmp(what, "ignores") == 0 && threads == of)
    hang(1);
  clock_work(run ? strtoul(run + 1, NULL, 10) % 3 * 300 * CLOCK_US : 0);
  for (int i = 0; i < ROUNDS; i++) {
    clock_work(4 * CLOCK_MS);
    POMP_Parallel_fork(&team);
#pragma omp parallel
    {
      POMP_Parallel_begin(&team);
      clock_work(slowed(24 * CLOCK_MS, threads, strcmp(what, "slows") == 0 ? of : 100) / (uint64_t)threads);
      POMP_Parallel_end(&team);
    }
    POMP_Parallel_join(&team);
  }
  POMP_End(&whole);
  printf("{\"threads\": %d}\n", threads);
  fprintf(stderr, "to stderr\n");
  if (strcmp(what, "dies") == 0 && threads == of)
    abort();
  return strcmp(what, "fails") == 0 && threads == of ? 7 : 0;
}
