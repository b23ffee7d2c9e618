// Code is offloaded: that for the device is the same with and without the plugin, and the host knows its entry points by the
// same names. A function that is called there is measured on the host alone.
// REQUIRES: x86_64
// RUN: %clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu --offload-device-only -S -emit-llvm %s -o %t.device.ll
// RUN: %clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fplugin=%plugin --offload-device-only -S -emit-llvm %s -o %t.device2.ll
// RUN: diff %t.device.ll %t.device2.ll
// RUN: %clang -fopenmp -fopenmp-targets=x86_64-pc-linux-gnu -fplugin=%plugin --offload-host-only -S -emit-llvm %s -o %t.host.ll
// RUN: cat %t.device.ll %t.host.ll | FileCheck %s
#include <stdio.h>

int called(int i) {
#pragma omp critical
  i++;
  return i;
}

#pragma omp begin declare target
int declared(int i) {
#pragma omp critical
  i++;
  return i;
}
#pragma omp end declare target

int main(void) {
  int s = 0;
#pragma omp target map(tofrom : s)
  {
#pragma omp parallel num_threads(1)
    s = called(s) + declared(s);
  }
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < 4; i++)
    s += called(i);
  printf("%d\n", s);
  return 0;
}
// This is for the device:
// CHECK:     define {{.*}} @__omp_offloading_[[ENTRY:[0-9a-z_]+_main_l27]]
// CHECK-NOT: POMP
// This is for the host:
// CHECK:     @.{{(omp_)?}}offloading.entry_name = {{.*}} c"__omp_offloading_[[ENTRY]]\00"
// CHECK:     define {{.*}} @called(
// CHECK:     call void @POMP_Critical_enter
// CHECK:     define {{.*}} @declared(
// CHECK-NOT: POMP
// CHECK:     define {{.*}} @main(
// CHECK:     call void @POMP_Target_enter
// CHECK:     define {{.*}} @__omp_offloading_[[ENTRY]]
// CHECK-NOT: POMP
// CHECK:     define
