// With optimisation none of the functions that are in the prologue is called: not by each event under default(none), and not at
// the end of each function. In a file with a profile they keep out of it, and the profile that was made is the one that is used.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -O2 -c %s -o quick.o && %clang_bin/llvm-objdump -dr quick.o > quick
// RUN: grep -E -c '(jmp|call|bl?).*POMP_(Begin|End|For_enter)' quick && not grep -E '<__pomp_(rd_of|leave|close)' quick
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -O2 -fprofile-generate %s -o made -L%libdir -lpompomp -Wl,-rpath,%libdir
// RUN: env POMP_SUMMARY=0 POMP_EXPERIMENT_DIR=x LLVM_PROFILE_FILE=raw ./made | grep -x 45 && %clang_bin/llvm-profdata merge raw -o prof
// RUN: %clang_bin/llvm-profdata show --all-functions prof | FileCheck %s --implicit-check-not=pomp_
// CHECK: main:
// RUN: %clang -fopenmp -fplugin=%plugin -fplugin-arg-pompinst-functions=all -O2 -fprofile-use=prof -Werror -c %s -o used.o
#include <stdio.h>

__attribute__((noinline)) static int sum(int n) {
  int s = 0;
#pragma omp parallel default(none) shared(n) reduction(+ : s)
  {
#pragma pomp inst begin(part)
#pragma omp for
    for (int i = 0; i < n; i++)
      s += i;
#pragma pomp inst end(part)
  }
  return s;
}

int main(void) {
  printf("%d\n", sum(10));
  return 0;
}
