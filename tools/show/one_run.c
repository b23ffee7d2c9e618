/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* one_run.c - writes the command that measures what no single run tells, and the sentence about it. */
#include "show/one_run.h"
#include "findings/efficiency.h"
#include "pomp_text.h"

#include <stdio.h>
#include <string.h>

#define NEAR_ALL 0.9    /* of the efficiency */
#define LARGE_PART 0.05 /* of the wall time */

/* True if all threads are busy nearly all of the time, and no finding says what for. */
static bool is_of_use(const struct diagnosis *d) {
  const struct analysis *a = d->analysis;
  struct efficiency whole;
  if (a->all.threads < 2 || analysis_is_crowded(&a->all))
    return false;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->findings[i].remark)
      continue;
    else if (!d->findings[i].judged || d->findings[i].saving > LARGE_PART * (double)a->all.wall)
      return false;
  return efficiency_find(&whole, a, NULL) && whole.factor[FACTOR_PARALLEL] >= NEAR_ALL;
}

/* Writes the numbers of threads to run with: 1, half of this run's threads, and all of them. */
static void write_numbers(char *text, size_t size, uint32_t threads) {
  if (threads > 3)
    snprintf(text, size, "1,%u,%u", threads / 2, threads);
  else
    snprintf(text, size, "1,%u", threads);
}

void one_run_command(const struct diagnosis *d, char *text, size_t size) {
  const struct experiment *e = d->analysis->experiment;
  uint32_t threads = d->analysis->all.threads;
  char numbers[64], launcher[64] = "";
  *text = 0;
  if (!is_of_use(d))
    return;
  if (e->of_job && e->process_count) {
    threads /= e->process_count;
    snprintf(launcher, sizeof launcher, "mpirun -n %u ", e->process_count);
  }
  if (threads < 2)
    return;
  write_numbers(numbers, sizeof numbers, threads);
  snprintf(text, size, "pomp-scale %s -- %s%s", numbers, launcher, *e->command ? e->command : e->program);
  pomp_text_clean(text, 0);
}

void one_run_words(const struct diagnosis *d, char *text, size_t size) {
  static char command[ONE_RUN_TEXT - 128];
  one_run_command(d, command, sizeof command);
  *text = 0;
  if (*command)
    snprintf(text, size, "One run can't tell whether threads slow each other down: %s", command);
}
