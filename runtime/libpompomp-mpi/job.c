/* job.c - which rank of how many the process is, in its experiment.
 * Not here: what is counted in calls (calls.h). */
#include "job.h"
#include "adapter.h"

void pomp_mpi_started(int rank, int size) {
  struct pomp_header *header = pomp_adapter_header();
  if (!header)
    return;
  __atomic_store_n(&header->rank, (uint32_t)rank, __ATOMIC_RELAXED);
  __atomic_store_n(&header->ranks, (uint32_t)size, __ATOMIC_RELEASE);
}

void pomp_mpi_finalizing(void) {}
