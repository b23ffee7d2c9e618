/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_records.c - writes messages, collective operations, accesses and communicators as records into the trace.
 * Not here: the trace itself, which libpompomp writes. */
#include "count/trace_records.h"
#include "handles/lock.h"
#include "pomp_array.h"
#include "pomp_index.h"

#include <stdlib.h>

bool pomp_mpi_tracing;
static uint64_t last_request;

/* --- communicators --- */

static pomp_mpi_lock lock;
/* This counts how many communicators each set of ranks had. It is never freed, as a set of ranks may come again. */
static struct made {
  uint64_t hash;
  uint32_t count;
} *sets;
static uint32_t set_count, set_room;
static struct pomp_index by_hash;

static bool is_set(const void *hash, uint32_t number) { return sets[number].hash == *(const uint64_t *)hash; }

/* Returns how many there were of this set before. The caller has the lock. */
static uint32_t number_of(uint64_t hash) {
  if (!pomp_index_room(&by_hash, set_count + 1ull) || !POMP_ARRAY_ROOM(sets, set_room, set_count + 1ull))
    return 0;
  struct pomp_slot *slot = pomp_index_find(&by_hash, (uint32_t)hash, is_set, &hash);
  if (!slot->number) {
    sets[set_count] = (struct made){.hash = hash};
    pomp_index_put(&by_hash, slot, (uint32_t)hash, set_count++);
  }
  return sets[slot->number - 1].count++;
}

/* The hash is made of numbers of ranks in MPI_COMM_WORLD, in their order. */
static uint64_t mixed(uint64_t hash, uint64_t with) {
  hash = (hash ^ with) * 0x9e3779b97f4a7c15u;
  return hash ^ hash >> 29;
}
static uint64_t hash_of(const int *ranks, int count) {
  uint64_t hash = mixed(0x6a09e667f3bcc909u, (uint32_t)count);
  for (int i = 0; i < count; i++)
    hash = mixed(hash, (uint32_t)ranks[i]);
  return mixed(hash, (uint64_t)count << 32); /* sets that begin alike must not end alike */
}

/* Returns the hash of the own side of an intercommunicator. */
static uint64_t hash_of_own(const struct pomp_mpi_group *g) {
  MPI_Comm comm = (MPI_Comm)g->handle; // NOLINT(performance-no-int-to-ptr)
  MPI_Group own, all;
  uint64_t hash = 0;
  int *ranks = calloc(2 * (size_t)g->size + 1, sizeof *ranks);
  if (ranks && PMPI_Comm_group(comm, &own) == MPI_SUCCESS) {
    if (PMPI_Comm_group(MPI_COMM_WORLD, &all) == MPI_SUCCESS) {
      for (int i = 0; i < g->size; i++)
        ranks[i] = i;
      if (PMPI_Group_translate_ranks(own, g->size, ranks, all, ranks + g->size) == MPI_SUCCESS)
        hash = hash_of(ranks + g->size, g->size);
      PMPI_Group_free(&all);
    }
    PMPI_Group_free(&own);
  }
  free(ranks);
  return hash;
}

/* Both sides of an intercommunicator must come to the same hash. */
static void name(struct pomp_mpi_group *g) {
  struct pomp_mpi_named *n = &g->named;
  uint64_t own = g->inter ? hash_of_own(g) : 0, others = g->world ? hash_of(g->world, g->others) : 0;
  pomp_mpi_lock_take(&lock);
  if (!n->done) {
    n->own = own;
    n->hash = others + own;
    n->number = number_of(n->hash);
    __atomic_store_n(&n->done, true, __ATOMIC_RELEASE);
  }
  pomp_mpi_lock_give(&lock);
}

/* Returns the communicator's name in the trace, where it is explained before it is used. */
static uint64_t communicator(struct pomp_mpi_group *g) {
  struct pomp_mpi_named *n = &g->named;
  if (!g->id) /* MPI_COMM_WORLD */
    return 0;
  if (!__atomic_load_n(&n->done, __ATOMIC_ACQUIRE))
    name(g);
  if (!__atomic_load_n(&n->explained, __ATOMIC_ACQUIRE)) { /* to do so twice does no harm */
    const uint64_t arguments[] = {
        g->id, n->hash, n->number, (uint64_t)g->size, (uint64_t)g->rank, n->own, g->inter ? (uint64_t)g->others : 0};
    if (pomp_adapter_explain(POMP_CODE_DEFINE_COMMUNICATOR, arguments, 7))
      __atomic_store_n(&n->explained, true, __ATOMIC_RELEASE);
  }
  return g->id;
}

