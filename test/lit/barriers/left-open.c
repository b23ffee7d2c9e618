// A user region is left by longjmp, and nothing ends it before the parallel region's implicit barrier: that is counted all the
// same, on each thread, and the region has ended before it.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// RUN: %pomp_clang %s -o a && env OMP_NUM_THREADS=3 POMP_EXPERIMENT_DIR=e POMP_TRACE=1 POMP_SUMMARY=0 ./a
// RUN: %{check} e 'visits("barrier (implicit)", 13) == 30' 'visits("region(left)") == 30' 'experiment["repaired"] == 30' \
// RUN:   'experiment["unfinished"] == experiment["ignored"] == experiment["lost"] == 0'
// RUN: %pomp_report --json e > a.json && %pomp_report --json --from-trace e > b.json && diff a.json b.json
#include <setjmp.h>

int main(void) {
  for (int round = 0; round < 10; round++) {
#pragma omp parallel
    {
      jmp_buf back;
      if (setjmp(back) == 0) {
#pragma pomp inst begin(left)
        if (round >= 0)
          longjmp(back, 1);
#pragma pomp inst end(left)
      }
    }
  }
  return 0;
}
