/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* rank_tree.c - finds the parent and the children of a rank in the binomial tree, and sends bytes along it.
 * Not here: what is sent. */
#include "job/rank_tree.h"

#include <stdint.h>
#include <stdlib.h>

enum { TAG_SIZE = 1, TAG_BYTES, TAG_COMM = 0x706f }; /* the last one is the program's communicator's */
#define PIECE (1u << 30)                             /* MPI counts in int */

/* Ranks that are no members do nothing for this. What is sent goes from member to member, and each message is received
 * from the one that sends it: receives of the program's come later, and after it. */
static bool make_comm(struct pomp_tree *t, const int *members) {
  MPI_Group all, group = MPI_GROUP_NULL;
  if (t->size == t->world_size)
    return PMPI_Comm_dup(MPI_COMM_WORLD, &t->comm) == MPI_SUCCESS;
  if (PMPI_Comm_group(MPI_COMM_WORLD, &all) != MPI_SUCCESS)
    return false;
  bool made = PMPI_Group_incl(all, t->size, members, &group) == MPI_SUCCESS &&
              PMPI_Comm_create_group(MPI_COMM_WORLD, group, TAG_COMM, &t->comm) == MPI_SUCCESS;
  if (group != MPI_GROUP_NULL)
    PMPI_Group_free(&group);
  PMPI_Group_free(&all);
  return made;
}

bool pomp_tree_make(struct pomp_tree *t, const int *members, int count, int rank, int size) {
  int own = 0;
  while (own < count && members[own] != rank)
    own++;
  *t = (struct pomp_tree){
      .comm = MPI_COMM_NULL, .rank = own, .size = count, .world_rank = rank, .world_size = size, .parent = -1};
  rank = own;
  size = count;
  for (int64_t bit = 1; bit < size && t->parent < 0; bit *= 2) {
    if (rank & bit)
      t->parent = rank - (int)bit;
    else if (rank + bit < size)
      t->children[t->child_count++] = rank + (int)bit;
  }
  if (!make_comm(t, members))
    return false;
  return PMPI_Comm_set_errhandler(t->comm, MPI_ERRORS_RETURN) == MPI_SUCCESS;
}

void pomp_tree_free(struct pomp_tree *t) {
  if (t->comm != MPI_COMM_NULL)
    PMPI_Comm_free(&t->comm);
  t->comm = MPI_COMM_NULL;
}

bool pomp_tree_send(const struct pomp_tree *t, int to, const void *bytes, size_t size) {
  uint64_t length = bytes ? size : UINT64_MAX;
  bool good = PMPI_Send(&length, 1, MPI_UINT64_T, to, TAG_SIZE, t->comm) == MPI_SUCCESS && bytes;
  for (size_t at = 0; good && at < size; at += PIECE) {
    int count = (int)(size - at < PIECE ? size - at : PIECE);
    good = PMPI_Send((const char *)bytes + at, count, MPI_BYTE, to, TAG_BYTES, t->comm) == MPI_SUCCESS;
  }
  return good;
}

void *pomp_tree_receive(const struct pomp_tree *t, int from, size_t *size) {
  uint64_t length = UINT64_MAX;
  *size = 0;
  if (PMPI_Recv(&length, 1, MPI_UINT64_T, from, TAG_SIZE, t->comm, MPI_STATUS_IGNORE) != MPI_SUCCESS ||
      length == UINT64_MAX)
    return NULL;
  char *bytes = malloc(length ? length : 1), nothing[1024];
  bool good = true;
  for (uint64_t at = 0; good && at < length; at += PIECE) {
    int count = (int)(length - at < PIECE ? length - at : PIECE);
    /* Without memory MPI cuts the message off and says so: it has been received either way. */
    if (bytes)
      good = PMPI_Recv(bytes + at, count, MPI_BYTE, from, TAG_BYTES, t->comm, MPI_STATUS_IGNORE) == MPI_SUCCESS;
    else
      PMPI_Recv(nothing, sizeof nothing, MPI_BYTE, from, TAG_BYTES, t->comm, MPI_STATUS_IGNORE);
  }
  if (!good) {
    free(bytes);
    return NULL;
  }
  if (bytes)
    *size = length;
  return bytes;
}
