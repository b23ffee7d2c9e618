// Exceptions that go through C code without cleanups, and the ends of threads, leave functions. What comes after an exception is
// below the function that has caught it, and nothing else is; cleanups end theirs. What a thread has left open
// when it ends by pthread_exit or is cancelled counts up to then.
// RUN: %fresh && %clang -O2 -c -fno-exceptions -I %include -I %inputs -x c %inputs/through.c -o c.o
// DEFINE: %{link} = %cxxclocked %s c.o -o a
// DEFINE: %{holds} = 'path("main()", "catcher()")["visits"] == 300' 'path("main()", "catcher()", "through()")["visits"] == 300' \
// DEFINE:   'path("main()", "catcher()", "through()", "thrower()")["visits"] == 300' 'path("main()", "catcher()", "after()")["visits"] == 300' \
// DEFINE:   'len([p for p in paths if regions[p["region"]]["name"] == "after()"]) == 1 and max(p["depth"] for p in paths) <= 4' \
// DEFINE:   'visits("thread()") == 6 and visits("deep()") == 6' 'experiment["ignored"] == 0 and experiment["lost"] == 0' \
// DEFINE:   'experiment["repaired"] + experiment["unfinished"] == 300 + 2 * 6' \
// DEFINE:   'path("main()", "catcher()", "through()")["inclusive_ns"] == 3 * 1000000 and region("deep()")["inclusive_ns"] == 6 * 1000000'
// RUN: %{link} -O0 && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %check e %{holds}
// RUN: rm -rf e && %{link} -O2 && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a && %check e %{holds}
// RUN: rm -rf e && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_TRACE=1 ./a && %check e %{holds}
#include "pomp.h"
#include "test_clock.h"
#include <pthread.h>
#include <unistd.h>

#define FUNCTION(variable, called, line)                                                                               \
  static ompregdescr variable = {called_name, called, 0, "test.cpp", line, line, line, line, {}, nullptr, called, POMP_RD_VERSION, 0}
static const char called_name[] = "function";
FUNCTION(main_d, "main", 1);
FUNCTION(catcher_d, "catcher", 2);
FUNCTION(thrower_d, "thrower", 3);
FUNCTION(after_d, "after", 4);
FUNCTION(thread_d, "thread", 5);
FUNCTION(deep_d, "deep", 6);

/* The plugin's guard: it ends the function wherever cleanups run. */
struct Guard {
  ompregdescr *d;
  ~Guard() { POMP_End(d); }
};
#define MEASURED(d)                                                                                                    \
  POMP_Begin(&(d));                                                                                                    \
  Guard guard = {&(d)}

extern "C" void through(void (*call)());
static int count;
__attribute__((noinline)) static void thrower() {
  MEASURED(thrower_d);
  if (count++ % 100 == 0)
    clock_work(CLOCK_MS);
  throw count;
}
__attribute__((noinline)) static void after() {
  MEASURED(after_d);
  volatile char room[200];
  room[0] = 1;
}
__attribute__((noinline)) static void catcher() {
  MEASURED(catcher_d);
  try {
    through(thrower);
  } catch (int) {
  }
  after();
}

/* In C there is no guard: nothing ends these. */
static int turn;
__attribute__((noinline)) static void deep(bool exits) {
  POMP_Begin(&deep_d);
  clock_set(clock_now() + CLOCK_MS);
  clock_next(&turn);
  if (exits)
    pthread_exit(nullptr);
  for (;;)
    pause();
}
static void *thread(void *exits) {
  POMP_Begin(&thread_d);
  deep(exits != nullptr);
  return nullptr;
}

int main() {
  clock_start();
  {
    MEASURED(main_d);
    for (int i = 0; i < 300; i++)
      catcher();
    for (long i = 0; i < 6; i++) {
      pthread_t t;
      if (pthread_create(&t, nullptr, thread, i % 2 ? &count : nullptr))
        return 1;
      clock_turn(&turn, (int)i + 1);
      if (i % 2 == 0)
        pthread_cancel(t);
      pthread_join(t, nullptr);
      clock_work(2 * CLOCK_MS); /* the next thread comes later than this one */
    }
  }
  return 0;
}
