/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* said.h - lets a page's program go by a clock that is set, as it is: it is included before the program's first
 * line, and says how long the functions take that the program calls most. What the page shows of its times then does
 * not depend on how busy the machine is. The program's loops have their barriers, of which each thread comes to all;
 * what it waits for elsewhere takes no time. Comments of the pages say which program is compiled with it:
 * CCC_OVERRIDE_OPTIONS="$SAID ^-DTRIANGLE" (console.py). */
#ifndef SAID_H
#define SAID_H
#include "test_clock.h"
#include <math.h>

static _Thread_local uint64_t said;     /* what the thread has done since its last event, in ns */
static _Thread_local size_t said_loops; /* how many loops it has worked in */
static struct clock_meeting said_ends;

static uint64_t said_event(void) {
  uint64_t ns = said;
  said = 0;
  if (ns)
    clock_work(ns);
  if (ns && omp_get_level())
    clock_meet(&said_ends, said_loops++);
  return clock_event();
}

__attribute__((constructor)) static void said_start(void) {
  clock_start();
  clock_work(CLOCK_MS);
  __pomp_ask = said_event;
}

static inline double said_takes(uint64_t ns, double value) {
  said += ns;
  return value;
}

#ifdef TRIANGLE /* of docs/getting-started.md: which thread gets which chunk depends on no real time either */
#define sqrt(x) said_takes(2, sqrt(x))
#define dynamic static
#endif

#ifdef PLANETS /* of docs/scaling.md: move has no construct, and what it does takes 0.54 ms */
#define fabs(x) said_takes(1, fabs(x))
static void said_void(void);
static void said_(void) {
  said += 540000;
  said_void();
}
#define move(parameters) said_##parameters(parameters)
#endif

/* This is of examples/stommel: the for in solve takes nearly all time, and what is before its second single a little.
 */
#ifdef STOMMEL
enum { STOMMEL_FOR = 139 };
#define fmax(a, b) said_takes(__LINE__ == STOMMEL_FOR ? (omp_get_thread_num() ? 400 : 420) : 0, fmax(a, b))
#define SAID_LINE(name, line) name##_##line
#define SAID_AT(name, line) SAID_LINE(name, line)
#define converged_change SAID_AT(converged_change, __LINE__) /* it is defined in line 29 */
#define converged_change_143 said_takes(omp_get_thread_num() ? 100 : 900, converged_change_29)
#define converged_change_203 converged_change_29
#endif
#endif
