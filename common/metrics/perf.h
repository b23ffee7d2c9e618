/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perf.h - the names of the kernel's counters.
 * Not here: counting (perf.c). */
#ifndef POMP_METRICS_PERF_H
#define POMP_METRICS_PERF_H

#include <stdbool.h>
#include <stdint.h>

#define PERF_PREFIX "perf:"
#define PERF_NO_PMU                                                                                                    \
  "this machine shows no performance counters of its processor (most virtual machines hide them, and some containers)"

struct perf_name {
  char name[48];
  const char *text, *unit;
  uint32_t type;
  uint64_t config;
  bool in_kernel; /* happens in the kernel alone */
};

/* Finds an event by its name, which is as the perf tool has it; rHEX is a raw code. False if there is no such event. */
bool pomp_perf_find(const char *name, struct perf_name *found);
/* Finds the i-th name. False after the last. */
bool pomp_perf_name_at(unsigned i, struct perf_name *found);
bool pomp_perf_is_hardware(const struct perf_name *p);
/* True if the kernel has found performance counters of a processor. */
bool pomp_perf_has_pmu(void);

#endif
