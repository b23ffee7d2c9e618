// The set of partners runs by itself: each counts once, however many there are and in whatever order they come.
// REQUIRES: mpi
// RUN: %fresh && %cc -I %root/runtime/libpompomp-mpi -I %root/runtime/libpompomp %s %root/runtime/libpompomp-mpi/count/partners.c -o a && ./a
#include "count/partners.h"
#include <stdio.h>

int main(void) {
  struct pomp_messages counts = {0}, other_counts = {0};
  struct pomp_adapter_messages m = {.counts = &counts}, other = {.counts = &other_counts};
  const uint32_t many = 70000;
  for (uint32_t i = 0; i < many; i++) {
    pomp_mpi_partners_add(&m, (uint64_t)i * 2654435761u % many); /* i goes through all, as the factor and their number have no common divisor */
    pomp_mpi_partners_add(&m, i ? 0 : 1);
    pomp_mpi_partners_add(&m, i / 2);
  }
  if (counts.partners != many)
    return printf("%u, not %u\n", counts.partners, many);
  for (uint32_t i = 0; i < many; i++)
    pomp_mpi_partners_add(&m, i);
  for (int i = 0; i < 3; i++) {
    pomp_mpi_partners_add(&other, (uint64_t)5 << 32);
    pomp_mpi_partners_add(&other, 0);
  }
  return counts.partners != many || other_counts.partners != 2;
}
