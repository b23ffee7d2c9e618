/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* empty.c - has one parallel region with nothing in it, to measure what starting and ending cost. */
int main(void) {
#pragma omp parallel
  {
    __asm__ volatile("" ::: "memory"); /* without it the optimiser drops the region, and libomp never starts */
  }
  return 0;
}
