/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* series.h - what follows from the runs with all numbers of threads and the same settings, in comparison with the
 * smallest number: the figures that the tables and the JSON show.
 * Not here: the figures of each number (scale_figures.h). docs/scaling.md defines them. */
#ifndef COMMANDS_SCALE_SERIES_H
#define COMMANDS_SCALE_SERIES_H

#include "commands/scale/scale_figures.h"

/* These are the configurations of one setting that have runs. */
struct series {
  const struct configuration *at[REQUEST_NUMBERS];
  size_t index[REQUEST_NUMBERS]; /* of the figures */
  size_t count;
  bool weak, of_ranks;
};
struct series series_of(const struct plan *plan, const struct figures *f, size_t setting);

/* It compares the medians; `least` and `most` are what single runs allow. */
struct speedup {
  double median, least, most, efficiency;
};
struct speedup series_speedup(const struct series *s, size_t i);

/* Returns the wall time that the run that is shown would take with perfect scaling, in s. */
double series_perfect(const struct series *s, size_t i);

/* True if what threads had no processor for may be half or more of what the run that is shown takes longer than it
 * would with perfect scaling, and that is more than a hundredth of it. */
bool series_busy(const struct series *s, size_t i);

/* Amdahl's law is T(n) = serial + parallel / n. */
struct amdahl {
  double serial, parallel; /* s */
  double part;             /* serial / (serial + parallel) */
  double error;            /* the half width of the part's 95 % confidence interval; NAN: there are too few runs */
};

/* The serial part by two ways: as it was measured in the smallest run, whose parallel part is what one thread would
 * take, and as it follows from how the wall time depends on the number of threads. */
struct serial {
  bool known;        /* ranks execute serial code at the same time, and a problem that grows has no law of Amdahl's */
  double part;       /* of the work; NAN: there was none */
  size_t runs;       /* that the law was fitted to; 0: it can't be */
  struct amdahl fit; /* if it was */
};
struct serial series_serial(const struct series *s);
/* False if the law was not fitted, or says what can't be: a serial part below 0, or beyond all of the work. */
bool series_fits(const struct serial *serial);

/* This is what became of a region or of serial code from the smallest number to the largest. */
const char *part_kind(const struct wall_part *part);
double part_speedup(const struct series *s, const struct wall_part *part); /* NAN: one of them has none */
double part_efficiency(const struct series *s, const struct wall_part *part);

/* Returns where most time is lost at the largest number, and how much more that is than with perfect scaling, in s;
 * NULL: nowhere. */
const struct wall_part *series_worst(const struct series *s, const struct figures *f, double *most);

#endif
