/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* statistics.c - means, spreads, and Student's t.
 * Not here: what is compared (comparison.c). */
#include "findings/statistics.h"

#include <math.h>

/* The mean is updated by each value (Welford), so that equal values have a spread of exactly 0. */
void statistics_add(struct statistics *s, double value) {
  double before = value - s->mean;
  s->count++;
  s->mean += before / s->count;
  s->squares += before * (value - s->mean);
}

void statistics_fill(struct statistics *s, uint32_t count) {
  while (s->count < count)
    statistics_add(s, 0);
}

/* --- Student's t --- */

/* The continued fraction of the incomplete beta function (Abramowitz and Stegun 26.5.8), by Lentz's method. */
static double beta_fraction(double x, double a, double b) {
  enum { STEPS = 10000 };
  const double least = 1e-300;
  double c = 1, d = 1 - (a + b) * x / (a + 1);
  d = 1 / (fabs(d) < least ? least : d);
  double f = d;
  for (int m = 1; m <= STEPS; m++) {
    double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    double step = 1;
    for (int k = 0; k < 2; k++) {
      double term = k ? odd : even;
      d = 1 + term * d;
      c = 1 + term / c;
      d = 1 / (fabs(d) < least ? least : d);
      c = fabs(c) < least ? least : c;
      step = c * d;
      f *= step;
    }
    if (fabs(step - 1) < 1e-15)
      break;
  }
  return f;
}

static double log_gamma(double x) {
  int sign;
  return lgamma_r(x, &sign);
}

/* Returns the regularized incomplete beta function. */
static double beta(double x, double a, double b) {
  if (x <= 0 || x >= 1)
    return x <= 0 ? 0 : 1;
  double front = exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * log(x) + b * log1p(-x));
  if (x < (a + 1) / (a + b + 2))
    return front * beta_fraction(x, a, b) / a;
  return 1 - front * beta_fraction(1 - x, b, a) / b;
}

/* Returns the probability that t is larger; 0.5 and less for t from 0 on. */
static double student_above(double t, double freedom) {
  return beta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
}

double student_quantile(double p, double freedom) {
  double low = 0, high = 1;
  while (student_above(high, freedom) > 1 - p && high < 1e12)
    high *= 2;
  for (int i = 0; i < 200 && high - low > 1e-12 * high; i++) {
    double middle = (low + high) / 2;
    if (student_above(middle, freedom) > 1 - p)
      low = middle;
    else
      high = middle;
  }
  return (low + high) / 2;
}

/* --- two sides --- */

struct change statistics_change(const struct statistics *a, const struct statistics *b) {
  struct change c = {.a = a->mean, .b = b->mean, .difference = b->mean - a->mean};
  double va = a->count > 1 ? a->squares / (a->count - 1) / a->count : 0;
  double vb = b->count > 1 ? b->squares / (b->count - 1) / b->count : 0;
  c.known = a->count > 1 || b->count > 1;
  if (a->count > 1 && b->count > 1) {
    double sum = va + vb;
    c.error = sqrt(sum);
    c.freedom = sum > 0 ? sum * sum / (va * va / (a->count - 1) + vb * vb / (b->count - 1)) : 1;
  } else if (c.known) {
    const struct statistics *many = a->count > 1 ? a : b;
    c.freedom = many->count - 1;
    c.error = sqrt(many->squares / c.freedom * (1.0 / a->count + 1.0 / b->count));
  }
  c.is_exact = c.known && !(c.error > 0);
  return c;
}

double change_within(const struct change *c, double level) {
  return c->is_exact ? 0 : student_quantile(0.5 + level / 2, c->freedom) * c->error;
}

bool change_is_significant(const struct change *c, double level) {
  return c->known && fabs(c->difference) > change_within(c, level);
}
