/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* process.c - what concerns the whole process: MPI begins, and the program switches measurement on and off.
 * Not here: the wrappers, which are generated (generate.py); the end, which is the job's (job/job.c). */
#include "base/messages.h"
#include "pomp_launch.h"
#include "surface/adapter_job.h"
#include "wrap/wrappers.h"

#include <dlfcn.h>

static int calls; /* of MPI_Init and MPI_Init_thread, of which all but the first are wrong */

/* Where another library has got MPI_Init, the ranks have not met. One of them says why. */
__attribute__((destructor)) static void say_missed(void) {
  struct pomp_launch launch;
  Dl_info own, other;
  int begun = 0;
  if (calls || pomp_adapter_phase() != POMP_ADAPTER_MEASURING ||
      pomp_adapter_ranks_choice() == POMP_ADAPTER_RANKS_OWN || !pomp_launch_read(&launch) || launch.rank != 0 ||
      launch.size < 2)
    return;
  void *first = dlsym(RTLD_DEFAULT, "MPI_Init");
  if (PMPI_Initialized(&begun) == MPI_SUCCESS && begun && first && dladdr(first, &other) &&
      dladdr((void *)(uintptr_t)say_missed, &own) && own.dli_fbase != other.dli_fbase)
    pomp_adapter_say(POMP_SAYS_RANKS_MISSED, other.dli_fname, launch.size);
}

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
