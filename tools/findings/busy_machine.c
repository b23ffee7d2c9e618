/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* busy_machine.c - compares for how long the threads of two sides were ready to run and had no processor with what the
 * sides differ by. */
#include "findings/busy_machine.h"
#include "pomp_run.h"

#include <math.h>

#define EXPLAINED_PART 0.5 /* of a change, as of a finding (tools/findings/diagnose.c) */
#define CHANGED_PART 0.01  /* of the wall time */

bool busy_is_known(const struct comparison *c) {
  for (int s = 0; s < SIDES; s++)
    for (uint32_t i = 0; i < c->run_count[s]; i++)
      if (!c->runs[s][i]->ready_known)
        return false;
  return c->run_count[SIDE_A] && c->run_count[SIDE_B];
}

bool busy_is_by_work(const struct comparison *c, const struct compared *row) {
  for (int s = 0; s < SIDES; s++) {
    for (uint32_t i = 0; i < c->run_count[s]; i++)
      if (!c->runs[s][i]->work_known)
        return false;
    if (row->figures[s][RUN_WAIT].mean > EXPLAINED_PART * row->figures[s][RUN_SELF].mean)
      return false;
  }
  return c->run_count[SIDE_A] && c->run_count[SIDE_B];
}

/* True if threads of the side were ready for so long that this is in all of its times. */
static bool is_crowded(const struct comparison *c, enum side side) {
  const struct statistics *t = c->totals[side];
  return pomp_run_is_crowded(t[RUN_READY].mean, t[RUN_IN_REGIONS].mean + t[RUN_OUTSIDE].mean);
}

double busy_on_both(const struct comparison *c) {
  const double a = c->totals[SIDE_A][RUN_READY].mean, b = c->totals[SIDE_B][RUN_READY].mean;
  return busy_is_known(c) && is_crowded(c, SIDE_A) && is_crowded(c, SIDE_B) ? fmin(a, b) : 0;
}

/* One run a side tells nothing of chance: what one side had no processor for may have made it longer, and what the
 * other one had none for may not. */
static double by_chance(const struct comparison *c) {
  return c->run_count[SIDE_A] == 1 && c->run_count[SIDE_B] == 1 ? busy_on_both(c) : 0;
}

/* Returns for how much longer the threads of a side were ready than those of the other one, of one run, and what may be
 * chance; not below 0. */
static double more_ready(const struct comparison *c, enum side side) {
  double own = c->totals[side][RUN_READY].mean, other = c->totals[side == SIDE_A ? SIDE_B : SIDE_A][RUN_READY].mean;
  return busy_is_known(c) ? fmax(own - other, 0) + by_chance(c) : 0;
}

/* Returns how many threads may wait for one that has no processor. */
static double others(const struct comparison *c, enum side side) {
  uint32_t threads = c->run_count[side] ? c->runs[side][0]->threads : 0;
  return threads > 2 ? threads - 1.0 : 1;
}

/* While a thread has no processor, the wall time goes on, and its own time with it. All others may wait for it. */
static double of_all(const struct comparison *c, enum side side, enum run_total total) {
  bool once = total == RUN_WALL || total == RUN_READY || total == RUN_OUTSIDE;
  return more_ready(c, side) * (once ? 1 : 1 + others(c, side));
}

double busy_in_total(const struct comparison *c, enum run_total total) {
  double difference = comparison_total(c, total).difference;
  return of_all(c, difference > 0 ? SIDE_B : SIDE_A, total);
}

double busy_in_row(const struct comparison *c, const struct compared *row, enum run_figure figure) {
  const struct change change = comparison_change(row, figure), wait = comparison_change(row, RUN_WAIT);
  enum side longer = change.difference > 0 ? SIDE_B : SIDE_A;
  bool waits = fabs(wait.difference) > EXPLAINED_PART * fabs(change.difference);
  return figure == RUN_VISITS ? 0 : more_ready(c, longer) * (waits ? others(c, longer) : 1);
}

bool busy_explains(double wall_a, double ready_a, double wall_b, double ready_b) {
  double change = wall_b - wall_a, ready = change > 0 ? ready_b - ready_a : ready_a - ready_b;
  return ready_a >= 0 && ready_b >= 0 && fabs(change) > CHANGED_PART * wall_a && ready >= EXPLAINED_PART * fabs(change);
}

bool busy_explains_wall(const struct comparison *c) {
  const struct statistics *a = c->totals[SIDE_A], *b = c->totals[SIDE_B];
  const double wall_a = a[RUN_WALL].mean, wall_b = b[RUN_WALL].mean, change = fabs(wall_b - wall_a);
  return busy_is_known(c) && (busy_explains(wall_a, a[RUN_READY].mean, wall_b, b[RUN_READY].mean) ||
                              (change > CHANGED_PART * wall_a && by_chance(c) > change));
}

double busy_hides_total(const struct comparison *c, enum side side, enum run_total total) {
  return is_crowded(c, side) ? of_all(c, side, total) : 0;
}

double busy_hides_row(const struct comparison *c, enum side side, const struct compared *row, enum run_figure figure) {
  const struct statistics *t = c->totals[side];
  double all = t[RUN_IN_REGIONS].mean + t[RUN_OUTSIDE].mean;
  if (figure == RUN_VISITS || !is_crowded(c, side) || !(all > 0))
    return 0;
  double part = row->figures[side][figure].mean / all;
  return more_ready(c, side) * (part < 1 ? part : 1);
}
