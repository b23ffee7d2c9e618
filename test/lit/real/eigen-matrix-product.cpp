// eigen-matrix-product.cpp - runs Eigen's matrix product on several threads: OpenMP in headers that the user names with -I or
// -isystem, expression templates.
//
// REQUIRES: eigen
// RUN: %clangxx -O1 -fopenmp -I /usr/include/eigen3 %s -o %t.plain
// RUN: env OMP_NUM_THREADS=3 %t.plain > %t.plain.out
// RUN: FileCheck %s --check-prefix=RESULT --input-file=%t.plain.out
//
// Eigen is a user header:
// RUN: %pomp_clangxx -O1 -I /usr/include/eigen3 %s -o %t.user 2>&1 | count 0
// RUN: rm -rf %t.user.experiment
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=%t.user.experiment %t.user > %t.user.out 2> %t.user.err
// RUN: diff %t.plain.out %t.user.out
// RUN: %pomp_report --json %t.user.experiment > %t.user.json
// RUN: %python %S/Inputs/regions-are-real.py %t.user.json Eigen/src/Core/products/Parallelizer.h
//
// Eigen is a system header, with the option that includes those:
// RUN: %pomp_clangxx --pomp-system-headers -O1 -isystem /usr/include/eigen3 %s -o %t.system 2>&1 | count 0
// RUN: rm -rf %t.system.experiment
// RUN: env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=%t.system.experiment %t.system > %t.system.out 2> %t.system.err
// RUN: diff %t.plain.out %t.system.out
// RUN: %pomp_report --json %t.system.experiment > %t.system.json
// RUN: %python %S/Inputs/regions-are-real.py %t.system.json Eigen/src/Core/products/Parallelizer.h
#include <Eigen/Dense>
#include <cstdio>

int main() {
  // The numbers are small and whole: sums are exact, in whatever order the threads form them.
  const int size = 300;
  Eigen::MatrixXd a(size, size), b(size, size);
  for (int i = 0; i < size; ++i)
    for (int j = 0; j < size; ++j) {
      a(i, j) = (i * 7 + j * 3) % 11 - 5;
      b(i, j) = (i * 5 + j * 13) % 17 - 8;
    }
  Eigen::MatrixXd c = a * b;
  double expected = 0;
  for (int k = 0; k < size; ++k)
    expected += a(123, k) * b(k, 45);
  std::printf("threads %d\n", Eigen::nbThreads());
  std::printf("product %.0f, by hand %.0f, sum of all %.0f\n", c(123, 45), expected, c.sum());
  return c(123, 45) != expected;
}
// RESULT: threads 3
// RESULT: product [[P:-?[0-9]+]], by hand [[P]], sum of all {{-?[1-9]}}
