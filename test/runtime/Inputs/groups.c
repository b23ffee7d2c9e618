/* groups.c - teams whose members belong to known groups. Each member tells what it is, by the name of its place and the
 * time that it worked for, by the program's clock: "PLACE GROUP NS". */
#include "clocked-barrier.h"
#include <stdio.h>
#include <string.h>

REGION(outer, "parallel", 1);
REGION(inner, "parallel", 2);
REGION(first, "for", 3);
REGION(second, "for", 4);
REGION(meet, "barrier", 5);

static uint64_t work(struct ompregdescr *loop, uint64_t ms) {
  POMP_For_enter(loop);
  clock_work(ms * CLOCK_MS);
  POMP_For_exit(loop);
  return ms * CLOCK_MS;
}

static void say(const char *place, const char *group, uint64_t ns) {
  printf("%s %s %llu\n", place, group, (unsigned long long)ns);
}

/* An outer team of 2 has inner teams of 4, which work in different loops. */
static void nested(void) {
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    int above = omp_get_thread_num();
    POMP_Parallel_fork(&inner);
#pragma omp parallel num_threads(4)
    {
      char place[32];
      POMP_Parallel_begin(&inner);
      snprintf(place, sizeof place, "0>%d>%d", above, omp_get_thread_num());
      say(place, above ? "second" : "first", work(above ? &second : &first, 120));
      POMP_Parallel_end(&inner);
    }
    POMP_Parallel_join(&inner);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

/* A team of 2, in which member 0 takes four times what the other one does, or both the same. If the threads have had no processor
 * for most of the time, it may be that they have done the same. */
static void flat(int heavy_ms, uint64_t ready) {
  static struct clock_meeting round_end;
  int begun = 0;
  POMP_Parallel_fork(&outer);
#pragma omp parallel num_threads(2)
  {
    POMP_Parallel_begin(&outer);
    clock_next(&begun);
    clock_turn(&begun, 2);
    __atomic_store_n(&__pomp_ready, ready, __ATOMIC_RELAXED);
    int ms = omp_get_thread_num() == 0 ? heavy_ms : 20;
    uint64_t sum = 0;
    for (size_t round = 0; round < 5; round++) {
      sum += work(&first, (uint64_t)ms);
      clocked_barrier(&meet, &round_end, round);
    }
    say(omp_get_thread_num() ? "0>1" : "0>0", ms == 20 || ready ? "light" : "heavy", sum);
    POMP_Parallel_end(&outer);
  }
  POMP_Parallel_join(&outer);
}

int main(int argc, char **argv) {
  const char *mode = argc > 1 ? argv[1] : "even";
  clock_start();
  omp_set_max_active_levels(2);
  if (strcmp(mode, "nested") == 0)
    nested();
  else if (strcmp(mode, "crowded") == 0)
    flat(80, 300 * CLOCK_MS);
  else
    flat(strcmp(mode, "uneven") == 0 ? 80 : 20, 0);
  return 0;
}
