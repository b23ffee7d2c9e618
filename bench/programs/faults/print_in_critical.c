/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Each result is printed and flushed inside of a critical. The fix collects what a member has to print. */
#include "work.h"
#include <string.h>

int main(int argc, char **argv) {
  int n = given(argc, argv, 150000);
#pragma omp parallel
  {
    size_t size = 0;
    char *lines = malloc((size_t)n * 32);
#pragma omp for nowait
    for (int i = 0; i < n; i++) {
      double x = compute(200, i);
#ifdef FIXED
      size += (size_t)snprintf(lines + size, 32, "%d %.3f\n", i, x);
#else
#pragma omp critical(output) // the fault
      {
        printf("%d %.3f\n", i, x);
        fflush(stdout);
      }
#endif
    }
#pragma omp critical(rest)
    fwrite(lines, 1, size, stdout);
    free(lines);
  }
  return 0;
}
