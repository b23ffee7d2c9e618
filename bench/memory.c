/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* memory.c - makes as many constructs, call paths and locations as its arguments say, so that bench/memory can see from
 * two sizes of the experiment, and of the process, what one of them takes. Usage: memory CONSTRUCTS PATHS LOCATIONS.
 * Prints the resident memory in bytes. */
#include "pomp.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARENTS = 200 };

static struct ompregdescr *descriptors(int count) {
  struct ompregdescr *d = calloc((size_t)count, sizeof *d);
  char *names = malloc((size_t)count * 16);
  if (!d || !names)
    exit(1);
  for (int i = 0; i < count; i++) {
    sprintf(names + 16 * i, "function_%05d", i % 100000);
    d[i].name = "for";
    d[i].sub_name = "";
    d[i].file_name = "memory.c";
    d[i].function_name = names + 16 * i;
    d[i].begin_line1 = d[i].begin_lineN = d[i].end_line1 = d[i].end_lineN = i + 1;
  }
  return d;
}

static void make_constructs(struct ompregdescr *d, int count) {
  for (int i = 0; i < count; i++) {
    POMP_For_enter(&d[i]);
    POMP_For_exit(&d[i]);
  }
}

/* Makes `count` call paths below the open one, and one more for each 200 of them. */
static void make_paths(struct ompregdescr *parents, int count) {
  for (int i = 0; i < count; i++) {
    struct ompregdescr *outer = &parents[i / PARENTS], *inner = &parents[i % PARENTS];
    POMP_Single_enter(outer);
    POMP_For_enter(inner);
    POMP_For_exit(inner);
    POMP_Single_exit(outer);
  }
}

static struct ompregdescr *one;
static pthread_barrier_t all;
static void *location(void *unused) {
  (void)unused;
  POMP_For_enter(one);
  POMP_For_exit(one);
  pthread_barrier_wait(&all); /* all threads live at the same time, so that none takes over another's location */
  return NULL;
}

static void make_locations(int count) {
  pthread_t *threads = malloc((size_t)count * sizeof *threads);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 64 << 10);
  pthread_barrier_init(&all, NULL, (unsigned)count);
  for (int i = 0; i < count; i++)
    if (!threads || pthread_create(&threads[i], &small, location, NULL)) {
      fprintf(stderr, "memory: %d threads can't be made\n", count);
      exit(1);
    }
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  free(threads);
}

static long resident(void) {
  char line[256];
  long kib = 0;
  FILE *status = fopen("/proc/self/status", "r");
  while (status && fgets(line, sizeof line, status))
    if (strncmp(line, "VmRSS:", 6) == 0)
      kib = atol(line + 6);
  if (status)
    fclose(status);
  return kib * 1024;
}

int main(int argc, char **argv) {
  if (argc != 4)
    return 2;
  int constructs = atoi(argv[1]), paths = atoi(argv[2]), locations = atoi(argv[3]);
  if (paths > PARENTS * PARENTS)
    return 2;
  struct ompregdescr *own = descriptors(constructs + 1), *parents = descriptors(PARENTS);
  one = own;
  POMP_Begin(own); /* there is something worth keeping */
  make_constructs(own + 1, constructs);
  make_constructs(parents, PARENTS);
  make_paths(parents, paths);
  if (locations)
    make_locations(locations);
  POMP_End(own);
  printf("%ld\n", resident());
  return 0;
}
