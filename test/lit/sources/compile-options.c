// Users ask more of the compiler: sanitizers, coverage, profiles, LTO, versions of OpenMP, dependencies, the
// analyzer, offloading to the host, all warnings as errors.
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %same --regions 4 %s -- -flto -O2
// RUN: %same --no-gcc "a flag is of Clang alone" --regions 4 %s -- -flto=thin -O2 -g
// RUN: %same --regions 4 %s -- -fsanitize=undefined -fno-sanitize-recover
// RUN: %same --regions 4 %s -- -fsanitize=address -g
// RUN: %same --no-gcc "a flag is of Clang alone" --regions 4 %s -- -fopenmp-version=45
// RUN: %same --no-gcc "a flag is of Clang alone" --regions 4 %s -- -fopenmp-version=50
// RUN: %same --no-gcc "a flag is of Clang alone" --regions 4 %s -- -fopenmp-version=51 -Weverything -Werror -Wno-declaration-after-statement -Wno-unsafe-buffer-usage -Wno-disabled-macro-expansion -Wno-switch-default
// RUN: %same --regions 4 %s -- -O3 -ffast-math -fno-omit-frame-pointer -fstack-protector-strong -fPIE -g3 -gz
// RUN: %same --regions 4 %s -- -finput-charset=UTF-8 -fno-common -funsigned-char -fwrapv -trigraphs
// RUN: %same --regions 1 %s -- -fno-openmp -fopenmp-simd
// RUN: %same --regions 1 %s -- -fno-openmp

// Coverage and profiles are made (their lines are those of the rewritten text: docs/rules.md, known limits).
// RUN: %clang -fopenmp -fplugin=%plugin -fprofile-instr-generate -fcoverage-mapping %s -o measured -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env LLVM_PROFILE_FILE=measured.raw POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=%t/x ./measured
// RUN: %clang_bin/llvm-profdata merge measured.raw -o measured.prof
// RUN: %clang_bin/llvm-profdata show --all-functions --counts measured.prof | grep 'Function count: 1'
// RUN: %clang_bin/llvm-cov report ./measured -instr-profile=measured.prof | grep TOTAL

// RUN: %clang -fopenmp -MMD -MP -MF plain.d -c %s -o x.o && %clang -fopenmp -fplugin=%plugin -MMD -MP -MF x.d -c %s -o x.o && diff plain.d x.d
// RUN: %clang -fopenmp -fplugin=%plugin -fsanitize=thread -O1 -c %s -o x.o && %clang_bin/llvm-nm x.o | grep "U __tsan_func_entry"
// RUN: %clang -fopenmp -fplugin=%plugin -ftime-trace=trace.json -c %s -o x.o && grep -q traceEvents trace.json
// RUN: %clang -fopenmp --analyze -Xclang -analyzer-output=text %s > plain.out 2>&1
// RUN: %clang -fopenmp -fplugin=%plugin --analyze -Xclang -analyzer-output=text %s > x.out 2>&1 && diff plain.out x.out
// RUN: %clang -fopenmp -fplugin=%plugin -fopenmp-targets=x86_64-pc-linux-gnu -fsyntax-only %s
#include <stdio.h>

static int sum(const int *a, int n) {
  int s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++)
    s += a[i];
  return s;
}

int main(void) {
  int a[8], s = 0;
#pragma pomp inst begin(r)
#pragma omp parallel num_threads(2)
  {
#pragma omp for
    for (int i = 0; i < 8; i++)
      a[i] = i;
  }
  s = sum(a, 8);
#pragma pomp inst end(r)
  printf("%d line %d\n", s, __LINE__);
  return 0;
}
