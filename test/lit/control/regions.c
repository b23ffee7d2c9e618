// User regions and controls are written in both spellings, and control that leaves a region closes it.
// RUN: %emit %s && %check
// RUN: %clang -fopenmp -fplugin=%plugin %s -o %t -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: rm -rf %t.x && env POMP_EXPERIMENT_DIR=%t.x POMP_SUMMARY=0 %t && %pomp_report --json %t.x > %t.json
// RUN: %python %S/Inputs/balanced.py %t.json plain=1 left=6 inner=11 both=4
// Two regions with one name that begin one after the other are two rows.
// RUN: %pomp_report --csv --columns visits,region,where %t.x | grep -c "^2,region(both),.*regions.c:" | grep -x 2
#include <stdio.h>

#ifndef _POMP
#error "_POMP is not defined"
#endif
#if _POMP != 200110
#error "_POMP is not the version of the interface"
#endif

// CHECK: {"region", "plain", 0, "{{.*}}regions.c",
static int left(int n) {
// CHECK-LABEL: static int left
// CHECK:      struct __ompregdescr *__pomp_open_[[#R:]] __attribute__((__cleanup__(__pomp_close))) = 0;
// CHECK:      __pomp_open_[[#R]] = __pomp_rd_of([[#R]]); __POMP_Begin(__pomp_rd_of([[#R]]));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: if (n == 0)
#pragma pomp inst begin(left)
  if (n == 0)
    return 10;
  if (n == 1) {
// CHECK: __pomp_close(&__pomp_open_[[#R]]);
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: return 20;
#pragma pomp inst altend(left)
    return 20;
  }
  if (n == 2)
    goto out;
  for (int i = 0; i < 4; i++) {
#pragma pomp inst begin(inner)
    if (i == 1)
      continue;
    if (n == 3 && i == 2)
      break;
#pragma pomp inst end(inner)
  }
#pragma pomp inst end(left)
out:
  return n;
}

int main(void) {
  int s = 0;
// CHECK-LABEL: int main
// CHECK: __POMP_Init();
#pragma pomp inst init
// The end is the only way out: there are just the two calls.
// CHECK:      __POMP_Begin(__pomp_rd_of([[#P:]]));
// CHECK-NEXT: # [[#]]
// CHECK-NEXT: for (int i = 0; i < 6; i++)
#pragma omp inst begin(plain)
  for (int i = 0; i < 6; i++)
    s += left(i);
// CHECK:      __POMP_End(__pomp_rd_of([[#P]]));
#pragma omp inst end(plain)
// These are in an OpenMP construct; regions begin and end together.
#pragma omp parallel num_threads(2)
  {
#pragma pomp inst begin(both)
#pragma pomp inst begin(both)
#pragma omp atomic
    s++;
// CHECK: __POMP_Begin(__pomp_rd_of([[#B:]])); __POMP_Begin(__pomp_rd_of([[#C:]]));
// CHECK: __POMP_End(__pomp_rd_of([[#C]])); __POMP_End(__pomp_rd_of([[#B]]));
#pragma pomp inst end(both)
#pragma pomp inst end(both)
  }
// CHECK: __POMP_Off();
#pragma pomp inst off
#pragma omp inst begin(plain)
  s++;
#pragma omp inst end(plain)
// CHECK: __POMP_On();
#pragma pomp inst on
// CHECK: __POMP_Finalize();
#pragma omp inst finalize
  printf("%d\n", s);
  return 0;
}
