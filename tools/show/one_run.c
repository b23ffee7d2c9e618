/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* one_run.c - writes the command that measures what no single run tells, or else what this one has not told, and the
 * sentence about it. */
#include "show/one_run.h"
#include "findings/efficiency.h"
#include "findings/inside.h"
#include "pomp_roles.h"
#include "pomp_text.h"
#include "sums/sampled.h"

#include <stdio.h>
#include <string.h>

#define NEAR_ALL 0.9     /* of the efficiency */
#define LARGE_PART 0.05  /* of the wall time */
#define ENOUGH_PART 0.25 /* of the wall time: findings that save so much are what is next */
#define MOST_PART 0.5    /* of all work */
#define SHORT 50000000u  /* ns of a run, of which there would be few samples */
#define FEW_SAMPLES 20u

/* Returns the efficiency, as if all threads had had their processors where the kernel tells when they had none. */
static double efficiency_of(const struct analysis *a) {
  struct efficiency whole;
  if (!efficiency_find(&whole, a, NULL))
    return 0;
  const double machine = whole.machine_known ? whole.factor[FACTOR_OMP_MACHINE] : 1;
  return machine > 0 ? whole.factor[FACTOR_PARALLEL] / machine : 0;
}

/* True if all threads are busy nearly all of the time, and no finding says what for. */
static bool is_of_use(const struct diagnosis *d) {
  const struct analysis *a = d->analysis;
  if (a->all.threads < 2 || (analysis_is_crowded(&a->all) && !a->all.scheduled.switches_known))
    return false;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->findings[i].remark || (d->findings[i].property == PROPERTY_UNRELIABLE && !a->lost))
      continue;
    else if (!d->findings[i].judged || d->findings[i].saving > LARGE_PART * (double)a->all.wall)
      return false;
  return efficiency_of(a) >= NEAR_ALL;
}

/* Writes the numbers of threads to run with: 1, half of this run's threads, and all of them. */
static void write_numbers(char *text, size_t size, uint32_t threads) {
  if (threads > 3)
    snprintf(text, size, "1,%u,%u", threads / 2, threads);
  else
    snprintf(text, size, "1,%u", threads);
}

static const char *command_of(const struct experiment *e) { return *e->command ? e->command : e->program; }

static void write_launcher(const struct experiment *e, char *text, size_t size) {
  *text = 0;
  if (e->of_job && e->process_count)
    snprintf(text, size, "mpirun -n %u ", e->process_count);
}

/* Returns the region with most work, if that is most of all, and a good part of the threads' time; else NO_REGION. */
static uint32_t main_region(const struct analysis *a, double *part) {
  uint32_t most = NO_REGION;
  double all = 0, of_most = 0;
  for (uint32_t i = 0; i < a->region_count; i++) {
    const struct totals *t = &a->regions[i].totals;
    const uint32_t role = a->regions[i].role;
    if (role == POMP_ROLE_FORK || pomp_role_is(role, POMP_IS_WAITING) || t->exclusive <= t->wait)
      continue;
    all += (double)(t->exclusive - t->wait);
    if ((double)(t->exclusive - t->wait) > of_most) {
      most = i;
      of_most = (double)(t->exclusive - t->wait);
    }
  }
  *part = all > 0 ? of_most / all : 0;
  const double had = (double)a->all.allocation - (double)a->all.scheduled.ready; /* so long threads had processors */
  return *part > MOST_PART && of_most > ENOUGH_PART * had ? most : NO_REGION;
}

/* True if findings do not say what there is to do, and there is enough of the run to ask for more. */
static bool is_open(const struct diagnosis *d) {
  const struct analysis *a = d->analysis;
  double found = 0;
  for (uint32_t i = 0; i < d->count; i++)
    if (d->findings[i].judged && d->findings[i].within == NO_FINDING && d->findings[i].of > 0 &&
        d->findings[i].property != PROPERTY_MEASUREMENT_OVERHEAD)
      found += d->findings[i].saving / d->findings[i].of;
  return found < ENOUGH_PART && a->all.wall >= SHORT && a->experiment->processes[0].state == RUN_COMPLETE;
}

