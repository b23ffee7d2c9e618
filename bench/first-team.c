/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first-team.c - threads that meet the library for the first time: in the first team, in the first nested teams, and in
 * threads that the program starts by itself. Each computes for some time, and the program prints for how long, and when
 * that began after the fork, both in us.
 *
 *     first-team first|nested|threads */
#include <omp.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SPIN = 20000000, THREADS = 8 };

static long long now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec * 1000000000ll + t.tv_nsec;
}

/* By CPU time, so that a thread that loses its processor computes as long as another one. */
static long long compute(long long ns) {
  struct timespec t;
  long long from = 0, to = 0;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  from = t.tv_sec * 1000000000ll + t.tv_nsec;
  do {
    for (volatile int i = 0; i < 1000; i++)
      ;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    to = t.tv_sec * 1000000000ll + t.tv_nsec;
  } while (to - from < ns);
  return to - from;
}

static long long begun[THREADS], ended[THREADS];

static void *thread(void *number) {
  const long k = (long)number;
  begun[k] = now();
#pragma omp parallel num_threads(1)
  compute(SPIN / THREADS);
  ended[k] = now();
  return NULL;
}

static void first(void) {
#pragma omp parallel num_threads(2)
  {
    const int me = omp_get_thread_num();
    begun[me] = now();
    compute(SPIN);
    ended[me] = now();
  }
}

static void nested(void) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
    const int outer = omp_get_thread_num();
#pragma omp parallel num_threads(2)
    {
      const int me = 2 * outer + omp_get_thread_num();
      begun[me] = now();
      compute(SPIN / 2);
      ended[me] = now();
    }
  }
}

static void threads(void) {
  pthread_t all[THREADS];
  for (long i = 0; i < THREADS; i++)
    pthread_create(&all[i], NULL, thread, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(all[i], NULL);
}

int main(int argc, char **argv) {
  const char *how = argc > 1 ? argv[1] : "first";
#pragma omp critical /* with it, the OpenMP runtime and the measurement have begun */
  begun[0] = 0;
  const long long from = now();
  if (strcmp(how, "nested") == 0)
    nested();
  else if (strcmp(how, "threads") == 0)
    threads();
  else
    first();
  const long long to = now();
  for (int i = 0; i < THREADS && begun[i]; i++)
    printf("%lld %lld ", (begun[i] - from) / 1000, (ended[i] - begun[i]) / 1000);
  printf("%lld\n", (to - from) / 1000);
  return 0;
}
