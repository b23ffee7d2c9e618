// In OTF2, a phase is a dynamic region as Score-P has it: each enter is followed by the parameter `instance`, the number of the visit;
// also in a trace that lacks the first visits. On each thread, visits are numbered as the profile has them.
// REQUIRES: otf2
// RUN: %fresh && %clocked %S/phases.c -o a && env POMP_TRACE=1 POMP_PHASES=step POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a && %pomp_convert e --to otf2
// RUN: otf2-print -G e/otf2/traces.otf2 | FileCheck %s --check-prefix=DEFS
// DEFS-DAG: REGION {{.*}}Name: "step"{{.*}}Flags: {DYNAMIC}
// DEFS-DAG: PARAMETER {{.*}}Name: "instance"{{.*}}INT64
// RUN: otf2-print e/otf2/traces.otf2 | FileCheck %s
// CHECK: ENTER {{.*}}Region: "step"
// CHECK-NEXT: PARAMETER_INT64 {{.*}}Parameter: "instance" {{.*}}Value: 1
// CHECK: PARAMETER_INT64 {{.*}}Parameter: "instance" {{.*}}Value: 20
// CHECK-NOT: PARAMETER
// RUN: env POMP_TRACE=1 POMP_TRACE_SELECT=step:5-6 POMP_PHASES=step POMP_EXPERIMENT_DIR=s POMP_SUMMARY=0 ./a && %pomp_convert s --to otf2
// RUN: otf2-print s/otf2/traces.otf2 | grep PARAMETER | grep -o "Value: .*" > values && printf 'Value: 5\nValue: 6\n' | diff - values
// RUN: env POMP_TRACE=1 POMP_PHASES=step POMP_EXPERIMENT_DIR=m POMP_SUMMARY=0 ./a members && %pomp_convert m --to otf2
// RUN: otf2-print m/otf2/traces.otf2 | grep -o "PARAMETER.*Value: .*" | grep -c "Value: [1-5]$" | grep -x 10
// In Perfetto's format it is an argument, beside those that there are.
// RUN: %pomp_convert s --to perfetto && grep -o '"name":"region(step)","cat":"user","args":{"source":"[^}]*}' s/trace.json > visits && grep -c visit visits | grep -x 2
// RUN: grep -q '"visit":5}' visits && grep -q '"visit":6}' visits && %python -c 'import json; json.load(open("s/trace.json"))'
int unused;
