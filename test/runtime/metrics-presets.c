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
#define _GNU_SOURCE
#include <dlfcn.h>
#include <papi.h>
#include <stdlib.h>
#include <string.h>

enum { CYCLES = (int)(PAPI_PRESET_MASK | 1), MISSES = (int)(PAPI_PRESET_MASK | 2), GOOD = (int)(PAPI_NATIVE_MASK | 1) };

void *dlopen(const char *name, int flags) {
  void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  return real(name && strstr(name, "papi") ? "./presets.so" : name, flags & ~RTLD_DEEPBIND);
}

int PAPI_library_init(int version) { return version; }
int PAPI_thread_init(unsigned long (*id)(void)) { return id ? PAPI_OK : PAPI_EINVAL; }
int PAPI_register_thread(void) { return PAPI_OK; }
int PAPI_unregister_thread(void) { return PAPI_OK; }
int PAPI_create_eventset(int *set) { return *set = 1, PAPI_OK; }
int PAPI_assign_eventset_component(int set, int component) { return (void)set, (void)component, PAPI_OK; }
int PAPI_set_multiplex(int set) { return (void)set, PAPI_OK; }
int PAPI_multiplex_init(void) { return PAPI_OK; }
int PAPI_add_event(int set, int code) { return (void)set, getenv("OFF") ? PAPI_ECMP : code == MISSES ? PAPI_ENOEVNT : PAPI_OK; }
int PAPI_start(int set) { return (void)set, PAPI_OK; }
int PAPI_read(int set, long long *values) { return (void)set, values[0] = values[1] = 1, PAPI_OK; }
int PAPI_stop(int set, long long *values) { return (void)set, (void)values, PAPI_OK; }
int PAPI_cleanup_eventset(int set) { return (void)set, PAPI_OK; }
int PAPI_destroy_eventset(int *set) { return *set = PAPI_NULL, PAPI_OK; }
int PAPI_event_name_to_code(const char *name, int *code) {
  *code = strcmp(name, "PAPI_TOT_CYC") == 0  ? CYCLES
          : strcmp(name, "PAPI_L3_TCM") == 0 ? MISSES
          : strcmp(name, "perf::good") == 0  ? GOOD
                                             : 0;
  return *code ? PAPI_OK : strncmp(name, "PAPI_", 5) == 0 ? PAPI_ENOSUPP : PAPI_ENOEVNT;
}
int PAPI_event_code_to_name(int code, char *name) { return (void)code, *name = 0, PAPI_OK; }
int PAPI_get_event_info(int code, PAPI_event_info_t *info) { return (void)code, memset(info, 0, sizeof *info), PAPI_OK; }
int PAPI_get_event_component(int code) { return (void)code, 0; }
const PAPI_component_info_t *PAPI_get_component_info(int component) {
  static PAPI_component_info_t c = {.name = "perf_event", .short_name = "perf", .disabled_reason = "it is switched off"};
  c.disabled = getenv("OFF") ? PAPI_ECMP : 0;
  return component == 0 ? &c : NULL;
}
int PAPI_num_components(void) { return 1; }
int PAPI_enum_event(int *code, int modifier) { return (void)code, (void)modifier, PAPI_ENOEVNT; }
int PAPI_enum_cmp_event(int *code, int modifier, int component) { return (void)code, (void)modifier, (void)component, PAPI_ENOEVNT; }
char *PAPI_strerror(int error) {
  static char text[] = "an error";
  return (void)error, text;
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
