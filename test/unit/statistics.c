/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* statistics.c - the statistics of pomp-report --diff: Student's t against its table, Welch's interval against an
 * example by hand, and how often the interval of random runs has the true difference in it; and exact sums. */
#include "findings/statistics.h"
#include "sums/analysis_steps.h"
#include "unit.h"

#include <math.h>

static bool is_near(double a, double b, double part) { return fabs(a - b) <= part * fabs(b); }

/* The numbers are those of the usual table. */
static void quantiles_are_known(void) {
  CHECK(is_near(student_quantile(0.975, 1), 12.7062047, 1e-7));
  CHECK(is_near(student_quantile(0.975, 2), 4.30265273, 1e-7));
  CHECK(is_near(student_quantile(0.975, 10), 2.22813885, 1e-7));
  CHECK(is_near(student_quantile(0.995, 5), 4.03214298, 1e-7));
  CHECK(is_near(student_quantile(0.975, 1e7), 1.95996398, 1e-5));
  CHECK(is_near(student_quantile(0.9995, 3), 12.92397864, 1e-7));
  CHECK(student_quantile(0.5, 7) < 1e-6);
  CHECK(isfinite(student_quantile(0.9999, 1)) && student_quantile(0.95, 0.9) > student_quantile(0.95, 1));
}

static struct statistics sample_of(const double *values, uint32_t count) {
  struct statistics s = {.count = 0};
  for (uint32_t i = 0; i < count; i++)
    statistics_add(&s, values[i]);
  return s;
}

static void an_example_by_hand(void) {
  /* The means are 2 and 7, the variances 1 and 4: the error is √(1/3 + 4/3), and the degrees of freedom are
   * (5/3)² / ((1/9 + 16/9) / 2). */
  struct statistics a = sample_of((const double[]){1, 2, 3}, 3), b = sample_of((const double[]){5, 7, 9}, 3);
  struct change c = statistics_change(&a, &b);
  CHECK(c.known && !c.is_exact && is_near(c.difference, 5, 1e-12) && is_near(c.error, sqrt(5.0 / 3), 1e-12));
  CHECK(is_near(c.freedom, 25.0 / 9 / (17.0 / 18), 1e-12));
  CHECK(is_near(change_within(&c, 0.95), student_quantile(0.975, c.freedom) * sqrt(5.0 / 3), 1e-12));
  CHECK(change_is_significant(&c, 0.95) && !change_is_significant(&c, 0.99));
}

static void what_has_no_spread(void) {
  struct statistics one = sample_of((const double[]){4}, 1), two = sample_of((const double[]){1, 3}, 2);
  struct statistics same = sample_of((const double[]){0.1, 0.1, 0.1}, 3),
                    other = sample_of((const double[]){0.2, 0.2}, 2);
  struct change c = statistics_change(&one, &one);
  CHECK(!c.known && !change_is_significant(&c, 0.95));
  c = statistics_change(&one, &two); /* the single one varies as the others do: √(2 (1 + 1/2)) */
  CHECK(c.known && is_near(c.error, sqrt(3), 1e-12) && is_near(c.freedom, 1, 1e-12));
  c = statistics_change(&same, &other);
  CHECK(c.known && c.is_exact && change_is_significant(&c, 0.95));
  c = statistics_change(&same, &same);
  CHECK(c.is_exact && !change_is_significant(&c, 0.95) && change_within(&c, 0.95) <= 0);
  statistics_fill(&two, 4); /* 1, 3, 0, 0 */
  CHECK(two.count == 4 && is_near(two.mean, 1, 1e-12) && is_near(two.squares, 6, 1e-12));
}

static uint64_t state = 1;
static double uniform(void) {
  state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return ((double)(state >> 11) + 0.5) / 9007199254740992.0;
}
static double normal(void) { return sqrt(-2 * log(uniform())) * cos(6.283185307179586 * uniform()); }

/* Returns in which part of many comparisons the interval has the true difference in it. */
static double coverage(uint32_t na, uint32_t nb, double deviation_a, double deviation_b, double level) {
  enum { TRIALS = 20000 };
  int held = 0;
  for (int t = 0; t < TRIALS; t++) {
    struct statistics a = {.count = 0}, b = {.count = 0};
    while (a.count < na)
      statistics_add(&a, 100 + deviation_a * normal());
    while (b.count < nb)
      statistics_add(&b, 107 + deviation_b * normal());
    struct change c = statistics_change(&a, &b);
    held += fabs(c.difference - 7) <= change_within(&c, level);
  }
  return (double)held / TRIALS;
}

/* With 20,000 trials a rate of 95 % is off by 0.15 % (one standard deviation). Welch's degrees of freedom are an
 * approximation, which is on the safe side for few runs. */
static void intervals_have_the_truth(void) {
  CHECK(is_near(coverage(5, 5, 1, 1, 0.95), 0.955, 0.01));
  CHECK(is_near(coverage(10, 10, 1, 1, 0.95), 0.95, 0.006));
  CHECK(is_near(coverage(4, 12, 3, 1, 0.95), 0.95, 0.012));
  CHECK(is_near(coverage(3, 10, 1, 5, 0.95), 0.95, 0.012));
  CHECK(is_near(coverage(8, 8, 1, 4, 0.99), 0.99, 0.003));
  CHECK(is_near(coverage(1, 6, 2, 2, 0.95), 0.95, 0.006));
  CHECK(is_near(coverage(2, 2, 1, 1, 0.95), 0.97, 0.02));
}

/* What measuring costs is less where locks are contended (pomp_cost.h): such a part of a sum is below zero. */
static void exact_sums_have_a_sign(void) {
  CHECK(exact_ns(exact_of(2.5) + exact_of(-1.25) + exact_of(-0.25)) == 1);
  CHECK(exact_ns(exact_of(1.5) + exact_of(-4)) == -2.5);
  CHECK(exact_ns(exact_of(1e30) + exact_of(-1e30) + exact_of(0)) == 0 && exact_of(-0.0) == 0);
}

int main(void) {
  exact_sums_have_a_sign();
  quantiles_are_known();
  an_example_by_hand();
  what_has_no_spread();
  intervals_have_the_truth();
  return 0;
}
