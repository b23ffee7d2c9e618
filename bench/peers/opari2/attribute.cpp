// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// attribute.cpp - a loop whose directive is an attribute, as OpenMP 5.1 has it.
#include <cstdio>

int main() {
  int sum = 0;
  [[omp::directive(parallel for reduction(+ : sum))]] for (int i = 0; i < 100; i++)
    sum += i;
  std::printf("%d\n", sum);
}
