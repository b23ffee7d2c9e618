/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* series.c - computes speed-up, efficiency and serial part of each number of threads, the latter also by Amdahl's law.
 */
#include "commands/scale/series.h"
#include "findings/busy_machine.h"

#include <math.h>
#include <stdlib.h>

struct series series_of(const struct plan *plan, const struct figures *f, size_t setting) {
  struct series s = {.weak = plan->request->weak, .of_ranks = plan->request->ranks};
  for (size_t i = 0; i < f->count && s.count < REQUEST_NUMBERS; i++)
    if (f->at[i].setting == setting && f->at[i].count) {
      s.index[s.count] = i;
      s.at[s.count++] = &f->at[i];
    }
  return s;
}

/* Returns how many times the smallest number a number is. */
static double times_of(const struct series *s, size_t i) { return (double)s->at[i]->number / s->at[0]->number; }

/* Returns how many times as much is done. */
static double size_of(const struct series *s, size_t i) { return s->weak ? times_of(s, i) : 1; }

struct speedup series_speedup(const struct series *s, size_t i) {
  const struct configuration *first = s->at[0], *c = s->at[i];
  double size = size_of(s, i), median = size * first->median / c->median;
  return (struct speedup){.median = median,
                          .least = size * first->walls[0] / c->walls[c->count - 1],
                          .most = size * first->walls[first->count - 1] / c->walls[0],
                          .efficiency = median / times_of(s, i)};
}

double series_perfect(const struct series *s, size_t i) { return s->at[0]->wall * size_of(s, i) / times_of(s, i); }

bool series_busy(const struct series *s, size_t i) {
  const struct configuration *first = s->at[0], *c = s->at[i];
  return busy_explains(series_perfect(s, i), first->ready >= 0 ? 0 : -1, c->wall, c->ready);
}

/* Student's t for a probability of 0.975, by degrees of freedom from 1 on. */
static double student(size_t freedom) {
  static const double t[] = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228,
                             2.201,  2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
                             2.080,  2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042};
  return freedom <= sizeof t / sizeof *t ? t[freedom - 1] : 1.96 + 2.4 / (double)freedom;
}

/* Fits the law to `count` runs by least squares. False if there are fewer than two numbers of threads. */
static bool amdahl_fit(struct amdahl *fit, const double *numbers, const double *seconds, size_t count) {
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

struct serial series_serial(const struct series *s) {
  const struct configuration *first = s->at[0];
  struct serial serial = {.known = !s->of_ranks && !s->weak};
  size_t count = 0, most = 0;
  double one = first->serial + (first->wall - first->serial) * first->number;
  serial.part = one > 0 ? first->serial / one : (double)NAN;
  for (size_t i = 0; i < s->count; i++)
    most += s->at[i]->count;
  double *numbers = calloc(most + 1, sizeof *numbers), *seconds = calloc(most + 1, sizeof *seconds);
  for (size_t i = 0; numbers && seconds && i < s->count; i++)
    for (size_t k = 0; k < s->at[i]->count; k++) {
      numbers[count] = s->at[i]->number;
      seconds[count++] = s->at[i]->walls[k];
    }
  if (serial.known && count && amdahl_fit(&serial.fit, numbers, seconds, count))
    serial.runs = count;
  free(numbers);
  free(seconds);
  return serial;
}

bool series_fits(const struct serial *serial) { return serial->runs && serial->fit.part >= 0 && serial->fit.part <= 1; }

const char *part_kind(const struct wall_part *part) {
  return part->is_mpi ? "MPI" : part->is_parallel ? "parallel" : "serial";
}

double part_speedup(const struct series *s, const struct wall_part *part) {
  double before = part->seconds[s->index[0]], after = part->seconds[s->index[s->count - 1]];
  return before > 0 && after > 0 ? size_of(s, s->count - 1) * before / after : (double)NAN;
}

double part_efficiency(const struct series *s, const struct wall_part *part) {
  return part_speedup(s, part) / times_of(s, s->count - 1);
}

const struct wall_part *series_worst(const struct series *s, const struct figures *f, double *most) {
  const struct wall_part *worst = NULL;
  double perfect = size_of(s, s->count - 1) / times_of(s, s->count - 1);
  *most = 0;
  for (size_t p = 0; p < f->part_count; p++) {
    double lost = f->parts[p].seconds[s->index[s->count - 1]] - f->parts[p].seconds[s->index[0]] * perfect;
    if (lost > *most) {
      *most = lost;
      worst = &f->parts[p];
    }
  }
  return worst;
}
