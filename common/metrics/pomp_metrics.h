/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_metrics.h - the metrics of this machine, by source: PAPI, perf_event_open, getrusage. libpompomp records them,
 * and pomp-report lists them. Not here: the values in the experiment (runtime/libpompomp/records/metric_values.c), the
 * printed list (tools/show/available_metrics.c).
 *
 * A metric is a number that a thread can read, and that is taken apart by differences: values are signed, as a few
 * (of PAPI's components) may also fall. */
#ifndef POMP_METRICS_H
#define POMP_METRICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POMP_METRICS_MAX 32 /* at the same time */
#define POMP_METRICS_NAME 128
#define POMP_METRICS_WHY 512

struct pomp_metrics_about {
  char text[160];    /* what it is */
  const char *unit;  /* "", "ns", "bytes" */
  uint32_t flags;    /* enum pomp_metric_flags, pomp_format.h */
  bool begins_again; /* it is a sum that may be of 32 or 48 bits only, and is followed where it begins again */
};

/* Where `why` is a parameter it has room for POMP_METRICS_WHY characters. If the result is false it becomes one
 * line, without its end, that says what is the matter and what to do about it. */
struct pomp_metrics_source {
  const char *name;  /* PAPI, perf, rusage */
  const char *names; /* what its metrics are called */
  bool (*owns)(const char *name);

  /* It is called once, before all others. False if the source has nothing to offer on this machine. `multiplex` says
   * that metrics that don't fit at once may be counted in turns. Until threads begin, one thread makes all calls. */
  bool (*load)(bool multiplex, char *why);

  /* Adds one more metric for threads to read; they come in the order of these calls. False if there is no such metric,
   * or if it doesn't fit beside the metrics added before; then it is left out. */
  bool (*add)(const char *name, struct pomp_metrics_about *about, char *why);

  /* The calling thread begins to count. Its state takes `thread_size` bytes, which belong to the caller and are
   * zero. False if it can't; then nothing else is to be called for it. Only one thread may call this, or thread_end,
   * at a time. */
  size_t thread_size;
  bool (*thread_begin)(void *thread, char *why);
  void (*thread_end)(void *thread);

  /* Reads the values of the calling thread, as many as were added. False if they can't be read any more; then none
   * is stored. Any number of threads may call this at the same time. */
  bool (*read)(void *thread, int64_t *values);

  /* Lists each metric that could be added. The source must be loaded, and not be used otherwise. */
  void (*list)(void (*each)(void *to, const char *name, const char *about), void *to);
};

/* They are in the order of the list that pomp-report prints. */
enum { POMP_METRICS_SOURCES = 3 };
extern const struct pomp_metrics_source pomp_metrics_papi, pomp_metrics_perf, pomp_metrics_rusage;
extern const struct pomp_metrics_source *const pomp_metrics_sources[POMP_METRICS_SOURCES];

/* Returns the source that has a metric of this name, or NULL. */
const struct pomp_metrics_source *pomp_metrics_source_of(const char *name);

#endif
