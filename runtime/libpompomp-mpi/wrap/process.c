/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* process.c - what concerns the whole process: MPI begins, and the program switches measurement on and off.
 * Not here: the wrappers, which are generated (generate.py); the end, which is the job's (job/job.c). */
#include "wrap/wrappers.h"

static int calls; /* of MPI_Init and MPI_Init_thread, of which all but the first are wrong */

/* Open MPI has a handler for SIGBUS, which it installs only where there is none. */
void pomp_mpi_before(void) {
  pomp_adapter_keep();
  if (!calls++)
    pomp_mpi_starting();
  pomp_adapter_guard(false);
}

void pomp_mpi_after(bool good) {
  pomp_adapter_guard(true);
  if (!good && calls == 1)
    pomp_mpi_not_started();
}

void pomp_mpi_begin(void) {
  int rank = 0, size = 0;
  pomp_mpi_groups_begin();
  pomp_mpi_tracing = pomp_adapter_traces();
  if (pomp_mpi_tracing)
    pomp_mpi_completion_begin();
  if (PMPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS)
    pomp_mpi_started(rank, size);
}

int pomp_mpi_finalize(void) {
  pomp_mpi_finalizing();
  return PMPI_Finalize();
}

void pomp_mpi_control(int level) {
  if (level == 0 || level == 1)
    pomp_adapter_switch(level == 1);
}
