/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* series.c - the functions of series.h.
 * Not here: what that header says. */
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

bool series_busy(const struct series *s, size_t i) {
  const struct configuration *first = s->at[0], *c = s->at[i];
  double perfect = first->wall * size_of(s, i) / times_of(s, i);
  return busy_explains(perfect, first->ready >= 0 ? 0 : -1, c->wall, c->ready);
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
