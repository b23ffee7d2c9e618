// A function that is left by a jump does not stay open for what is called later from the same place: the program counts its
// own calls. Where frames can't tell, what was left last stays open until it is called again from that place; so each name may add
// one to the depth of what follows. Recursion goes as deep as it goes.
// DEFINE: %{holds} = 'path("jumper()")["visits"] == 1000' 'path("jumper()", "critical")["visits"] == 1000' \
// DEFINE:   'visits("switcher()") == 100 and visits("handler()") == 50 and visits("worker()") == 50' \
// DEFINE:   'path("jumper()")["unfinished"] <= 1' 'max(p["depth"] for p in paths if regions[p["region"]]["name"] == "jumper()") == 1' \
// DEFINE:   'max(p["depth"] for p in paths if regions[p["region"]]["name"] in ("switcher()", "worker()", "handler()")) <= 4' \
// DEFINE:   'max(p["depth"] for p in paths if regions[p["region"]]["name"] == "recursive()") in (30, 31)' \
// DEFINE:   'visits("recursive()") == 2 * 30' 'region("jumper()")["inclusive_ns"] == 20000000' 'experiment["ignored"] == 0' \
// DEFINE:   'experiment["repaired"] + experiment["unfinished"] == file("left")'
// RUN: %fresh && %clocked -O2 %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %check e %{holds}
// RUN: %fresh && %clocked -O0 %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %check e %{holds}
// RUN: %fresh && %clocked -O2 -fomit-frame-pointer %s -o a && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_TRACE=1 ./a
// RUN: %check e %{holds}
#include "regions.h"
#include "test_clock.h"
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <ucontext.h>

#define NOINLINE __attribute__((noinline))
REGION_AT(jumper_d, "function", "jumper", 1);
REGION_AT(switcher_d, "function", "switcher", 2);
REGION_AT(recursive_d, "function", "recursive", 3);
REGION_AT(handler_d, "function", "handler", 4);
REGION_AT(worker_d, "function", "worker", 5);
REGION(critical, "critical", 6);
static jmp_buf back;
static sigjmp_buf out;
static ucontext_t context;
static volatile int sink, left;

NOINLINE static void jumper(int i) {
  POMP_Begin(&jumper_d);
  if (i == 0)
    __pomp_time += 20 * CLOCK_MS;
  POMP_Critical_enter(&critical);
  if (i % 2)
    POMP_Critical_exit(&critical);
  left += i % 2 ? 1 : 2;
  longjmp(back, 1);
}

NOINLINE static void switcher(void) {
  POMP_Begin(&switcher_d);
  left++;
  setcontext(&context);
}

NOINLINE static void recursive(int depth) {
  POMP_Begin(&recursive_d);
  if (depth > 1)
    recursive(depth - 1);
  sink++;
  POMP_End(&recursive_d);
}

NOINLINE static void handler(int number) {
  (void)number;
  POMP_Begin(&handler_d);
  left++;
  siglongjmp(out, 1);
}

NOINLINE static void worker(void) {
  POMP_Begin(&worker_d);
  left++;
  raise(SIGUSR1);
}

int main(void) {
  recursive(30);
  for (volatile int i = 0; i < 1000; i++)
    if (!setjmp(back))
      jumper(i);
  recursive(30);
  volatile int times = 0;
  getcontext(&context);
  if (times++ < 100)
    switcher();
  static char memory[1 << 16];
  stack_t other = {.ss_sp = memory, .ss_size = sizeof memory};
  struct sigaction action = {.sa_handler = handler, .sa_flags = SA_ONSTACK};
  sigaltstack(&other, NULL);
  sigaction(SIGUSR1, &action, NULL);
  for (volatile int i = 0; i < 50; i++)
    if (!sigsetjmp(out, 1))
      worker();
  FILE *file = fopen("left", "w");
  if (!file || fprintf(file, "%d", left) < 0 || fclose(file))
    return 1;
  return 0;
}