/* Finds what samples say of the region that most of the time is in, where findings save little. */
static bool find_inside(const struct diagnosis *d, struct inside *in, uint32_t *region, double *part) {
  const struct analysis *a = d->analysis;
  *region = is_open(d) ? main_region(a, part) : NO_REGION;
  return *region != NO_REGION && a->sampled && a->sampled->all.count >= FEW_SAMPLES &&
         inside_find(in, a, *region, SERIAL_ALL);
}

void inside_words(const struct diagnosis *d, char *text, size_t size) {
  static char place[ONE_RUN_TEXT / 4], said[ONE_RUN_TEXT / 2];
  struct inside in;
  uint32_t region;
  double part = 0;
  *text = 0;
  if (!find_inside(d, &in, &region, &part))
    return;
  find_place(place, sizeof place, &d->analysis->regions[region]);
  inside_write(said, sizeof said, d->analysis, &in);
  snprintf(text, size, "Inside %s, which has %.0f %% of the work: %s", place, 100 * part, said);
  pomp_text_clean(text, 0);
}

/* True if threads seem to take locks that are not OpenMP's and nothing measures: the compiler has seen such calls, or
 * the kernel is busy for no other reason. */
static bool asks_for_locks(const struct diagnosis *d, uint32_t region) {
  const struct analysis *a = d->analysis;
  const struct construct *c = a->regions[region].construct;
  for (uint32_t i = 0; i < a->experiment->construct_count; i++)
    if (strncmp(a->experiment->constructs[i].name, "pthread_", 8) == 0)
      return false;
  return c && c->notes && strstr(c->notes, "locking ");
}

/* Says in which region most of the time is, and how to see what it does there, unless samples have said it. */
static void write_next(const struct diagnosis *d, const char *begin, char *text, size_t size) {
  static char place[ONE_RUN_TEXT / 4];
  char launcher[64];
  const struct analysis *a = d->analysis;
  const struct experiment *e = a->experiment;
  struct inside in;
  uint32_t region;
  double part = 0;
  *text = 0;
  if (find_inside(d, &in, &region, &part) || region == NO_REGION)
    return;
  find_place(place, sizeof place, &a->regions[region]);
  write_launcher(e, launcher, sizeof launcher);
  if (asks_for_locks(d, region))
    snprintf(text, size, "%slink with --pomp-mutexes and run again: it tells who waits for the mutexes of %s", begin,
             place);
  else if (a->regions[region].role == POMP_ROLE_TEAM && a->regions[region].shares > 1)
    snprintf(text, size, "%slook whether each member does all the work of %s, which nothing divides among them", begin,
             place);
  else if (a->sampled && a->sampled->all.count >= FEW_SAMPLES)
    snprintf(text, size, "%spomp-report --samples tells what is in %s, which has %.0f %% of the work", begin, place,
             100 * part);
  else
    snprintf(text, size, "%sPOMP_SAMPLE=1 %s%s tells what is in %s, which has %.0f %% of the work", begin, launcher,
             command_of(e), place, 100 * part);
}

void one_run_command(const struct diagnosis *d, char *text, size_t size) {
  const struct experiment *e = d->analysis->experiment;
  uint32_t threads = d->analysis->all.threads;
  char numbers[64], launcher[64];
  *text = 0;
  if (!is_of_use(d))
    return;
  if (e->of_job && e->process_count)
    threads /= e->process_count;
  write_launcher(e, launcher, sizeof launcher);
  if (threads < 2)
    return;
  write_numbers(numbers, sizeof numbers, threads);
  snprintf(text, size, "pomp-scale %s -- %s%s", numbers, launcher, command_of(e));
  pomp_text_clean(text, 0);
}

void one_run_words(const struct diagnosis *d, char *text, size_t size) {
  static char command[ONE_RUN_TEXT - 128];
  one_run_command(d, command, sizeof command);
  *text = 0;
  size_t used = 0;
  if (*command)
    used = (size_t)snprintf(text, size, "One run can't tell whether threads slow each other down: %s", command);
  write_next(d, *command ? "; " : "Next: ", text + used, size - used);
  pomp_text_clean(text, 0);
}
