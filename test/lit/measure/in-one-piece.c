// A `parallel for` with reduction(inscan) is not split, and has its threads, its loop and its waiting all the same, in both modes. A
// program that switches the loop or the region off has none of it. test/runtime/in-one-piece.c holds the times against the truth.
// DEFINE: %{check} = %python %root/test/runtime/Inputs/check.py %pomp_report
// DEFINE: %{visits} = 'visits("parallel for (fork-join)", 100) == 10' \
// DEFINE:   'visits("parallel for (loop)", 100) == visits("parallel for", 100) == 10 * experiment["threads"]' \
// DEFINE:   'visits("parallel for simd (fork-join)", 200) == 10 and visits("parallel for simd (loop)", 200) == 10 * experiment["threads"]' \
// DEFINE:   'region("parallel for (loop)", 100)["balance"]["instances"] == 10' 'experiment["repaired"] == experiment["ignored"] == 0'
// RUN: rm -rf %t && mkdir -p %t && cd %t && %pomp_clang -O1 %s -o a -lm && %pomp_clang --pomp-barriers=explicit -O1 %s -o b -lm
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=a1 POMP_SUMMARY=0 ./a && %{check} a1 %{visits}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=a4 POMP_SUMMARY=0 POMP_TRACE=1 ./a && %{check} a4 %{visits}
// RUN: env OMP_NUM_THREADS=1 POMP_EXPERIMENT_DIR=b1 POMP_SUMMARY=0 ./b && %{check} b1 %{visits}
// RUN: env OMP_NUM_THREADS=4 POMP_EXPERIMENT_DIR=b4 POMP_SUMMARY=0 ./b && %{check} b4 %{visits}
// RUN: %pomp_clang --pomp-disable=for -O1 %s -o c -lm && env OMP_NUM_THREADS=2 POMP_EXPERIMENT_DIR=off POMP_SUMMARY=0 ./c
// RUN: %{check} off 'visits("parallel for (fork-join)", 100) == 10' 'not any("loop" in n for n in names())'
static int sums[1000];

int main(void) {
  int wrong = 0;
  for (int k = 0; k < 10; k++) {
    int sum = 0, other = 0;
#line 100
#pragma omp parallel for reduction(inscan, + : sum)
    for (int i = 0; i < 1000; i++) {
      sum += i;
#pragma omp scan inclusive(sum)
      sums[i] = sum;
    }
    wrong |= sums[999] != 499500;
#line 200
#pragma omp parallel for simd reduction(inscan, + : other)
    for (int i = 0; i < 1000; i++) {
      other += 2;
#pragma omp scan inclusive(other)
      sums[i] = other;
    }
    wrong |= sums[999] != 2000;
  }
  return wrong;
}
