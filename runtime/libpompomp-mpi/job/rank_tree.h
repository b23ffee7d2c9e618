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

/* Our own communicator, with all ranks; nothing in it is measured, and errors come back. */
struct pomp_tree {
  MPI_Comm comm;
  int rank, size;
  int parent;                       /* -1: the root, rank 0 */
  int children[POMP_TREE_CHILDREN]; /* in ascending order, those with few descendants first */
  int child_count;
};

/* False: MPI does not let us. Collective. */
bool pomp_tree_make(struct pomp_tree *t, int rank, int size);
void pomp_tree_free(struct pomp_tree *t);

/* Messages of any size. Receive: memory from malloc, NULL if it failed here or there; then `size` is 0. Sending NULL
 * tells the other one that something failed. */
bool pomp_tree_send(const struct pomp_tree *t, int to, const void *bytes, size_t size);
void *pomp_tree_receive(const struct pomp_tree *t, int from, size_t *size);

#endif
