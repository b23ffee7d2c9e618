// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// operators.cpp - has functions whose names have characters that mean something in a filter's patterns.
struct A {
  int n;
  int operator*(int m) const {
    int found = 0;
#pragma omp critical
    found = n * m;
    return found;
  }
};

int main() {
  A a{1};
  int sum = 0;
  for (int i = 0; i < 5000; i++)
    sum += a * i;
  return sum == 12497500 ? 0 : 1;
}
