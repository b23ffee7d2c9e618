// A profile that was made without the plugin does not fit functions with constructs in them; a line says how to make one that does. One
// that was made with it fits.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{plugin} = -fplugin=%plugin
// RUN: %clang -fopenmp -O2 -fprofile-instr-generate %s -o plain && env LLVM_PROFILE_FILE=plain.raw ./plain && %clang_bin/llvm-profdata merge -o plain.prof plain.raw
// RUN: %clang -fopenmp -O2 -fprofile-instr-use=plain.prof %{plugin} -c %s -o a.o 2>&1 | FileCheck %s
// CHECK: warning: profile data may be out of date
// CHECK-NEXT: note: pompinst: instrumented functions have more calls in them than those of this profile; make it with the plugin as well
// RUN: %pomp_clang -O2 -fprofile-instr-generate %s -o made && env POMP_PROFILE=0 POMP_SUMMARY=0 LLVM_PROFILE_FILE=made.raw ./made && %clang_bin/llvm-profdata merge -o made.prof made.raw
// RUN: %pomp_clang -O2 -Werror -fprofile-instr-use=made.prof -c %s -o b.o 2>&1 | count 0
static int sum;
static int hot(int n) {
  int r = 0;
#pragma omp parallel for reduction(+ : r)
  for (int i = 0; i < n; i++)
    r += i % 3 ? 1 : 2;
#pragma omp critical
  sum += r;
  return r;
}
int main(int count, char **words) {
  (void)words;
  return hot(1000 * count) == 0;
}
