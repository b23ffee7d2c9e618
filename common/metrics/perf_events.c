/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* perf_events.c - the table of the kernel's counters by name.
 * Not here: counting (perf.c). */
#include "perf.h"
#include "pomp_system.h"

#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct row {
  const char *name, *other, *text, *unit;
  uint64_t config;
  uint32_t type;
  bool in_kernel;
} rows[] = {
#define SOFTWARE(name, other, code, unit, in_kernel, text)                                                             \
  {name, other, text, unit, PERF_COUNT_SW_##code, PERF_TYPE_SOFTWARE, in_kernel}
    SOFTWARE("task-clock", NULL, TASK_CLOCK, "ns", false, "CPU time of the thread"),
    SOFTWARE("cpu-clock", NULL, CPU_CLOCK, "ns", false, "time of the CPU's clock while the thread runs"),
    SOFTWARE("page-faults", "faults", PAGE_FAULTS, "", false, "page faults"),
    SOFTWARE("minor-faults", NULL, PAGE_FAULTS_MIN, "", false, "page faults that needed no disk"),
    SOFTWARE("major-faults", NULL, PAGE_FAULTS_MAJ, "", false, "page faults that needed the disk"),
    SOFTWARE("context-switches", "cs", CONTEXT_SWITCHES, "", true, "context switches"),
    SOFTWARE("cpu-migrations", "migrations", CPU_MIGRATIONS, "", true, "moves to another CPU"),
    SOFTWARE("alignment-faults", NULL, ALIGNMENT_FAULTS, "", false, "accesses that the kernel had to align"),
    SOFTWARE("emulation-faults", NULL, EMULATION_FAULTS, "", false, "instructions that the kernel had to emulate"),
#define HARDWARE(name, other, code, text) {name, other, text, "", PERF_COUNT_HW_##code, PERF_TYPE_HARDWARE, false}
    HARDWARE("cycles", "cpu-cycles", CPU_CYCLES, "cycles of the processor"),
    HARDWARE("instructions", NULL, INSTRUCTIONS, "instructions retired"),
    HARDWARE("cache-references", NULL, CACHE_REFERENCES, "accesses to the last level of cache"),
    HARDWARE("cache-misses", NULL, CACHE_MISSES, "misses of the last level of cache"),
    HARDWARE("branches", "branch-instructions", BRANCH_INSTRUCTIONS, "branches retired"),
    HARDWARE("branch-misses", NULL, BRANCH_MISSES, "branches predicted wrongly"),
    HARDWARE("bus-cycles", NULL, BUS_CYCLES, "cycles of the bus"),
    HARDWARE("ref-cycles", NULL, REF_CPU_CYCLES, "cycles of the reference clock"),
    HARDWARE("stalled-cycles-frontend", "idle-cycles-frontend", STALLED_CYCLES_FRONTEND, "cycles without instructions"),
    HARDWARE("stalled-cycles-backend", "idle-cycles-backend", STALLED_CYCLES_BACKEND, "cycles without resources"),
#define CACHE(cache, operation, result) ((uint64_t)(cache) | (uint64_t)(operation) << 8 | (uint64_t)(result) << 16)
#define CACHES(name, cache, text)                                                                                      \
  {name "-loads",                                                                                                      \
   NULL,                                                                                                               \
   "loads from " text,                                                                                                 \
   "",                                                                                                                 \
   CACHE(PERF_COUNT_HW_CACHE_##cache, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_ACCESS),                 \
   PERF_TYPE_HW_CACHE,                                                                                                 \
   false},                                                                                                             \
      {name "-load-misses",                                                                                            \
       NULL,                                                                                                           \
       "loads that missed " text,                                                                                      \
       "",                                                                                                             \
       CACHE(PERF_COUNT_HW_CACHE_##cache, PERF_COUNT_HW_CACHE_OP_READ, PERF_COUNT_HW_CACHE_RESULT_MISS),               \
       PERF_TYPE_HW_CACHE,                                                                                             \
       false},                                                                                                         \
      {name "-stores",                                                                                                 \
       NULL,                                                                                                           \
       "stores to " text,                                                                                              \
       "",                                                                                                             \
       CACHE(PERF_COUNT_HW_CACHE_##cache, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_ACCESS),            \
       PERF_TYPE_HW_CACHE,                                                                                             \
       false},                                                                                                         \
  {                                                                                                                    \
    name "-store-misses", NULL, "stores that missed " text, "",                                                        \
        CACHE(PERF_COUNT_HW_CACHE_##cache, PERF_COUNT_HW_CACHE_OP_WRITE, PERF_COUNT_HW_CACHE_RESULT_MISS),             \
        PERF_TYPE_HW_CACHE, false                                                                                      \
  }
    CACHES("L1-dcache", L1D, "the data cache of level 1"),
    CACHES("L1-icache", L1I, "the instruction cache of level 1"),
    CACHES("LLC", LL, "the last level of cache"),
    CACHES("dTLB", DTLB, "the data TLB"),
    CACHES("iTLB", ITLB, "the instruction TLB"),
    CACHES("branch", BPU, "the branch predictor"),
    CACHES("node", NODE, "the memory of this node"),
};
enum { ROWS = sizeof rows / sizeof *rows };

bool pomp_perf_name_at(unsigned i, struct perf_name *found) {
  if (i >= ROWS)
    return false;
  const struct row *r = &rows[i];
  *found = (struct perf_name){
      .text = r->text, .unit = r->unit, .type = r->type, .config = r->config, .in_kernel = r->in_kernel};
  snprintf(found->name, sizeof found->name, "%s", r->name);
  return true;
}

static bool find_raw(const char *name, struct perf_name *found) {
  char *end;
  if (name[0] != 'r' || strlen(name) > 17 || !name[1] || strspn(name + 1, "0123456789abcdefABCDEF") != strlen(name + 1))
    return false;
  *found = (struct perf_name){
      .text = "a raw code of the processor", .unit = "", .type = PERF_TYPE_RAW, .config = strtoull(name + 1, &end, 16)};
  snprintf(found->name, sizeof found->name, "%s", name);
  return true;
}

bool pomp_perf_find(const char *name, struct perf_name *found) {
  for (unsigned i = 0; i < ROWS; i++)
    if (strcmp(name, rows[i].name) == 0 || (rows[i].other && strcmp(name, rows[i].other) == 0))
      return pomp_perf_name_at(i, found);
  return find_raw(name, found);
}

bool pomp_perf_is_hardware(const struct perf_name *p) { return p->type != PERF_TYPE_SOFTWARE; }

bool pomp_perf_has_pmu(void) {
  static const char *const names[] = {"cpu", "cpu_core", "cpu_atom", "armv8_pmuv3_0"};
  char path[128];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    snprintf(path, sizeof path, "/sys/bus/event_source/devices/%s", names[i]);
    if (pomp_sys_access(path, F_OK) == 0)
      return true;
  }
  return false;
}
