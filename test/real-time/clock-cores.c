// The clock never goes back, whichever core reads it: each two cores hand a number to and fro, and every read is at least
// the other core's last one; the time that it shows for all of it agrees with CLOCK_MONOTONIC.
// REQUIRES: two-cores
// RUN: %fresh
// RUN: %clang -O2 -g -pthread -D_GNU_SOURCE -I %include -I %root/common -I %root/runtime/libpompomp %s %root/runtime/libpompomp/base/clock.c %root/runtime/libpompomp/base/libc.c -o a
// RUN: ./a 0 && ./a 1 && ./a 2
#include "base/clock.h"
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum { HANDS = 20000, CORES = 8 };
static atomic_uint turn;
static uint64_t last, backward, worst;
struct side {
  int core;
  unsigned parity;
};

/* The processor may read its counter while the load that ended the loop is still under way: by a cache miss too early,
 * which comes from the reading's order and is no fault of the clock. */
static void wait_for_loads(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_lfence();
#endif
}

static void *play(void *argument) {
  const struct side *side = argument;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET((size_t)side->core, &set);
  if (pthread_setaffinity_np(pthread_self(), sizeof set, &set)) {
    fprintf(stderr, "core %d is not ours\n", side->core);
    exit(1);
  }
  for (unsigned i = side->parity; i < 2 * HANDS; i += 2) {
    for (int tries = 0; atomic_load_explicit(&turn, memory_order_acquire) != i;)
      if (++tries % 1000 == 0)
        sched_yield();
    wait_for_loads();
    uint64_t now = pomp_clock();
    if (now < last) {
      backward++;
      worst = last - now > worst ? last - now : worst;
    }
    last = now;
    atomic_store_explicit(&turn, i + 1, memory_order_release);
  }
  return NULL;
}

static void pair(int a, int b) {
  struct side sides[] = {{a, 0}, {b, 1}};
  pthread_t threads[2];
  atomic_store(&turn, 0);
  for (int i = 0; i < 2; i++)
    if (pthread_create(&threads[i], NULL, play, &sides[i]))
      exit(1);
  for (int i = 0; i < 2; i++)
    pthread_join(threads[i], NULL);
}

int main(int argc, char **argv) {
  static struct pomp_header header;
  cpu_set_t ours;
  int cores[CORES], count = 0;
  pomp_clock_load();
  if (argc < 2 || sched_getaffinity(0, sizeof ours, &ours))
    return 1;
  enum pomp_clock_choice choice = (enum pomp_clock_choice)atoi(argv[1]);
  if (!pomp_clock_start(choice, &header)) { /* tsc is refused on a machine whose counter isn't good */
    printf("no such clock here\n");
    return choice == POMP_CLOCK_CHOICE_TSC ? 0 : 1;
  }
  for (int i = 0; i < CPU_SETSIZE && count < CORES; i++)
    if (CPU_ISSET((size_t)i, &ours))
      cores[count++] = i;
  for (int a = 0; a < count; a++)
    for (int b = a + 1; b < count; b++)
      pair(cores[a], cores[b]);
  pomp_clock_sync(&header, true);
  const struct pomp_sync *first = &header.sync[0], *end = &header.sync[header.sync_latest];
  printf("clock %u, %d cores, %llu times back, by %llu at most, %.6f ticks a ns\n", header.clock, count,
         (unsigned long long)backward, (unsigned long long)worst,
         (double)(end->tick - first->tick) / (double)(end->ns - first->ns));
  return backward || end->tick <= first->tick || end->ns <= first->ns;
}
