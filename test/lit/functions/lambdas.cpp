// A construct in a lambda belongs to the lambda's function, also where lambdas are nested or generic, and in one that is called in a
// construct.
// RUN: rm -rf %t && mkdir %t && cd %t && %pomp_clangxx -std=c++17 -O1 -g %s -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=e ./a
// RUN: %pomp_report --csv --columns visits,region,function,where --sort where e | FileCheck %s --implicit-check-not=main,lambdas.cpp:2
// CHECK-DAG: 2,single,main::(lambda),
// CHECK-DAG: 1,critical,main::(lambda)::(lambda),
// CHECK-DAG: 4,atomic,main::(lambda),
// CHECK-DAG: 1,parallel (fork-join),main,
#include <cstdio>
static int n;
int main() {
  auto generic = [](auto by) {
#pragma omp atomic
    n += int(by);
  };
  auto outer = [&] {
    auto inner = [] {
#pragma omp critical
      n++;
    };
#pragma omp single
    inner();
    generic(1);
    generic(2.0);
  };
#pragma omp parallel
  outer();
  std::printf("%d\n", n);
  return 0;
}
