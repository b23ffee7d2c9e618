/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* report.c - makes an experiment with as many regions and locations as its arguments say: a team with so many members,
 * each of which visits every region once. One region in ten has the other nine inside it, and every eighth member works
 * four times as long. Members take turns, so that their times do not depend on the number of processors. Usage: report
 * REGIONS LOCATIONS. */
#include "pomp.h"

#include <omp.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { INSIDE = 9, EIGHTH = 8 };

static struct ompregdescr *descriptors(int count) {
  struct ompregdescr *d = calloc((size_t)count, sizeof *d);
  char *names = malloc((size_t)count * 16);
  if (!d || !names)
    exit(1);
  for (int i = 0; i < count; i++) {
    sprintf(names + 16 * i, "function_%05d", i % 100000);
    d[i].name = i ? "for" : "parallel";
    d[i].sub_name = "";
    d[i].file_name = "report.c";
    d[i].function_name = names + 16 * i;
    d[i].begin_line1 = d[i].begin_lineN = d[i].end_line1 = d[i].end_lineN = i + 1;
  }
  return d;
}

static void work(long ns) {
  struct timespec begin, now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
  do
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < ns);
}

static void visit_all(struct ompregdescr *d, int count, int member) {
  for (int i = 0; i < count; i += INSIDE + 1) {
    POMP_For_enter(&d[i]);
    for (int k = i + 1; k < count && k <= i + INSIDE; k++) {
      POMP_For_enter(&d[k]);
      POMP_For_exit(&d[k]);
    }
    work(member % EIGHTH ? 2000 : 8000);
    POMP_For_exit(&d[i]);
  }
}

int main(int argc, char **argv) {
  if (argc != 3)
    return 2;
  int regions = atoi(argv[1]), locations = atoi(argv[2]), size = 0;
  struct ompregdescr *d = descriptors(regions + 1);
  sem_t *turns = calloc((size_t)locations + 1, sizeof *turns);
  pthread_barrier_t all; /* libomp's own one spins, with more threads than processors */
  if (!turns)
    return 1;
  for (int i = 0; i <= locations; i++)
    sem_init(&turns[i], 0, i == 0);
  pthread_barrier_init(&all, NULL, (unsigned)locations);
  POMP_Parallel_fork(&d[0]);
#pragma omp parallel num_threads(locations)
  {
    int member = omp_get_thread_num();
    if (member == 0)
      size = omp_get_num_threads();
    while (sem_wait(&turns[member]))
      ;
    POMP_Parallel_begin(&d[0]);
    visit_all(d + 1, regions, member);
    POMP_Parallel_end(&d[0]);
    sem_post(&turns[member + 1]);
    if (omp_get_num_threads() == locations)
      pthread_barrier_wait(&all);
  }
  POMP_Parallel_join(&d[0]);
  if (size != locations) {
    fprintf(stderr, "report: a team of %d threads can't be made\n", locations);
    return 1;
  }
  return 0;
}
