/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each thread adds what it finds to one vector, under a std::mutex. The fix has a vector for each. */
#include "work.h"
#include <mutex>
#include <vector>

#ifndef FIXED
static std::vector<int> found;
static std::mutex guard;
#endif

int main(int argc, char **argv) {
  int n = given(argc, argv, 6000000);
  size_t count = 0;
#pragma omp parallel reduction(+ : count)
  {
#ifdef FIXED
    std::vector<int> found;
#endif
#pragma omp for // the fault
    for (int i = 0; i < n; i++)
      if (compute(5, i) > 0) {
#ifndef FIXED
        std::lock_guard<std::mutex> held(guard); // the fault
#endif
        found.push_back(i);
        count++;
      }
  }
  printf("%zu\n", count);
  return 0;
}
