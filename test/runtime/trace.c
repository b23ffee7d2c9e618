// Traces stay readable when their memory is used up. That the profile follows from a trace, number for number, is
// checked here for a trace in one piece, and for every other test when they run with --param trace=1.
// RUN: %fresh && %program %s -o a && env POMP_TRACE=1 POMP_EXPERIMENT_DIR=e POMP_SUMMARY=0 ./a 2> err && count 0 < err
// RUN: %check e 'visits("for") == 400000' 'visits("barrier (implicit)") == 400000' 'len(locations) == 3'
// It takes at most 12 bytes an enter and its exit, with all that goes with it.
// RUN: %python -c 'import os; assert os.path.getsize("e/trace.pomp") < 800000 * 12'
//
// It stops: a line says so, the profile goes on, and everything that was traced is readable.
// RUN: env POMP_TRACE=1 POMP_TRACE_MEMORY=1M POMP_EXPERIMENT_DIR=stop POMP_SUMMARY=0 ./a 2> err && FileCheck %s --check-prefix=STOP < err
// STOP: {{^}}pomp: POMP_TRACE_MEMORY (1048576 bytes) is used up: the trace ends here, the profile goes on; see POMP_TRACE_MODE=flush and ring{{$}}
// RUN: count 1 < err && %pomp_report --json stop > all && %pomp_report --json --from-trace stop > part 2> err && FileCheck %s --check-prefix=ENDS < err && count 1 < err
// ENDS: {{^}}pomp-report: stop/trace.pomp: the trace ends at {{[0-9]+\.[0-9][0-9][0-9]}} s: POMP_TRACE_MEMORY was used up{{$}}
// RUN: %python %inputs/trace-part.py all part 0.05 0.6 && %python -c 'import os; assert os.path.getsize("stop/trace.pomp") <= 1 << 20 | 4096'
//
// It is written through: nothing is lost. (The emulator has no such mapping: see test/run/emulated.py.)
// RUN: %if !emulated %{ env POMP_TRACE=1 POMP_TRACE_MEMORY=1M POMP_TRACE_MODE=flush POMP_EXPERIMENT_DIR=flush POMP_SUMMARY=0 ./a 2> err && count 0 < err %}
// RUN: %if !emulated %{ %check flush 'visits("for") == 400000' %}
// RUN: %if !emulated %{ %python -c 'import struct; h = open("flush/trace.pomp", "rb").read(128); assert struct.unpack_from("Q", h, 96)[0] > 1 << 20, h' %}
//
// It keeps the end.
// RUN: env POMP_TRACE=1 POMP_TRACE_MEMORY=1M POMP_TRACE_MODE=ring POMP_EXPERIMENT_DIR=ring POMP_SUMMARY=0 ./a 2> err && count 0 < err
// RUN: %pomp_report --json ring > all && %pomp_report --json --from-trace ring > part 2> err && FileCheck %s --check-prefix=AGAIN < err && count 1 < err
// AGAIN: {{^}}pomp-report: ring/trace.pomp: {{[1-9][0-9]*}} of the trace's chunks were used again (ring): it is complete from {{[0-9]+\.[0-9][0-9][0-9]}} s on{{$}}
// RUN: %python %inputs/trace-part.py all part 0.05 0.6 && %python -c 'import os; assert os.path.getsize("ring/trace.pomp") <= 1 << 20 | 4096'
//
// The summary says so, too.
// RUN: env POMP_TRACE=1 POMP_TRACE_MEMORY=1M POMP_EXPERIMENT_DIR=stop2 ./a 2> err && grep "^pomp: only the first [0-9.]* s were traced$" err
// RUN: env POMP_TRACE=1 POMP_TRACE_MEMORY=1M POMP_TRACE_MODE=ring POMP_EXPERIMENT_DIR=ring2 ./a 2> err && grep "^pomp: of the trace, only the last 1024 KiB were kept$" err
// RUN: env POMP_TRACE=1 POMP_TRACE_MODE=ring POMP_EXPERIMENT_DIR=whole ./a 2> err && not grep "trace" err
//
// The trace is missing; it is another run's; it is cut off.
// RUN: env POMP_TRACE=0 POMP_EXPERIMENT_DIR=without POMP_SUMMARY=0 ./a && not %pomp_report --all --from-trace without 2> err && FileCheck %s --check-prefix=NONE < err && count 1 < err
// NONE: pomp-report: without/trace.pomp: there is no trace: POMP_TRACE=1 records one
// RUN: cp e/trace.pomp without && not %pomp_report --all --from-trace without 2> err && FileCheck %s --check-prefix=OTHER < err && count 1 < err
// OTHER: pomp-report: without/trace.pomp: the trace is not of the same run as the profile
// RUN: truncate -s 100000 e/trace.pomp && %pomp_report --all --from-trace e > out 2> err && FileCheck %s --check-prefix=CUT < err && count 1 < err
// CUT: pomp-report: e/trace.pomp: damaged: of 2 chunks of the trace 0 are not sound, or not to their end; {{[0-9]+}} more are not there; the rest is given
// RUN: echo text > e/trace.pomp && not %pomp_report --all --from-trace e 2> err && FileCheck %s --check-prefix=SHORT < err && count 1 < err
// SHORT: pomp-report: e/trace.pomp: too short for a pompinst trace
#include "loops.h"

int main(void) {
  loops();
  return 0;
}
