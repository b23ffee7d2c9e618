/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* collectives.c - sums up the buffers of collective operations.
 * Not here: the messages of one rank to another (messages.c). */
#include "count/collectives.h"
#include "count/completion.h"
#include "count/messages.h"
#include "count/partners.h"
#include "count/trace_records.h"

/* Returns how many bytes one block of a side has. */
static uint64_t block(const struct pomp_mpi_data *d, int i) {
  return pomp_mpi_bytes(d->counts ? d->counts[i] : d->count, d->types ? d->types[i] : d->type);
}

/* Returns how many bytes the blocks of `ranks` ranks have together. */
static uint64_t blocks(const struct pomp_mpi_data *d, int ranks) {
  if (!d->counts)
    return pomp_mpi_bytes(d->count, d->type) * (uint64_t)ranks;
  uint64_t sum = 0;
  if (!d->types) {
    uint64_t size = pomp_mpi_bytes(1, d->type);
    for (int i = 0; i < ranks; i++)
      sum += (uint64_t)d->counts[i] * size;
    return sum;
  }
  for (int i = 0; i < ranks; i++)
    sum += block(d, i);
  return sum;
}

#define NO_ROOT (-1)

static void add(const struct pomp_mpi_call *call, struct pomp_mpi_group *group, int root, uint64_t sent,
                uint64_t received) {
  struct pomp_adapter_messages *m = pomp_adapter_messages(call->path, call->kind);
  if (!m)
    return;
  if (POMP_MPI_TRACING) {
    struct pomp_mpi_part part = {root, sent, received, m->node};
    uint64_t request = pomp_mpi_record_collective(call, group, &part);
    if (request)
      pomp_mpi_will_finish(call, group, &part, request);
  }
  uint32_t ranks = (uint32_t)(group->inter ? group->size + group->others : group->size);
  POMP_ADAPTER_ADD(m->counts->sent_bytes, sent);
  POMP_ADAPTER_ADD(m->counts->received_bytes, received);
  if (ranks > m->counts->ranks)
    __atomic_store_n(&m->counts->ranks, ranks, __ATOMIC_RELAXED);
}

/* This begins the functions below: `group` stands for the call's communicator. */
#define WITH_GROUP(call, comm)                                                                                         \
  struct pomp_mpi_group *group = (call)->path ? pomp_mpi_group_of_comm(comm) : NULL;                                   \
  if (!group)                                                                                                          \
  return

/* In an intercommunicator the root says itself that it is the root, and the others of its group take no part. */
static bool is_root(const struct pomp_mpi_group *group, int root) {
  return group->inter ? root == MPI_ROOT : root == group->rank;
}
static bool is_aside(const struct pomp_mpi_group *group, int root) { return group->inter && root == MPI_PROC_NULL; }

void pomp_mpi_barrier(pomp_mpi_this *call, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  add(call, group, NO_ROOT, 0, 0);
  pomp_mpi_group_release(group);
}

void pomp_mpi_bcast(pomp_mpi_this *call, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t bytes = is_aside(group, root) ? 0 : pomp_mpi_bytes(count, type);
  bool gives = is_root(group, root);
  add(call, group, root, gives ? bytes : 0, gives ? 0 : bytes);
  pomp_mpi_group_release(group);
}

/* With MPI_IN_PLACE the root's own block is one of the many. */
void pomp_mpi_gather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, int root, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t sent = 0, received = 0;
  if (is_root(group, root)) {
    received = blocks(many, group->others);
    if (!group->inter)
      sent = one->buffer == MPI_IN_PLACE ? block(many, group->rank) : block(one, 0);
  } else if (!is_aside(group, root))
    sent = block(one, 0);
  add(call, group, root, sent, received);
  pomp_mpi_group_release(group);
}

void pomp_mpi_scatter(pomp_mpi_this *call, pomp_mpi_side *many, pomp_mpi_side *one, int root, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t sent = 0, received = 0;
  if (is_root(group, root)) {
    sent = blocks(many, group->others);
    if (!group->inter)
      received = one->buffer == MPI_IN_PLACE ? block(many, group->rank) : block(one, 0);
  } else if (!is_aside(group, root))
    received = block(one, 0);
  add(call, group, root, sent, received);
  pomp_mpi_group_release(group);
}

