/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* scale.c - a program that knows how it scales: serial code, and work that the members of a team share evenly. It prints the wall
 * time of both as it has taken it itself, with the least and the most that it can be.
 * Its first argument may be: `fails` with the threads with which it fails, `dies`, `hangs` and `ignores` with those with which it
 * goes on until it is killed (it does not heed SIGINT and SIGTERM), `says` for what it was given. Not here: pomp-scale, which
 * runs it. */
#define _GNU_SOURCE
#include "regions.h"
#include <omp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

REGION_AT(whole, "function", "main", 1);
REGION(team, "parallel", 2);

enum { ROUNDS = 5 };

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

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

int main(int argc, char **argv) {
  const char *what = argc > 1 ? argv[1] : "";
  const int threads = omp_get_max_threads(), of = argc > 2 ? atoi(argv[2]) : 0;
  double serial[2] = {0, 0}, parallel[2] = {0, 0};
  whole.flags = POMP_RD_IMPLICIT_JOIN;
  team.flags = POMP_RD_IMPLICIT_JOIN;
  double start = now();
  POMP_Begin(&whole);
  double begun = now();
  if (strcmp(what, "says") == 0)
    say(argc, argv);
  if (strcmp(what, "hangs") == 0 && threads == of)
    hang(0);
  if (strcmp(what, "ignores") == 0 && threads == of)
    hang(1);
  for (int i = 0; i < ROUNDS; i++) {
    busy(4);
    double forks = now();
    POMP_Parallel_fork(&team);
    double forked = now();
#pragma omp parallel
    {
      POMP_Parallel_begin(&team);
      busy(24.0 / threads);
      POMP_Parallel_end(&team);
    }
    double joins = now();
    POMP_Parallel_join(&team);
    double joined = now();
    serial[0] += forks - begun;
    serial[1] += forked - start;
    parallel[0] += joins - forked;
    parallel[1] += joined - forks;
    begun = joined;
    start = joins;
  }
  POMP_End(&whole);
  printf("{\"threads\": %d, \"serial\": [%.9f, %.9f], \"parallel\": [%.9f, %.9f]}\n", threads, serial[0], serial[1] + now() - start,
         parallel[0], parallel[1]);
  fprintf(stderr, "to stderr\n");
  if (strcmp(what, "dies") == 0 && threads == of)
    abort();
  return strcmp(what, "fails") == 0 && threads == of ? 7 : 0;
}
