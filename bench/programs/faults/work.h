/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* work.h - what the programs with a fault compute, and the word for what differs when it is fixed (-DFIXED). Not here:
 * the programs' arguments and expected results (table.json). */
#ifndef WORK_H
#define WORK_H

#include <stdio.h>
#include <stdlib.h>

#ifdef FIXED
#define CHOICE(fault, fix) fix
#else
#define CHOICE(fault, fix) fault
#endif
#define PRAGMA(...) _Pragma(#__VA_ARGS__)
/* A directive that only the program with the fault has, and one that only the fixed one has. */
#ifdef FIXED
#define FIX_PRAGMA(...) PRAGMA(__VA_ARGS__)
#else
#define FIX_PRAGMA(...)
#endif

/* Each step waits for the one before, so no compiler and no processor makes it shorter. */
static inline __attribute__((noinline)) double compute(long steps, double x) {
  for (long i = 0; i < steps; i++)
    x = x * 0.75 + 0.125;
  return x;
}

/* Returns the program's argument, or else the usual number: no compiler knows it. */
static inline int given(int argc, char **argv, int usual) { return argc > 1 ? atoi(argv[1]) : usual; }

#endif
