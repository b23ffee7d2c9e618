// A function gets a guard, which is the first declaration of the body; code that must come before all declarations stays first.
// RUN: %emit -fplugin-arg-pompinst-functions=all %s && %check
// RUN: %same --both --gcc --functions simple=1,contracts=1,labels=1,main=1 %s -- -Wall -Wextra -pedantic -fplugin-arg-pompinst-functions=all
// It does so without OpenMP as well; disable= leaves functions alone.
// RUN: %same --both --functions simple=1,contracts=1,labels=1,main=1 %s -- -fno-openmp -fplugin-arg-pompinst-functions=all
// RUN: %emit -fplugin-arg-pompinst-functions=all -fplugin-arg-pompinst-disable=function %s && not grep "__pomp_function_[0-9]" %t.emit
#include <stdio.h>

// CHECK:      static int simple(int n) {
// CHECK-NEXT: # [[#@LINE+4]] "{{.*}}function.c" 3
// CHECK-NEXT: struct __ompregdescr *__pomp_function_[[#]] __attribute__((__cleanup__(__pomp_leave), __unused__)) = (__POMP_Begin(__pomp_rd([[#]])), __pomp_rd([[#]]));
// CHECK-NEXT: # [[#@LINE+3]] "{{.*}}function.c"
// CHECK-NEXT:   int m;
static int simple(int n) {
  int m;
  for (m = 0; n > 0; n /= 2)
    m++;
  return m;
}

// CHECK:      #pragma STDC FP_CONTRACT OFF
// CHECK-NEXT: # [[#]] "{{.*}}function.c" 3
// CHECK-NEXT: struct __ompregdescr *__pomp_function_
static double contracts(double a, double b, double c) {
#pragma STDC FP_CONTRACT OFF
  double r = 0;
  for (; a > 1; a /= 2)
    r += a * b + c;
  return r;
}

// CHECK:      __label__ up;
// CHECK-NEXT: # [[#]] "{{.*}}function.c" 3
// CHECK-NEXT: struct __ompregdescr *__pomp_function_
static int labels(int n) {
  __label__ up;
up:
  if (n < 100) {
    n *= 2;
    goto up;
  }
  return n;
}

// CHECK:      int main(void) {
// CHECK-NEXT: # [[#]] "{{.*}}function.c" 3
// CHECK-NEXT: struct __ompregdescr *__pomp_function_
int main(void) {
  printf("%d %g %d\n", simple(100), contracts(10, 2, 3), labels(3));
  return 0;
}