void pomp_mpi_made_comm(const struct pomp_mpi_call *call, MPI_Comm comm, MPI_Comm from, bool alone) {
  if (!POMP_MPI_TRACING)
    return;
  struct pomp_mpi_group *of = from != MPI_COMM_NULL && call->path ? pomp_mpi_group_of_comm(from) : NULL;
  uint64_t parent = of ? communicator(of) : 0; /* the parent's record comes before the record of its child */
  struct pomp_mpi_group *made = comm != MPI_COMM_NULL ? pomp_mpi_group_of_comm(comm) : NULL;
  uint64_t id = made ? communicator(made) : 0; /* it is named even if there is no record of it */
  if (of) {
    const uint64_t arguments[] = {id, parent, alone};
    pomp_adapter_record(POMP_CODE_COMM_CREATE, arguments, 3, true);
    if (made)
      __atomic_store_n(&made->named.reported, true, __ATOMIC_RELAXED);
  }
  pomp_mpi_group_release(of);
  pomp_mpi_group_release(made);
}

struct pomp_mpi_group *pomp_mpi_freed_comm(MPI_Comm comm) {
  struct pomp_mpi_group *g = POMP_MPI_TRACING && comm != MPI_COMM_NULL ? pomp_mpi_group_of_comm(comm) : NULL;
  pomp_mpi_forget_comm(comm);
  return g;
}
void pomp_mpi_comm_is_freed(const struct pomp_mpi_call *call, struct pomp_mpi_group *freed, int returned) {
  if (freed && call->path && returned == MPI_SUCCESS && __atomic_load_n(&freed->named.reported, __ATOMIC_RELAXED)) {
    uint64_t id = communicator(freed);
    pomp_adapter_record(POMP_CODE_COMM_DESTROY, &id, 1, true);
  }
  pomp_mpi_group_release(freed);
}

/* --- messages --- */

/* A record of a begin has the time of the region's enter; one of an end has a time of its own. */
static void put(enum pomp_record_code code, struct pomp_mpi_group *group, int partner, int tag, uint64_t bytes,
                uint64_t request) {
  if (!group || partner == MPI_PROC_NULL)
    return;
  const uint64_t arguments[] = {communicator(group), pomp_mpi_partner(group, partner), (uint64_t)tag, bytes, request};
  pomp_adapter_record(code, arguments, request ? 5 : 4, code == POMP_CODE_RECEIVE || code == POMP_CODE_IRECEIVE);
}

static uint64_t new_request(void) { return __atomic_add_fetch(&last_request, 1, __ATOMIC_RELAXED); }

void pomp_mpi_record_sent(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes) {
  put(POMP_CODE_SEND, group, to, tag, bytes, 0);
}
void pomp_mpi_record_received(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes) {
  put(POMP_CODE_RECEIVE, group, from, tag, bytes, 0);
}

uint64_t pomp_mpi_record_send(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes) {
  uint64_t request = new_request();
  put(POMP_CODE_ISEND, group, to, tag, bytes, request);
  return request;
}
uint64_t pomp_mpi_record_receive(void) {
  uint64_t request = new_request();
  pomp_adapter_record(POMP_CODE_IRECEIVE_REQUEST, &request, 1, false);
  return request;
}
void pomp_mpi_record_send_done(uint64_t request) { pomp_adapter_record(POMP_CODE_ISEND_DONE, &request, 1, true); }
void pomp_mpi_record_receive_done(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes, uint64_t request) {
  put(request ? POMP_CODE_IRECEIVE : POMP_CODE_RECEIVE, group, from, tag, bytes, request);
}

void pomp_mpi_record_cancelled(uint64_t request) {
  pomp_adapter_record(POMP_CODE_REQUEST_CANCELLED, &request, 1, true);
}

static uint64_t root_of(const struct pomp_mpi_part *part) { return part->root < 0 ? 0 : (uint64_t)part->root + 1; }

uint64_t pomp_mpi_record_collective(const struct pomp_mpi_call *call, struct pomp_mpi_group *group,
                                    const struct pomp_mpi_part *part) {
  uint64_t request = call->request ? new_request() : 0;
  const uint64_t arguments[] = {call->kind, communicator(group), root_of(part), part->sent, part->received, request};
  pomp_adapter_record(POMP_CODE_COLLECTIVE, arguments, request ? 6 : 5, true);
  return request;
}
void pomp_mpi_record_collective_done(struct pomp_mpi_group *group, const struct pomp_mpi_part *part, uint64_t request) {
  const uint64_t arguments[] = {request, part->node, communicator(group), root_of(part), part->sent, part->received};
  pomp_adapter_record(POMP_CODE_COLLECTIVE_DONE, arguments, 6, true);
}

void pomp_mpi_record_access(bool out, uint64_t bytes, struct pomp_mpi_group *group, int partner) {
  const uint64_t arguments[] = {out, bytes, group ? pomp_mpi_partner(group, partner) + 1 : 0};
  pomp_adapter_record(POMP_CODE_ACCESS, arguments, 3, false);
}
void pomp_mpi_record_partner(uint64_t partner) { pomp_adapter_record(POMP_CODE_PARTNER, &partner, 1, true); }
