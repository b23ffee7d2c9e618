/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* amdahl.h - the serial part that follows from how wall times depend on the number of threads: Amdahl's law.
 * Not here: the serial part that was measured. */
#ifndef COMMANDS_SCALE_AMDAHL_H
#define COMMANDS_SCALE_AMDAHL_H

#include <stdbool.h>
#include <stddef.h>

/* The law is T(n) = serial + parallel / n. */
struct amdahl {
  double serial, parallel; /* s */
  double part;             /* serial / (serial + parallel) */
  double error;            /* the half width of the part's 95 % confidence interval; NAN: there are too few runs */
};

/* Fits the law to `count` runs by least squares. False if there are fewer than two numbers of threads. */
bool amdahl_fit(struct amdahl *fit, const double *numbers, const double *seconds, size_t count);

#endif
