// The clauses go all the way: what is in the source is in the report, in JSON, in the table that is asked for, and in what
// the trace is converted to; both parts of a `parallel for` have those of the directive.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.c
// RUN: %pomp_clang -O2 -Wall -Werror a.c -o a
// RUN: env OMP_NUM_THREADS=2 POMP_TRACE=1 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --json e > json && %pomp_report --json --from-trace e > from-trace && %python %S/Inputs/clauses.py json from-trace
// RUN: %pomp_report --raw --sort visits --columns visits,region,where,clauses e | FileCheck %s --match-full-lines --check-prefix=TABLE
// TABLE:      {{ *}}visits  region                    where   clauses
// TABLE-DAG: {{ *}}3  parallel for (fork-join)  a.c:[[#LOOP:]]   schedule(static, 4) num_threads(2) reduction(+: s)
// TABLE-DAG: {{ *}}6  barrier (implicit)        a.c:[[#LOOP]]   schedule(static, 4) num_threads(2) reduction(+: s)
// RUN: %pomp_report --constructs --columns visits,region,clauses e | not grep "clauses\|schedule"
// RUN: %build/bin/pomp-convert --to perfetto --output p.json e && %python -c "import json, sys; \
// RUN:   found = {(e['name'], e.get('args', {}).get('clauses')) for e in json.load(open('p.json'))['traceEvents'] if e.get('cat') == 'openmp' and 'name' in e}; \
// RUN:   text = 'schedule(static, 4) num_threads(2) reduction(+: s)'; \
// RUN:   wanted = {('parallel for', text), ('parallel for (fork-join)', text), ('barrier (implicit)', None), ('parallel', None), \
// RUN:             ('critical(x)', 'hint(1)')}; sys.exit(str(wanted - found) if wanted - found else 0)"
// RUN: %build/bin/pomp-convert --to otf2 --output o e && otf2-print -G o/traces.otf2 > otf2
// RUN: FileCheck %s --check-prefix=OTF2 < otf2
// OTF2-DAG: Name: "!$omp parallel @a.c:{{[0-9]+}}" {{.*}} Descr.: "main: parallel for schedule(static, 4) num_threads(2) reduction(+: s)"
// OTF2-DAG: Name: "!$omp parallel @a.c:{{[0-9]+}}" {{.*}} Descr.: "main: parallel"
// OTF2-DAG: Name: "!$omp critical (x) @a.c:{{[0-9]+}}" {{.*}} Descr.: "main: critical hint(1)"
#include <stdio.h>

#define CHUNK 4

int main(void) {
  int s = 0;
  for (int k = 0; k < 3; k++) {
#pragma omp parallel for schedule(static,CHUNK) num_threads( 2 ) reduction(+ : s)
    for (int i = 0; i < 1000; i++)
      s += i;
  }
#pragma omp parallel
  {
#pragma omp critical(x) hint(1)
    s++;
  }
  printf("%d\n", s > 0);
  return 0;
}
