// A metric that POMP_METRICS can't have is named in one line, which says what to do; the rest is measured, and the program's
// output and exit status are its own.
// RUN: %fresh && %program %s -o a
// DEFINE: %{again} = rm -rf e && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_METRICS
//
// RUN: %{again}=nothing,rusage:minflt,rusage:faults,perf:nothing,perf:rxyz,rusage:minflt,,rusage:utime ./a > out 2> err && FileCheck %s --check-prefix=NAMES < err && count 4 < err
// NAMES: {{^}}pomp: POMP_METRICS: nothing is left out: metrics are called PAPI_..., component:::event, perf:NAME or rusage:FIELD; pomp-report --metrics lists those of this machine; the rest is measured{{$}}
// NAMES-NEXT: {{^}}pomp: POMP_METRICS: rusage:faults is left out: getrusage has no such field; it has utime, stime, minflt, majflt, nvcsw, nivcsw, inblock, oublock, maxrss; the rest is measured{{$}}
// NAMES-NEXT: {{^}}pomp: POMP_METRICS: perf:nothing is left out: {{.*}}; the rest is measured{{$}}
// NAMES-NEXT: {{^}}pomp: POMP_METRICS: perf:rxyz is left out: {{.*}}; the rest is measured{{$}}
// RUN: grep -x output out
// RUN: %check e '[m["name"] for m in metrics] == ["rusage:minflt", "rusage:utime"]' 'experiment["settings"]["POMP_METRICS"].startswith("nothing,")' 'visits("region(r)") == 1'
//
// No metric at all can be had: the program runs as without the setting.
// RUN: %{again}=off ./a 2> err > out && count 0 < err && %check e 'metrics == []' 'region("region(r)")["metrics"] == {}'
// RUN: %{again}=0 ./a 2> err > out && count 0 < err && %check e 'metrics == []'
// RUN: %{again}=, ./a 2> err > out && count 0 < err && %check e 'metrics == []'
// RUN: %{again}=nothing ./a 2> err > out && count 1 < err && %check e 'metrics == []' 'visits("region(r)") == 1'
// RUN: %{again}=" rusage:minflt , rusage:utime" ./a 2> err > out && count 0 < err && %check e 'len(metrics) == 2'
//
// The names are too long, too many, or strange.
// RUN: %python %inputs/metric-names.py ./a %pomp_report
//
// A library isn't there: dlopen finds no PAPI.
// RUN: %cc -shared -fPIC -DNO_PAPI %s -o no-papi.so
// RUN: %{again}=PAPI_TOT_CYC,sde:::a::b,rusage:minflt LD_PRELOAD=./no-papi.so ./a 2> err > out && FileCheck %s --check-prefix=LIBRARY < err && count 2 < err
// LIBRARY: pomp: POMP_METRICS: PAPI_TOT_CYC is left out: {{libpapi.so.[0-9.]+ can't be loaded: install PAPI|pompinst was built without PAPI: install libpapi-dev}} (Debian{{.*}}; the rest is measured
// LIBRARY-NEXT: pomp: POMP_METRICS: sde:::a::b is left out: {{.*}}(Debian
// RUN: %check e '[m["name"] for m in metrics] == ["rusage:minflt"]'
// RUN: env LD_PRELOAD=./no-papi.so %pomp_report --metrics > list && FileCheck %s --check-prefix=LIST < list
// LIST: PAPI: PAPI_..., and component:::event
// LIST-NEXT: nothing: {{.*}}(Debian
// LIST: rusage: rusage:FIELD
// LIST-NEXT: rusage:utime CPU time in user space
//
// Every metric that the list has can be had, whatever a component of PAPI lists: each in turn, without a word.
// RUN: %pomp_report --metrics | grep -v "^  nothing:" | sed -n 's/^  \([a-zA-Z][^ ]*\) .*/\1/p' > all && grep -x rusage:maxrss all
// RUN: sh -c 'head -30 all; tail -30 all' | sort -u > names
// RUN: sh -c 'for m in $(cat names); do rm -rf e; POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e POMP_METRICS=$m ./a > out || exit 1; done' 2> err && count 0 < err
// UNSUPPORTED: sanitized
#ifdef NO_PAPI
#define _GNU_SOURCE
#include <dlfcn.h>
#include <string.h>

void *dlopen(const char *name, int flags) {
  void *(*real)(const char *, int) = (void *(*)(const char *, int))dlsym(RTLD_NEXT, "dlopen");
  return name && strstr(name, "papi") ? NULL : real(name, flags);
}
#else
#include "regions.h"
#include <stdio.h>

REGION_AT(r, "region", "r", 1);

int main(int argc, char **argv) {
  (void)argv;
  POMP_Begin(&r);
  puts("output");
  POMP_End(&r);
  return argc - 1;
}
#endif
