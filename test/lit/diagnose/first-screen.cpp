// The first screen has each finding's title and place whole, in long names the function alone lacks its middle, and with samples it names the
// function in which most of them are; the last line names --samples then.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s a.cpp && %pomp_clang++ -O2 -g a.cpp -o a && env OMP_NUM_THREADS=2 POMP_SUMMARY=0 POMP_SAMPLE=1 POMP_EXPERIMENT_DIR=e ./a
// RUN: %python %root/test/runtime/Inputs/first-screen.py %pomp_report e && env LC_ALL=C.UTF-8 %pomp_report e > out && FileCheck %s < out
// CHECK: {{[0-9]}} %)  serial code
// CHECK-NEXT: main() in main, a.cpp:[[#]]{{.*}}
// CHECK-NEXT: 100 % of its {{[0-9]+}} samples are in a_library::{{.*}}…{{.*}}, a.cpp:[[#]].
// CHECK-NEXT: Make it parallel
// CHECK: ; --samples; page: --html
namespace a_library {
struct with_long_names_of_classes_and_of_functions {
  __attribute__((noinline)) static double make_all_the_cells(volatile double *sink) {
    for (int i = 0; i < 200000000; i++)
      *sink = *sink + i;
    return *sink;
  }
};
} // namespace a_library

int main() {
  volatile double sink = 0;
  double sum = a_library::with_long_names_of_classes_and_of_functions::make_all_the_cells(&sink);
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < 1000; i++)
    sum += i;
  return sum < 0;
}
