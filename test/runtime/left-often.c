// A million jumps out of functions that different callers call, of which some are left as well, neither deepen call paths nor take
// memory: there are as many call paths as the program has.
// DEFINE: %{holds} = 'visits("jumper()") == 1000000 and visits("through()") == 500000' 'max(p["depth"] for p in paths) == 4' \
// DEFINE:   'len(paths) == 1 + 1 + 4 + 2 + 2 * 2 and sum(visits(f"caller{i}()") for i in range(4)) == 1000000' \
// DEFINE:   'experiment["repaired"] == 1500000 and experiment["ignored"] == experiment["unfinished"] == 0'
// RUN: %fresh && %program -O2 %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_MEMORY=128K ./a && %check e %{holds}
// RUN: %fresh && %program -O0 %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_MEMORY=128K ./a && %check e %{holds}
#include "regions.h"
#include <setjmp.h>

#define NOINLINE __attribute__((noinline))
REGION_AT(d_main, "function", "main", 1);
REGION_AT(d_jumper, "function", "jumper", 2);
REGION_AT(d_through, "function", "through", 3);
static jmp_buf back;
static volatile int sink;

NOINLINE static void jumper(void) {
  POMP_Begin(&d_jumper);
  sink++;
  longjmp(back, 1);
}
NOINLINE static void through(void) {
  POMP_Begin(&d_through);
  jumper();
  sink++;
  POMP_End(&d_through);
}
#define CALLER(number, size, called)                                                                                   \
  REGION_AT(d_caller##number, "function", "caller" #number, 10 + (number));                                            \
  NOINLINE static void caller##number(void) {                                                                          \
    POMP_Begin(&d_caller##number);                                                                                     \
    volatile char room[size];                                                                                          \
    room[0] = 1;                                                                                                       \
    if (setjmp(back) == 0)                                                                                             \
      called();                                                                                                        \
    sink += room[0];                                                                                                   \
    POMP_End(&d_caller##number);                                                                                       \
  }
CALLER(0, 1, jumper)
CALLER(1, 700, jumper)
CALLER(2, 5000, through)
CALLER(3, 50, through)

int main(void) {
  void (*const callers[])(void) = {caller0, caller1, caller2, caller3};
  POMP_Begin(&d_main);
  for (volatile int i = 0; i < 1000000; i++)
    callers[i * 7 / 3 % 4]();
  POMP_End(&d_main);
  return 0;
}
