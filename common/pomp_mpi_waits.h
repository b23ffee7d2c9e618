/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_mpi_waits.h - which functions of MPI may wait for another rank.
 * Not here: how long they have waited, which only traces of all ranks tell (pomp-report --mpi-waits). */
#ifndef POMP_MPI_WAITS_H
#define POMP_MPI_WAITS_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Point to point that blocks, completion, collectives, and the synchronisation of windows; without MPI_. All
 * neighbourhood collectives begin alike. Initialising, ending, and files are not among them. */
/* clang-format off */
#define POMP_MPI_WAITING(X) \
  X(Send) X(Ssend) X(Rsend) X(Recv) X(Mrecv) X(Probe) X(Mprobe) X(Sendrecv) X(Sendrecv_replace) \
  X(Wait) X(Waitall) X(Waitany) X(Waitsome) \
  X(Barrier) X(Bcast) X(Gather) X(Gatherv) X(Scatter) X(Scatterv) X(Allgather) X(Allgatherv) X(Alltoall) \
  X(Alltoallv) X(Alltoallw) \
  X(Reduce) X(Allreduce) X(Reduce_scatter) X(Reduce_scatter_block) X(Scan) X(Exscan) \
  X(Comm_create) X(Comm_create_group) X(Comm_dup) X(Comm_dup_with_info) X(Comm_split) X(Comm_split_type) \
  X(Intercomm_create) \
  X(Intercomm_merge) \
  X(Win_fence) X(Win_start) X(Win_complete) X(Win_wait) X(Win_lock) X(Win_lock_all) X(Win_unlock) \
  X(Win_unlock_all) X(Win_flush) \
  X(Win_flush_all)
/* clang-format on */

static inline bool pomp_mpi_may_wait(const char *name) {
#define POMP_ROW(name) #name,
  static const char *const waiting[] = {POMP_MPI_WAITING(POMP_ROW)};
#undef POMP_ROW
  static const char neighbours[] = "Neighbor_";
  if (strncmp(name, "MPI_", 4) != 0)
    return false;
  name += 4;
  for (size_t i = 0; i < sizeof waiting / sizeof waiting[0]; i++)
    if (strcmp(waiting[i], name) == 0)
      return true;
  return strncmp(name, neighbours, sizeof neighbours - 1) == 0;
}

#endif
