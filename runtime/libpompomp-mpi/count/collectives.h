/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* collectives.h - how much a rank has sent and received in a collective operation.
 * Not here: messages between two ranks (messages.h).
 *
 * MPI's definition of the operation counts, not what an implementation makes of it: the rank has sent what it hands to
 * the operation for others and itself, and has received what it gets; data that stays in place (MPI_IN_PLACE) counts as
 * if it did not. A non-blocking operation is counted when it begins. Arguments that have no meaning on this rank are
 * not looked at. */
#ifndef POMP_MPI_COLLECTIVES_H
#define POMP_MPI_COLLECTIVES_H

#include "count/call.h"

/* This is one side of an operation: each rank has a block, of `count` or of its number in `counts`. */
struct pomp_mpi_data {
  const void *buffer; /* may be MPI_IN_PLACE */
  int count;
  const int *counts; /* NULL: all ranks have `count` */
  MPI_Datatype type;
  const MPI_Datatype *types; /* NULL: all ranks have `type` */
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
/* gather: many send one block each to the root. scatter: the root sends one block to each of many. */
void pomp_mpi_gather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, int root, MPI_Comm comm);
void pomp_mpi_scatter(pomp_mpi_this *call, pomp_mpi_side *many, pomp_mpi_side *one, int root, MPI_Comm comm);
/* allgather: each rank gives one block for all. alltoall: each rank gives a block for each. */
void pomp_mpi_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm);
void pomp_mpi_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm);
void pomp_mpi_reduce(pomp_mpi_this *call, int count, MPI_Datatype type, int root, MPI_Comm comm);
/* allreduce stands for scan, too: as much comes out as goes in. exscan: nothing comes out on the first rank. */
void pomp_mpi_allreduce(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm);
void pomp_mpi_exscan(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm);
/* Blocks for all ranks of the own group go in, and the rank's own comes out. */
void pomp_mpi_reduce_scatter(pomp_mpi_this *call, pomp_mpi_side *each, MPI_Comm comm);
/* These exchange blocks with the topology's neighbours, as far as these exist. */
void pomp_mpi_neighbor_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm);
void pomp_mpi_neighbor_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm);

#endif
