/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_tree.h - the binomial tree of ranks in which the ranks of a job work together: the parent of a rank is the rank
 * without its lowest bit. So what goes through the tree has as many steps as the number of ranks has bits. Not here:
 * what is sent (align_clocks.c, merge.c, job_summary.c). */
#ifndef POMP_MPI_RANK_TREE_H
#define POMP_MPI_RANK_TREE_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

#define POMP_TREE_CHILDREN 31

/* The communicator is our own; nothing in it is measured, and MPI returns errors. It has the ranks of MPI_COMM_WORLD
 * that are measured, which have other numbers in it if some are not. */
struct pomp_tree {
  MPI_Comm comm;
  int rank, size;
  int world_rank, world_size;
  int parent;                       /* -1: the root, rank 0 */
  int children[POMP_TREE_CHILDREN]; /* in ascending order, those with few descendants first */
  int child_count;
};

/* Makes the communicator of these ranks of MPI_COMM_WORLD, ascending, and finds this rank's neighbours in the tree.
 * Collective over those ranks alone. False: MPI does not let us. */
bool pomp_tree_make(struct pomp_tree *t, const int *members, int count, int rank, int size);
void pomp_tree_free(struct pomp_tree *t);

/* Messages may have any size. What is received is in memory from malloc; it is NULL, and `size` is 0, if something
 * failed here or there. A sender whose `bytes` are NULL tells the other rank that something failed. */
bool pomp_tree_send(const struct pomp_tree *t, int to, const void *bytes, size_t size);
void *pomp_tree_receive(const struct pomp_tree *t, int from, size_t *size);

#endif
