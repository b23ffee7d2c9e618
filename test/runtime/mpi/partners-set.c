// The set of partners by itself: each counts once, however many there are and in whatever order they come.
// REQUIRES: mpi
// RUN: %fresh && %cc -I %root/runtime/libpompomp-mpi %s %root/runtime/libpompomp-mpi/count/partners.c -o a && ./a
#include "count/partners.h"
#include <stdio.h>

int main(void) {
  struct pomp_messages m = {0}, other = {0};
  const uint32_t many = 70000;
  for (uint32_t i = 0; i < many; i++) {
    pomp_mpi_partners_add(&m, (uint64_t)i * 2654435761u % many); /* all, as the factor and their number have no common one */
    pomp_mpi_partners_add(&m, i ? 0 : 1);
    pomp_mpi_partners_add(&m, i / 2);
  }
  if (m.partners != many)
    return printf("%u, not %u\n", m.partners, many);
  for (uint32_t i = 0; i < many; i++)
    pomp_mpi_partners_add(&m, i);
  for (int i = 0; i < 3; i++) {
    pomp_mpi_partners_add(&other, (uint64_t)5 << 32);
    pomp_mpi_partners_add(&other, 0);
  }
  return m.partners != many || other.partners != 2;
}
