/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fine.c - the program of docs/report.md whose tasks are too fine: all but two of them do next to nothing. */
static volatile double sink;

static void work(int count) {
  for (int k = 0; k < count; k++)
    sink = k * 0.5;
}

int main(void) {
#pragma omp parallel num_threads(2)
  {
#pragma omp single
    for (int i = 0; i < 234; i++) {
#pragma omp task firstprivate(i)
      work(i % 117 ? 10 : 5000000);
    }
    for (int i = 0; i < 1000; i++) {
#pragma omp critical
      work(3000);
    }
  }
  return 0;
}
