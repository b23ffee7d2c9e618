/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* Members take parts of the work by their number, and the last one takes what is left over, which is much. The fix
 * takes even parts. */
#include "work.h"
#include <omp.h>

static double values[1000];

int main(int argc, char **argv) {
  int n = given(argc, argv, 1000);
  for (int step = 0; step < 100; step++) {
#pragma omp parallel // the fault
    {
      int me = omp_get_thread_num(), size = omp_get_num_threads();
      int part = CHOICE(n / (2 * size), n / size);
      for (int i = me * part; i < (me == size - 1 ? n : (me + 1) * part); i++)
        values[i] = compute(2000, values[i]);
    }
  }
  printf("%.6f\n", values[1]);
  return 0;
}
