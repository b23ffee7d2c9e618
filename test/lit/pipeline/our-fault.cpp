// If the rewritten text does not compile though the user's does, the compile is done again without the construct at
// fault, and a warning says so; an error of the user's own is just that, also if it shows only when a template is
// instantiated. The macro here stands for a fault of ours.
// RUN: %clangxx -Wall -fopenmp -fplugin=%plugin %s -L%libdir -lpompomp -Wl,-rpath,%libdir -o %t 2>&1 | FileCheck %s --check-prefixes=WARN --implicit-check-not='{{warning|error}}:'
// WARN: our-fault.cpp:38:1: warning: pompinst: 'critical' is left alone, as its instrumented text does not compile (use of undeclared identifier 'no_such_function'); the fault is pompinst's: report it, and silence this with -fplugin-arg-pompinst-skip={{.*}}our-fault.cpp:38
// WARN: our-fault.cpp:40:1: warning: pompinst: 'critical' is left alone
// RUN: rm -rf %t.x && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t.x %t
// RUN: %pomp_report --all %t.x | FileCheck %s --check-prefix=REPORT --implicit-check-not=critical
// REPORT: parallel (fork-join)

// The options that the warnings name silence them; each object and each -MD file is what one compile makes.
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: %clangxx -Wall -Werror -fopenmp -fplugin=%plugin -c %s -o named.o -fplugin-arg-pompinst-skip=pipeline/our-fault.cpp:38 -fplugin-arg-pompinst-skip=our-fault.cpp:40 2>&1 | count 0
// RUN: %clangxx -Wall -fopenmp -fplugin=%plugin -c %s -MD 2> log && ls | FileCheck %s --check-prefix=FILES
// FILES: log
// FILES-NEXT: named.o
// FILES-NEXT: our-fault.d
// FILES-NEXT: our-fault.o
// FILES-NOT: {{.}}

// If no construct can be blamed, all are left alone; if the compile can't be done again, its errors are shown.
// RUN: %clangxx -D__pomp_rd_list=} -fopenmp -fplugin=%plugin -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=ALL
// ALL: warning: pompinst: every construct of this file is left alone, as its instrumented text does not compile ({{.*}}); the fault is pompinst's: report it, and silence this with -fplugin-arg-pompinst-skip=all
// RUN: not %clangxx -fopenmp -fplugin=%plugin -fsyntax-only -x c++ - < %s 2>&1 | FileCheck %s --check-prefix=PIPE
// PIPE: error: use of undeclared identifier 'no_such_function'
// PIPE: error: pompinst: this file compiles without the plugin: the fault is pompinst's, at the constructs of the errors above; leave them alone with -fplugin-arg-pompinst-skip=FILE:LINE, and report it

// RUN: not %clangxx -DUSER -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-disable=critical -fsyntax-only %s > %t.log 2>&1
// RUN: FileCheck %s --check-prefix=USER --input-file=%t.log && not grep pompinst: %t.log
// USER: error: no member named 'missing' in 'Empty'
// USER: note: in instantiation of function template specialization 'get<Empty>' requested here
struct Empty {}; /* omp: the analysis begins before it */
#define __POMP_Critical_enter(x) no_such_function(x)
int main() {
  int n = 0;
#pragma omp parallel num_threads(2)
  {
#pragma omp critical
    n++;
#pragma omp critical
    n++;
  }
  return n != 4;
}
template <typename T> int get(T t) {
  int n = 0;
#pragma omp parallel
  n = t.missing;
  return n;
}
#ifdef USER
int use = get(Empty());
#endif