void pomp_mpi_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t sent = one->buffer == MPI_IN_PLACE ? block(many, group->rank) : block(one, 0);
  add(call, group, NO_ROOT, sent, blocks(many, group->others));
  pomp_mpi_group_release(group);
}

void pomp_mpi_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t received = blocks(from, group->others);
  add(call, group, NO_ROOT, to->buffer == MPI_IN_PLACE ? received : blocks(to, group->others), received);
  pomp_mpi_group_release(group);
}

void pomp_mpi_reduce(pomp_mpi_this *call, int count, MPI_Datatype type, int root, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t bytes = is_aside(group, root) ? 0 : pomp_mpi_bytes(count, type);
  bool gets = is_root(group, root);
  add(call, group, root, gets && group->inter ? 0 : bytes, gets ? bytes : 0);
  pomp_mpi_group_release(group);
}

void pomp_mpi_allreduce(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  add(call, group, NO_ROOT, bytes, bytes);
  pomp_mpi_group_release(group);
}

void pomp_mpi_exscan(pomp_mpi_this *call, int count, MPI_Datatype type, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  add(call, group, NO_ROOT, bytes, group->rank == 0 ? 0 : bytes);
  pomp_mpi_group_release(group);
}

void pomp_mpi_reduce_scatter(pomp_mpi_this *call, pomp_mpi_side *each, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  add(call, group, NO_ROOT, blocks(each, group->size), block(each, group->rank));
  pomp_mpi_group_release(group);
}

/* Returns how many bytes the blocks of the neighbours have; at the edge of a grid, a neighbour is MPI_PROC_NULL and has
 * none. */
static uint64_t neighbor_blocks(const struct pomp_mpi_data *d, const int *neighbors, int count) {
  uint64_t sum = 0;
  for (int i = 0; i < count; i++)
    if (neighbors[i] != MPI_PROC_NULL)
      sum += block(d, i);
  return sum;
}

static void add_partner(struct pomp_adapter_messages *m, const struct pomp_mpi_group *group, int neighbor) {
  uint64_t partner = neighbor != MPI_PROC_NULL ? pomp_mpi_partner(group, neighbor) : 0;
  if (neighbor != MPI_PROC_NULL && pomp_mpi_partners_add(m, partner) && POMP_MPI_TRACING)
    pomp_mpi_record_partner(partner);
}

static void add_partners(const struct pomp_mpi_call *call, const struct pomp_mpi_group *group) {
  struct pomp_adapter_messages *m = pomp_adapter_messages(call->path, call->kind);
  for (int i = 0; m && i < group->destinations; i++)
    add_partner(m, group, group->destination[i]);
  for (int i = 0; m && i < group->sources; i++)
    add_partner(m, group, group->source[i]);
}

void pomp_mpi_neighbor_allgather(pomp_mpi_this *call, pomp_mpi_side *one, pomp_mpi_side *many, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  if (pomp_mpi_neighbors(group, comm)) {
    bool anyone = false;
    for (int i = 0; i < group->destinations; i++)
      anyone |= group->destination[i] != MPI_PROC_NULL;
    add(call, group, NO_ROOT, anyone ? block(one, 0) : 0, neighbor_blocks(many, group->source, group->sources));
    add_partners(call, group);
  }
  pomp_mpi_group_release(group);
}

void pomp_mpi_neighbor_alltoall(pomp_mpi_this *call, pomp_mpi_side *to, pomp_mpi_side *from, MPI_Comm comm) {
  WITH_GROUP(call, comm);
  if (pomp_mpi_neighbors(group, comm)) {
    add(call, group, NO_ROOT, neighbor_blocks(to, group->destination, group->destinations),
        neighbor_blocks(from, group->source, group->sources));
    add_partners(call, group);
  }
  pomp_mpi_group_release(group);
}
