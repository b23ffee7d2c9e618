/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* align_clocks.c - messages go back and forth between a rank and its parent; then offsets add up down the tree.
 * Not here: what the times mean (clock_offset.c). */
#include "job/align_clocks.h"
#include "job/clock_offset.h"
#include "surface/adapter.h"

enum { TAG_PING = 3, TAG_PONG, TAG_OFFSET, ROUNDS = 20 };

static void answer(const struct pomp_tree *t, int child) {
  for (int i = 0; i < ROUNDS; i++) {
    uint64_t time;
    PMPI_Recv(&time, 1, MPI_UINT64_T, child, TAG_PING, t->comm, MPI_STATUS_IGNORE);
    time = pomp_adapter_monotonic();
    PMPI_Send(&time, 1, MPI_UINT64_T, child, TAG_PONG, t->comm);
  }
}

static struct pomp_alignment ask(const struct pomp_tree *t) {
  struct pomp_round rounds[ROUNDS];
  for (int i = 0; i < ROUNDS; i++) {
    uint64_t there = 0;
    rounds[i].sent = pomp_adapter_monotonic();
    PMPI_Send(&there, 1, MPI_UINT64_T, t->parent, TAG_PING, t->comm);
    PMPI_Recv(&there, 1, MPI_UINT64_T, t->parent, TAG_PONG, t->comm, MPI_STATUS_IGNORE);
    rounds[i].answered = pomp_adapter_monotonic();
    rounds[i].there = there;
  }
  return pomp_offset_of(rounds, ROUNDS);
}

struct pomp_alignment pomp_align(const struct pomp_tree *t) {
  struct pomp_alignment own = {pomp_adapter_monotonic(), 0, 0};
  for (int i = 0; i < t->child_count; i++)
    answer(t, t->children[i]);
  if (t->parent >= 0) {
    own = ask(t);
    uint64_t above[3] = {0, 0, 0};
    PMPI_Recv(above, 3, MPI_UINT64_T, t->parent, TAG_OFFSET, t->comm, MPI_STATUS_IGNORE);
    own = pomp_offset_add(own, (struct pomp_alignment){above[0], (int64_t)above[1], above[2]});
  }
  const uint64_t message[3] = {own.ns, (uint64_t)own.offset, own.error};
  for (int i = t->child_count; i-- > 0;)
    PMPI_Send(message, 3, MPI_UINT64_T, t->children[i], TAG_OFFSET, t->comm);
  return own;
}
