/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* statistics.h - the mean of several runs, and how far the means of two sides are apart: with the confidence interval
 * that Welch's test gives. Pure functions. Not here: what the numbers are of. */
#ifndef FINDINGS_STATISTICS_H
#define FINDINGS_STATISTICS_H

#include <stdbool.h>
#include <stdint.h>

/* A sample of zeros is empty. */
struct statistics {
  uint32_t count;
  double mean;
  double squares; /* the sum of the squares of the differences from the mean */
};

void statistics_add(struct statistics *s, double value);
/* Adds zeros until there are so many values. */
void statistics_fill(struct statistics *s, uint32_t count);

/* This is B less A. */
struct change {
  double a, b, difference;
  double error; /* the standard error of the difference */
  double freedom;
  bool known;    /* there is a spread, from two runs or more of a side */
  bool is_exact; /* all runs of a side are the same, on both sides */
};

/* Compares two samples, neither of which is empty. If one side is a single run, it is taken to vary as the other one
 * does. */
struct change statistics_change(const struct statistics *a, const struct statistics *b);

/* Returns half the width of the confidence interval of the difference, at a level such as 0.95. Nothing but what is
 * `known` has one. */
double change_within(const struct change *c, double level);
/* True if the interval at this level does not contain 0. */
bool change_is_significant(const struct change *c, double level);

/* Returns the number that Student's t with so many degrees of freedom does not exceed with probability `p`, which is
 * at least 0.5. */
double student_quantile(double p, double freedom);

#endif
