// A wrong option is an error that lists the right ones; disable= leaves constructs as they are.
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-foo=1 -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: error: pompinst: unknown option 'foo=1'; allowed: api=WHICH, barriers=HOW, disable=LIST, emit=FILE, filter=FILE, functions=WHICH, notes, parse=HOW, required, skip=FILE:LINE, system-headers, verbose
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-disable=critcal -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=CONSTRUCT
// CONSTRUCT: error: pompinst: unknown construct 'critcal' in disable=; allowed: parallel, for, sections, single, master, critical, atomic, barrier, ordered, loop, scope, task, cancel, teams, target, lock, region, function, sync
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-emit -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: error: pompinst: option 'emit' is written emit=FILE
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-verbose=yes -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=NOVALUE
// NOVALUE: error: pompinst: option 'verbose=yes' is written verbose
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-skip=options.c:0 -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=SKIP
// SKIP: error: pompinst: wrong value 'options.c:0' of skip=; allowed: FILE:LINE, all
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-emit=/nowhere/x.c -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=EMIT
// EMIT: error: pompinst: can't write emit=/nowhere/x.c: No such file or directory
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-api=pomp3 -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=API
// API: error: pompinst: unknown value 'pomp3' of api=; allowed: pomp, pomp2
// RUN: not %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-api=pomp2 -fplugin-arg-pompinst-functions=all -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: pompinst: functions=all and api=pomp2 exclude each other, as POMP2 has no event for functions; leave one out

// RUN: %emit -fplugin-arg-pompinst-disable=critical,atomic %s && sed -n '/# 1 ".*options.c"/,$p' %t.emit | grep -v '^//' | FileCheck %s --check-prefix=SOME --implicit-check-not=POMP_Critical --implicit-check-not=POMP_Atomic
// SOME: # 1 "{{.*}}options.c"
// SOME: __POMP_For_enter
// SOME: __POMP_Single_enter
// RUN: %emit -fplugin-arg-pompinst-disable=sync %s && sed -n '/# 1 ".*options.c"/,$p' %t.emit | grep -v '^//' | FileCheck %s --check-prefix=SYNC --implicit-check-not='POMP_{{Critical|Atomic|Single|Master}}'
// SYNC: __POMP_For_enter
// RUN: %emit -fplugin-arg-pompinst-disable=barrier %s && sed -n '/# 1 ".*options.c"/,$p' %t.emit | grep -v '^//' | FileCheck %s --check-prefix=NOBARRIER --implicit-check-not=POMP_Barrier --implicit-check-not=nowait
// NOBARRIER: __POMP_For_enter
// RUN: %emit -fplugin-arg-pompinst-disable=parallel,for,sections,single,master,critical,atomic,barrier,ordered,lock,region %s && not grep '^[^/]*POMP_[A-Z][a-z]*_[a-z]*(' %t.emit

// RUN: %same %s --
#include <stdio.h>
int main(void) {
  int n = 0;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 3; i++)
#pragma omp critical
      n++;
#pragma omp single
    n++;
#pragma omp master
    n += 0;
#pragma omp atomic
    n += 0;
  }
  printf("%d\n", n);
  return 0;
}
