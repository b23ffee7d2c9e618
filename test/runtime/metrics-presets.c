// On a machine with counters, a preset that PAPI knows and the processor lacks is told apart from an event that is not there. This is a
// PAPI of such a machine: it has PAPI_TOT_CYC and perf::good, and knows PAPI_L3_TCM.
// REQUIRES: papi
// RUN: %fresh && %program %s -o a && %cc -shared -fPIC -DPRESETS %s -o presets.so
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e LD_PRELOAD=./presets.so POMP_METRICS=PAPI_TOT_CYC,PAPI_L3_TCM,PAPI_NOTHING,perf::good,perf::nothing,other:::x ./a 2> err && FileCheck %s < err && count 4 < err
// CHECK: {{^}}pomp: POMP_METRICS: PAPI_L3_TCM is left out: PAPI knows it, and this machine can't count it; pomp-report --metrics lists what it can; the rest is measured{{$}}
// CHECK-NEXT: {{^}}pomp: POMP_METRICS: PAPI_NOTHING is left out: there is no such event; pomp-report --metrics lists those of this machine; the rest is measured{{$}}
// CHECK-NEXT: {{^}}pomp: POMP_METRICS: perf::nothing is left out: there is no such event; pomp-report --metrics lists those of this machine; the rest is measured{{$}}
// CHECK-NEXT: {{^}}pomp: POMP_METRICS: other:::x is left out: this PAPI has no component of that name; pomp-report --metrics lists them; the rest is measured{{$}}
// RUN: %check e '[m["name"] for m in metrics] == ["PAPI_TOT_CYC", "perf::good"]'
//
// PAPI knows the names of presets also where its component for them is off.
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=off OFF=1 LD_PRELOAD=./presets.so POMP_METRICS=PAPI_TOT_CYC,PAPI_NOTHING ./a 2> err && FileCheck %s --check-prefix=OFF < err && count 2 < err
// OFF: {{^}}pomp: POMP_METRICS: PAPI_TOT_CYC is left out: PAPI's component perf_event is off: it is switched off; the rest is measured{{$}}
// OFF-NEXT: {{^}}pomp: POMP_METRICS: PAPI_NOTHING is left out: there is no such event; pomp-report --metrics lists those of this machine; the rest is measured{{$}}
// UNSUPPORTED: sanitized
#ifdef PRESETS
#define FAKE "./presets.so"
#include "fake_papi.h"
#include <stdlib.h>

enum { CYCLES = (int)(PAPI_PRESET_MASK | 1), MISSES = (int)(PAPI_PRESET_MASK | 2), GOOD = (int)(PAPI_NATIVE_MASK | 1) };

int PAPI_add_event(int set, int code) { return (void)set, getenv("OFF") ? PAPI_ECMP : code == MISSES ? PAPI_ENOEVNT : PAPI_OK; }
int PAPI_read(int set, long long *values) { return (void)set, values[0] = values[1] = 1, PAPI_OK; }
int PAPI_event_name_to_code(const char *name, int *code) {
  *code = strcmp(name, "PAPI_TOT_CYC") == 0  ? CYCLES
          : strcmp(name, "PAPI_L3_TCM") == 0 ? MISSES
          : strcmp(name, "perf::good") == 0  ? GOOD
                                             : 0;
  return *code ? PAPI_OK : strncmp(name, "PAPI_", 5) == 0 ? PAPI_ENOSUPP : PAPI_ENOEVNT;
}
int PAPI_get_event_info(int code, PAPI_event_info_t *info) { return (void)code, memset(info, 0, sizeof *info), PAPI_OK; }
int PAPI_get_event_component(int code) { return (void)code, 0; }
const PAPI_component_info_t *PAPI_get_component_info(int component) {
  static PAPI_component_info_t c = {.name = "perf_event", .short_name = "perf", .disabled_reason = "it is switched off"};
  c.disabled = getenv("OFF") ? PAPI_ECMP : 0;
  return component == 0 ? &c : NULL;
}
#else
#include "regions.h"

REGION_AT(r, "region", "r", 1);

int main(void) {
  POMP_Begin(&r);
  POMP_End(&r);
  return 0;
}
#endif
