/* calls.c - what happens once a process: MPI begins; the program switches the measurement.
 * Not here: the wrappers, which are generated (generate.py). */
#include "calls.h"

void pomp_mpi_begin(void) {
  int rank = 0, size = 0;
  if (PMPI_Comm_rank(MPI_COMM_WORLD, &rank) == MPI_SUCCESS && PMPI_Comm_size(MPI_COMM_WORLD, &size) == MPI_SUCCESS)
    pomp_mpi_started(rank, size);
}

void pomp_mpi_control(int level) {
  if (level == 0)
    POMP_Off();
  else if (level == 1)
    POMP_On();
}
