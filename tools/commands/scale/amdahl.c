/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* amdahl.c - a line through wall times over 1 / number of threads.
 * Not here: where the times come from (scale_figures.c). */
#include "commands/scale/amdahl.h"

#include <math.h>

/* Student's t for a probability of 0.975, by degrees of freedom from 1 on. */
static double student(size_t freedom) {
  static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                             2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                             2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  return freedom <= sizeof t / sizeof *t ? t[freedom - 1] : 1.96 + 2.4 / (double)freedom;
}

bool amdahl_fit(struct amdahl *fit, const double *numbers, const double *seconds, size_t count) {
  double mean_x = 0, mean_y = 0, xx = 0, xy = 0, squares = 0;
  for (size_t i = 0; i < count; i++) {
    mean_x += 1 / numbers[i] / (double)count;
    mean_y += seconds[i] / (double)count;
  }
  for (size_t i = 0; i < count; i++) {
    double x = 1 / numbers[i] - mean_x;
    xx += x * x;
    xy += x * (seconds[i] - mean_y);
  }
  if (count < 2 || xx <= 1e-12)
    return false;
  fit->parallel = xy / xx;
  fit->serial = mean_y - fit->parallel * mean_x;
  double all = fit->serial + fit->parallel;
  fit->part = all > 0 ? fit->serial / all : (double)NAN;
  fit->error = (double)NAN;
  if (count == 2)
    return true;
  for (size_t i = 0; i < count; i++) {
    double off = seconds[i] - fit->serial - fit->parallel / numbers[i];
    squares += off * off;
  }
  /* The variances of both and their covariance; then how the part depends on each. */
  double variance = squares / (double)(count - 2), of_parallel = variance / xx,
         of_serial = variance / (double)count + mean_x * mean_x * of_parallel, of_both = -mean_x * of_parallel;
  double by_serial = fit->parallel / (all * all), by_parallel = -fit->serial / (all * all);
  double of_part = by_serial * by_serial * of_serial + by_parallel * by_parallel * of_parallel +
                   2 * by_serial * by_parallel * of_both;
  fit->error = student(count - 2) * sqrt(of_part > 0 ? of_part : 0);
  return true;
}
