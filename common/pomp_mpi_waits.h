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
#define POMP_MPI_WAITING                                                                                               \
  "Send\0Ssend\0Rsend\0Recv\0Mrecv\0Probe\0Mprobe\0Sendrecv\0Sendrecv_replace\0"                                       \
  "Wait\0Waitall\0Waitany\0Waitsome\0"                                                                                 \
  "Barrier\0Bcast\0Gather\0Gatherv\0Scatter\0Scatterv\0Allgather\0Allgatherv\0Alltoall\0Alltoallv\0Alltoallw\0"        \
  "Reduce\0Allreduce\0Reduce_scatter\0Reduce_scatter_block\0Scan\0Exscan\0"                                            \
  "Comm_create\0Comm_create_group\0Comm_dup\0Comm_dup_with_info\0Comm_split\0Comm_split_type\0Intercomm_create\0"      \
  "Intercomm_merge\0"                                                                                                  \
  "Win_fence\0Win_start\0Win_complete\0Win_wait\0Win_lock\0Win_lock_all\0Win_unlock\0Win_unlock_all\0Win_flush\0"      \
  "Win_flush_all\0"

static inline bool pomp_mpi_may_wait(const char *name) {
  static const char waiting[] = POMP_MPI_WAITING;
  static const char neighbours[] = "Neighbor_";
  if (strncmp(name, "MPI_", 4) != 0)
    return false;
  name += 4;
  for (const char *at = waiting; *at; at += strlen(at) + 1)
    if (strcmp(at, name) == 0)
      return true;
  return strncmp(name, neighbours, sizeof neighbours - 1) == 0;
}

#endif
