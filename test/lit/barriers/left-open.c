// cancel and longjmp leave regions open, and nothing ends them before the implicit barrier of the construct around: that is counted
// all the same, on each thread of a team, also if it is the only one, and the regions have ended before it.
// RUN: rm -rf %t && mkdir -p %t && cd %t
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{threads} = 3
// DEFINE: %{run} = env OMP_CANCELLATION=true OMP_NUM_THREADS=%{threads} POMP_EXPERIMENT_DIR=e%{threads} POMP_TRACE=1 POMP_SUMMARY=0 ./a && \
// DEFINE:   %{check} e%{threads} 'visits("region(team)") == visits("barrier (implicit)", 24) == 10 * %{threads}' \
// DEFINE:     'visits("region(loop)") == 30' 'visits("barrier (implicit)", 34) == 10 * %{threads}' \
// DEFINE:     'visits("region(cancelled)") == 10' 'visits("barrier (implicit)", 42) == 10 * %{threads}' \
// DEFINE:     'visits("section") == 10' 'visits("barrier (implicit)", 49) == 10 * %{threads}' \
// DEFINE:     'experiment["repaired"] == 10 * %{threads} + 30 + 10 + 10' \
// DEFINE:     'experiment["unfinished"] == experiment["ignored"] == experiment["lost"] == 0' && \
// DEFINE:   %pomp_report --json e%{threads} > a.json && %pomp_report --json --from-trace e%{threads} > b.json && diff a.json b.json
// RUN: %pomp_clang %s -o a && %{run}
// REDEFINE: %{threads} = 1
// RUN: %{run}
#include <setjmp.h>

int main(void) {
  for (int round = 0; round < 10; round++) {
#line 24
#pragma omp parallel
    {
      jmp_buf back;
      if (setjmp(back) == 0) {
#pragma pomp inst begin(team)
        if (round >= 0)
          longjmp(back, 1);
#pragma pomp inst end(team)
      }
    }
#line 33
#pragma omp parallel
#pragma omp for
    for (int i = 0; i < 3; i++) {
      jmp_buf back;
      if (setjmp(back) == 0) {
#pragma pomp inst begin(loop)
        if (i >= 0)
          longjmp(back, 1);
#pragma pomp inst end(loop)
      }
    }
#line 41
#pragma omp parallel
#pragma omp for schedule(static)
    for (int i = 0; i < 1; i++) {
#pragma pomp inst begin(cancelled)
#pragma omp cancel for
#pragma pomp inst end(cancelled)
    }
#line 48
#pragma omp parallel
#pragma omp sections
    {
#pragma omp section
      {
#pragma omp cancel sections
      }
    }
  }
  return 0;
}
