/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* long.c - the program of docs/live.md that seems to hang: an iteration takes as long as the page needs. */
#include <omp.h>
#include <unistd.h>

static void solve(int cell) {
  while (cell == 3)
    usleep(1000);
}

int main(void) {
#pragma omp parallel num_threads(4)
  {
#pragma omp for schedule(static, 1)
    for (int cell = 0; cell < 4; cell++)
      solve(cell);
  }
  return 0;
}
