// Constructs that look alike are apart, in whatever shows them: a pragma in a file that is included in front of each loop is where the loop
// is; several in one line have their column, several that a macro makes have a number, and those of a file that is included several times
// have where that is. Others have their file and line alone.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %S/Inputs/places* . && cp %s places.c && %pomp_clang -O1 places.c -o a
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --csv --raw --columns visits,region,where --sort where e > table && FileCheck %s --input-file table
// RUN: %pomp_report --json e > json && %python %S/Inputs/places.py e %build/bin/pomp-convert < json
// RUN: sed '/COUNT(1)/s/COUNT/     COUNT/g; s/^int main/\n&/' %s > places.c && %pomp_clang -O1 places.c -o b
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=f ./b && %pomp_report --diff e f --csv --columns visits_a,visits_b,was > moved
// RUN: %python -c 'import csv; rows = list(csv.DictReader(open("moved"))); print(rows); assert len(rows) > 20; \
// RUN:   assert all(r["visits_a"] == r["visits_b"] for r in rows)'
// RUN: %pomp_clang -E %s -I. -o p.i && %pomp_clang -O1 p.i -o c && env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=p ./c
// RUN: %pomp_report --csv --raw --columns visits,region,where --sort where p | FileCheck %s --check-prefix PREPROCESSED
#include <stdio.h>

static int s;
#define COUNT(n)                                                                                                                           \
  for (int i = 0; i < (n); i++)                                                                                                            \
  _Pragma("omp critical")
#define TWO(n, m) COUNT(n) s++; COUNT(m) s++

int main(void) {
  COUNT(1) s++; COUNT(2) s++;
  // CHECK-DAG: {{^}}1,critical (block),places.c:[[#@LINE-1]]:3
  // CHECK-DAG: {{^}}2,critical (block),places.c:[[#@LINE-2]]:17
  // PREPROCESSED-DAG: {{^}}2,critical (block),{{.*}}/places.c:[[#@LINE-3]]#2
  TWO(3, 4);
  // CHECK-DAG: {{^}}3,critical (block),places.c:[[#@LINE-1]]#1
  // CHECK-DAG: {{^}}4,critical (block),places.c:[[#@LINE-2]]#2
  COUNT(5) s++;
  // CHECK-DAG: {{^}}5,critical (block),places.c:[[#@LINE-1]]{{$}}
#define N 6
#include "places.inc"
  // CHECK-DAG: {{^}}6,critical (block),./places.inc:1 < places.c:[[#@LINE-1]]
#define N 7
#include "places-outer.inc"
  // CHECK-DAG: {{^}}7,critical (block),./places.inc:1 < ./places-outer.inc:1 < places.c:[[#@LINE-1]]
  // PREPROCESSED-DAG: {{^}}7,critical (block),./places.inc:1 < ./places-outer.inc:1 < {{.*}}/places.c:[[#@LINE-2]]
  int i, j;
#define PRIVATE i, j
#include "places.h"
  for (i = 0; i < 8; i++)
    j = i;
  // CHECK-DAG: {{^}}1,parallel for,places.c:[[#@LINE-2]]
#define PRIVATE i
#include "places.h"
  for (i = 0; i < 9; i++)
    ;
  // CHECK-DAG: {{^}}1,parallel for,places.c:[[#@LINE-2]]
  // PREPROCESSED-DAG: {{^}}1,parallel for,{{.*}}/places.c:[[#@LINE-3]]
  printf("%d\n", s);
  return 0;
}
