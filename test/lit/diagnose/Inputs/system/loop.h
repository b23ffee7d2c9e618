/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop.h - stands for a header of the system that has OpenMP in it, as libraries of templates do; see ../../system-loop.c. */
static struct clock_meeting loop_end;

static inline void loop_uneven(int n) {
#pragma omp parallel for num_threads(2) schedule(static, 1)
  for (int i = 0; i < 2; i++) {
    clock_work((1 + 2 * i) * CLOCK_MS);
    clock_meet(&loop_end, n);
  }
}
