/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* adapter_job.c - moves a rank's experiment into the job's, ends the measurement for the job, and hands out its sums.
 * Not here: where files go (experiment.c), the ends of a job and of a measurement (measurement.c). */
#include "surface/adapter_job.h"
#include "base/message.h"
#include "base/side_stack.h"
#include "life/experiment.h"
#include "life/measurement.h"
#include "records/trace_file.h"
#include "state/config.h"
#include "state/slow_lock.h"
#include "visits/hot_path.h"

#include <errno.h>
#include <stdarg.h>

#define EXPORT __attribute__((visibility("default")))

EXPORT void pomp_adapter_expect_job(void) { pomp_experiment_expect_job(); }

EXPORT enum pomp_adapter_phase pomp_adapter_phase(void) {
  if (pomp_is_measuring())
    return POMP_ADAPTER_MEASURING;
  enum pomp_adapter_phase phase = POMP_ADAPTER_NONE;
  if (pomp_slow_begin()) {
    if (!pomp_measurement_is_over() && pomp_measurement_config())
      phase = POMP_ADAPTER_LATER;
    pomp_slow_end();
  }
  return phase;
}

/* Returns the settings, which don't change once they are read; NULL: nothing is measured, or this thread is in a slow
 * path. */
static const struct pomp_config *settings(void) {
  const struct pomp_config *config = NULL;
  if (pomp_slow_begin()) {
    config = pomp_measurement_config();
    pomp_slow_end();
  }
  return config;
}

EXPORT mode_t pomp_adapter_file_mode(void) {
  const struct pomp_config *config = settings();
  return config ? pomp_config_file_mode(config) : 0600;
}

EXPORT bool pomp_adapter_is_verbose(void) {
  const struct pomp_config *config = settings();
  return config && config->verbose;
}

EXPORT enum pomp_adapter_ranks pomp_adapter_ranks_choice(void) {
  const struct pomp_config *config = settings();
  return config ? (enum pomp_adapter_ranks)config->ranks : POMP_ADAPTER_RANKS_AUTO;
}

/* The job's request about the experiment; its paths take more stack than the program may have left. */
struct wanted {
  const char *path, *called;
  char *to_path, *to_called;
  uint32_t rank, ranks, leader;
  uint64_t job;
  bool there, known;
  int error;
};

static void find_parent(void *argument) {
  struct wanted *w = argument;
  const struct pomp_config *config = pomp_measurement_config();
  w->known = config && pomp_experiment_parent(config, w->to_path);
}
EXPORT bool pomp_adapter_parent(char *path) {
  struct wanted w = {.to_path = path};
  if (pomp_slow_begin()) {
    pomp_call_aside(find_parent, &w);
    pomp_slow_end();
  }
  return w.known;
}

static void take(void *argument) {
  struct wanted *w = argument;
  const struct pomp_config *config = pomp_measurement_config();
  if (config)
    w->error = pomp_experiment_take_for_job(config, w->rank, w->to_path, w->to_called);
  if (!w->error)
    pomp_experiment_set_rank(w->rank, w->ranks, w->job);
}
EXPORT int pomp_adapter_take(uint32_t rank, uint32_t ranks, uint64_t job, char *path, char *called) {
  struct wanted w = {.rank = rank, .ranks = ranks, .job = job, .to_path = path, .to_called = called, .error = -EBUSY};
  if (pomp_slow_begin()) {
    pomp_call_aside(take, &w);
    pomp_slow_end();
  }
  return w.error;
}

static void join(void *argument) {
  struct wanted *w = argument;
  const struct pomp_config *config = pomp_measurement_config();
  if (config)
    w->error = pomp_experiment_join(config, w->path, w->called, w->rank, w->job, w->leader, w->there);
  pomp_experiment_set_rank(w->rank, w->ranks, w->job);
}
EXPORT int pomp_adapter_join(const char *path, const char *called, uint32_t rank, uint32_t ranks, uint64_t job,
                             uint32_t leader, bool there) {
  struct wanted w = {.path = path,
                     .called = called,
                     .rank = rank,
                     .ranks = ranks,
                     .job = job,
                     .leader = leader,
                     .there = there,
                     .error = -EBUSY};
  if (pomp_slow_begin()) {
    pomp_call_aside(join, &w);
    pomp_slow_end();
  }
  return w.error;
}

static void be_alone(void *argument) {
  const struct wanted *w = argument;
  const struct pomp_config *config = pomp_measurement_config();
  if (config)
    pomp_experiment_alone(config, w->rank, w->ranks, w->job);
}
EXPORT void pomp_adapter_alone(uint32_t rank, uint32_t ranks, uint64_t job) {
  struct wanted w = {.rank = rank, .ranks = ranks, .job = job};
  if (!pomp_slow_begin())
    return;
  pomp_call_aside(be_alone, &w);
  pomp_slow_end();
}

EXPORT bool pomp_adapter_wants_summary(void) {
  const struct pomp_config *config = settings();
  return config && config->summary;
}

EXPORT bool pomp_adapter_converts(void) {
  const struct pomp_config *config = settings();
  return config && (config->archive || (config->trace == POMP_TRACE_CHOICE_OTF2 && pomp_trace_header()));
}

EXPORT bool pomp_adapter_packs(void) {
  const struct pomp_config *config = settings();
  return config && config->archive;
}

EXPORT void pomp_adapter_snapshot(struct pomp_snapshot *s, const struct pomp_alignment alignment[2], bool sums) {
  pomp_measurement_snapshot(s, alignment, sums);
}
EXPORT void pomp_adapter_snapshot_free(struct pomp_snapshot *s) { pomp_snapshot_free(s); }
EXPORT void pomp_adapter_go_on(pomp_rank_ends *ends) { pomp_measurement_go_on(ends); }
EXPORT void pomp_adapter_left_job(void) { pomp_measurement_left_job(); }

EXPORT void pomp_adapter_remove(void) {
  bool worth;
  if (!pomp_measurement_end(&worth) || !pomp_slow_begin())
    return;
  __atomic_store_n(&pomp_file()->state, POMP_STATE_COMPLETE, __ATOMIC_RELEASE);
  pomp_trace_file_remove();
  pomp_experiment_remove();
  pomp_slow_end();
}

EXPORT void pomp_adapter_summary_print(struct pomp_summary *s, pomp_summary_namer *names, void *context) {
  pomp_summary_print(s, names, context, NULL);
}

EXPORT void pomp_adapter_say(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  pomp_say_list(format, arguments);
  va_end(arguments);
}
