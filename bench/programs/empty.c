/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* empty.c - one parallel region, and nothing in it: what starting and ending cost. */
int main(void) {
#pragma omp parallel
  {
    __asm__ volatile("" ::: "memory"); /* or the optimiser drops the region, and libomp never starts */
  }
  return 0;
}
