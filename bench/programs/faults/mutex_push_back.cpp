/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each thread adds what it finds to one vector, under a std::mutex. The fix has a vector for each. */
#include "work.h"
#include <mutex>
#include <vector>

static std::vector<int> found;
#ifndef FIXED
static std::mutex guard;
#endif

int main(int argc, char **argv) {
  int n = given(argc, argv, 6000000);
#pragma omp parallel
  {
    std::vector<int> own;
#pragma omp for // the fault
    for (int i = 0; i < n; i++)
      if (compute(5, i) > 0) {
#ifdef FIXED
        own.push_back(i);
#else
        std::lock_guard<std::mutex> held(guard);
        found.push_back(i);
#endif
      }
#pragma omp critical(join)
    found.insert(found.end(), own.begin(), own.end());
  }
  printf("%zu\n", found.size());
  return 0;
}
