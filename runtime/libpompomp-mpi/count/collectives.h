/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* collectives.h - what a collective operation has sent and received of a rank's own.
 * Not here: messages between two ranks (messages.h).
 *
 * By MPI's definition of the operation, not by what an implementation makes of it: sent is what the rank hands to the
 * operation for others and itself, received is what it gets; data that stays in place (MPI_IN_PLACE) counts as if it
 * did not. Counted when a non-blocking one begins. Arguments that have no meaning on this rank are not looked at. */
#ifndef POMP_MPI_COLLECTIVES_H
#define POMP_MPI_COLLECTIVES_H

#include "count/call.h"

/* The data that one side of an operation is described by: `count` each, or `counts` by rank. */
struct pomp_mpi_data {
  const void *buffer; /* may be MPI_IN_PLACE */
  int count;
  const int *counts; /* NULL: `count` for all */
  MPI_Datatype type;
  const MPI_Datatype *types; /* NULL: `type` for all */
};
#define POMP_MPI_EACH(buffer_, count_, type_)                                                                          \
  (&(struct pomp_mpi_data){.buffer = (buffer_), .count = (count_), .type = (type_)})
#define POMP_MPI_BY_RANK(buffer_, counts_, type_)                                                                      \
  (&(struct pomp_mpi_data){.buffer = (buffer_), .counts = (counts_), .type = (type_)})
#define POMP_MPI_BY_TYPE(buffer_, counts_, types_)                                                                     \
  (&(struct pomp_mpi_data){.buffer = (buffer_), .counts = (counts_), .types = (types_)})

typedef const struct pomp_mpi_call pomp_mpi_this;
typedef const struct pomp_mpi_data pomp_mpi_side;

void pomp_mpi_barrier(pomp_mpi_this *call, MPI_Comm comm);
void pomp_mpi_bcast(pomp_mpi_this *call, int count, MPI_Datatype type, int root, MPI_Comm comm);
/* Many to the root; the root to many. */
void pomp_mpi_gather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, int root, MPI_Comm comm);
void pomp_mpi_scatter(pomp_mpi_this *call, pomp_mpi_side *many, pomp_mpi_side *one, int root, MPI_Comm comm);
/* One block for all, blocks from all; blocks for all, blocks from all. */
void pomp_mpi_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm);
void pomp_mpi_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm);
void pomp_mpi_reduce(pomp_mpi_this *call, int count, MPI_Datatype type, int root, MPI_Comm comm);
/* allreduce and scan: the same size in and out; exscan: nothing comes out on the first rank. */
void pomp_mpi_allreduce(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm);
void pomp_mpi_exscan(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm);
/* Blocks in for all ranks of the own group, its own out. */
void pomp_mpi_reduce_scatter(pomp_mpi_this *call, pomp_mpi_side *each, MPI_Comm comm);
/* To the topology's neighbours, as far as they exist. */
void pomp_mpi_neighbor_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm);
void pomp_mpi_neighbor_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm);

#endif
