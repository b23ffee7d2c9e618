// In a run of 20 days the clock's rate changes by 100 millionths against CLOCK_MONOTONIC, and counters of 32 and 48 bits begin again.
// Intervals and visits of a phase add up to the run, no figure is negative, and each time is off by no more than `clock.error` says.
// REQUIRES: papi
// UNSUPPORTED: sanitized
// RUN: %fresh && %clocked -rdynamic %s -o a && %cc -shared -fPIC -DPAPI %s -o fake.so && %python %inputs/drift.py %pomp_report
#ifdef PAPI
#define FAKE "./fake.so"
#include "fake_papi.h"

int PAPI_event_name_to_code(const char *name, int *code) {
  *code = (int)PAPI_NATIVE_MASK | (strcmp(name, "other:::short") != 0);
  return PAPI_OK;
}
int PAPI_add_event(int set, int code) { return (void)set, (void)code, PAPI_OK; }
int PAPI_get_event_info(int code, PAPI_event_info_t *info) { return (void)code, memset(info, 0, sizeof *info), PAPI_OK; }
int PAPI_get_event_component(int code) { return (void)code, 1; }
const PAPI_component_info_t *PAPI_get_component_info(int component) {
  static PAPI_component_info_t c = {.name = "other", .short_name = "other"};
  return (void)component, &c;
}
int PAPI_read(int set, long long *values) {
  static const unsigned long long *counter;
  if (!counter)
    counter = dlsym(RTLD_DEFAULT, "counter");
  values[0] = (long long)(*counter % (1ull << 32));
  values[1] = (long long)(*counter * 20000 % (1ull << 48));
  return (void)set, PAPI_OK;
}
#else
#include "regions.h"
#include "test_clock.h"

REGION_AT(step, "region", "step", 1);
REGION(par, "parallel", 2);

enum { HOURS = 20 * 24 };
#define HOUR (3600000 * CLOCK_MS)

__attribute__((visibility("default"))) unsigned long long counter = 5000;

/* By hours, the clock is as many ns behind as drift.py says. */
static uint64_t behind(uint64_t tick) {
  const double part = (double)tick / ((double)HOURS * HOUR);
  return tick + (uint64_t)((part * part - part + 1) * 50e-6 * HOURS * HOUR);
}
uint64_t (*__pomp_steady)(uint64_t) = behind;

int main(void) {
  static struct clock_meeting end;
  clock_start();
  for (int i = 0; i < HOURS; i++) {
    POMP_Begin(&step);
    POMP_Parallel_fork(&par);
#pragma omp parallel num_threads(2)
    {
      POMP_Parallel_begin(&par);
      clock_work(omp_get_thread_num() ? HOUR : HOUR / 2);
      POMP_Parallel_end(&par);
      clock_meet(&end, (size_t)i);
    }
    clock_met();
    counter += 1000000000 + (unsigned)i;
    POMP_Parallel_join(&par);
    POMP_End(&step);
  }
  return 0;
}
#endif
