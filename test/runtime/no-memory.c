// UNSUPPORTED: traced
// The trace says so first.
// There is no memory left: address space ends at each of many amounts above what the program has, from none at all upwards. It
// computes the same, and everything that was measured until then is readable.
// UNSUPPORTED: sanitized
// RUN: %fresh && %program %s -o a
// RUN: %python %inputs/no-memory.py ./a %pomp_report
#include "regions.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

REGION(par, "parallel", 1);
REGION(task, "task", 2);
REGION_AT(early, "region", "early", 3);

enum { MANY = 3000 };
static struct ompregdescr many[MANY];
static pthread_barrier_t both;

static long pages(void) {
  long n = 0;
  FILE *file = fopen("/proc/self/statm", "r");
  if (!file || fscanf(file, "%ld", &n) != 1)
    exit(1);
  fclose(file);
  return n;
}

/* Limits the address space to so many KiB more than there are in use. */
static void limit(long more) {
  struct rlimit r = {0, RLIM_INFINITY};
  r.rlim_cur = (rlim_t)(pages() * 4096 + more * 1024);
  if (setrlimit(RLIMIT_AS, &r))
    exit(1);
}

static void recurse(int depth) {
  POMP_Task_begin(&task);
  if (depth)
    recurse(depth - 1);
  POMP_Task_end(&task);
}

static void *work(void *sum) {
  pthread_barrier_wait(&both);
  for (int i = 0; i < MANY; i++) {
    POMP_For_enter(&many[i]);
    if (i % 500 == 0)
      recurse(i / 2);
    *(long *)sum += i;
  }
  for (int i = MANY - 1; i >= 0; i--)
    POMP_For_exit(&many[i]);
  return NULL;
}

/* The arguments say how many KiB; "first" if not even the first event is to have more. */
int main(int argc, char **argv) {
  long sums[2] = {0, 0};
  pthread_t thread;
  regions_fill(many, MANY, &par, "for", 1);
  pthread_barrier_init(&both, NULL, 2);
  if (pthread_create(&thread, NULL, work, &sums[1]))
    return 1;
  if (argc > 2)
    limit(atol(argv[1]));
  POMP_Begin(&early);
  POMP_End(&early);
  if (argc == 2)
    limit(atol(argv[1]));
  work(&sums[0]);
  pthread_join(thread, NULL);
  char line[50];
  int length = snprintf(line, sizeof line, "%ld %ld\n", sums[0], sums[1]);
  return write(1, line, (size_t)length) != length;
}
