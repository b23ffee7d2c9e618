/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* messages.c - counts the bytes of messages, and of accesses of windows and files, at the call that makes them.
 * Not here: the sets of partners (partners.c), what goes into the trace (trace_records.c). */
#include "count/messages.h"
#include "count/partners.h"
#include "count/trace_records.h"

uint64_t pomp_mpi_bytes(int count, MPI_Datatype type) {
  MPI_Count size = 0;
  return count > 0 && PMPI_Type_size_x(type, &size) == MPI_SUCCESS && size > 0 ? (uint64_t)count * (uint64_t)size : 0;
}

/* The bytes are counted in MPI_BYTE, as the type of the receive may be gone by now. */
uint64_t pomp_mpi_status_bytes(const MPI_Status *status) {
  MPI_Count bytes = 0;
  return PMPI_Get_elements_x(status, MPI_BYTE, &bytes) == MPI_SUCCESS && bytes > 0 ? (uint64_t)bytes : 0;
}

static struct pomp_adapter_messages *record(const struct pomp_mpi_call *call) {
  return call->path ? pomp_adapter_messages(call->path, call->kind) : NULL;
}

void pomp_mpi_add_sent(const struct pomp_mpi_call *call, uint64_t bytes, int partner, struct pomp_mpi_group *group) {
  struct pomp_adapter_messages *m = partner != MPI_PROC_NULL ? record(call) : NULL;
  if (!m)
    return;
  POMP_ADAPTER_ADD(m->counts->sent, 1);
  POMP_ADAPTER_ADD(m->counts->sent_bytes, bytes);
  if (group)
    pomp_mpi_partners_add(m, pomp_mpi_partner(group, partner));
}

void pomp_mpi_add_received(const struct pomp_mpi_call *call, uint64_t bytes, int partner,
                           struct pomp_mpi_group *group) {
  struct pomp_adapter_messages *m = partner != MPI_PROC_NULL ? record(call) : NULL;
  if (!m)
    return;
  POMP_ADAPTER_ADD(m->counts->received, 1);
  POMP_ADAPTER_ADD(m->counts->received_bytes, bytes);
  if (group)
    pomp_mpi_partners_add(m, pomp_mpi_partner(group, partner));
}

void pomp_mpi_sent(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  if (!call->path || to == MPI_PROC_NULL)
    return;
  struct pomp_mpi_group *group = pomp_mpi_group_of_comm(comm);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  pomp_mpi_add_sent(call, bytes, to, group);
  if (POMP_MPI_TRACING)
    pomp_mpi_record_sent(group, to, tag, bytes);
  pomp_mpi_group_release(group);
}

void pomp_mpi_received(const struct pomp_mpi_call *call, MPI_Comm comm, const MPI_Status *status) {
  if (!call->path || status->MPI_SOURCE == MPI_PROC_NULL)
    return;
  struct pomp_mpi_group *group = pomp_mpi_group_of_comm(comm);
  uint64_t bytes = pomp_mpi_status_bytes(status);
  pomp_mpi_add_received(call, bytes, status->MPI_SOURCE, group);
  if (POMP_MPI_TRACING)
    pomp_mpi_record_received(group, status->MPI_SOURCE, status->MPI_TAG, bytes);
  pomp_mpi_group_release(group);
}

void pomp_mpi_put(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win) {
  if (!call->path || target == MPI_PROC_NULL)
    return;
  struct pomp_mpi_group *group = pomp_mpi_group_of_win(win);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  pomp_mpi_add_sent(call, bytes, target, group);
  if (POMP_MPI_TRACING)
    pomp_mpi_record_access(true, bytes, group, target);
  pomp_mpi_group_release(group);
}

void pomp_mpi_got(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win) {
  if (!call->path || target == MPI_PROC_NULL)
    return;
  struct pomp_mpi_group *group = pomp_mpi_group_of_win(win);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  pomp_mpi_add_received(call, bytes, target, group);
  if (POMP_MPI_TRACING)
    pomp_mpi_record_access(false, bytes, group, target);
  pomp_mpi_group_release(group);
}

void pomp_mpi_exchanged(const struct pomp_mpi_call *call, int put, MPI_Datatype put_type, MPI_Op op, int got,
                        MPI_Datatype got_type, int target, MPI_Win win) {
  if (op != MPI_NO_OP)
    pomp_mpi_put(call, put, put_type, target, win);
  pomp_mpi_got(call, got, got_type, target, win);
}

void pomp_mpi_access_file(const struct pomp_mpi_call *call, bool out, uint64_t bytes) {
  if (out)
    pomp_mpi_add_sent(call, bytes, 0, NULL);
  else
    pomp_mpi_add_received(call, bytes, 0, NULL);
  if (POMP_MPI_TRACING)
    pomp_mpi_record_access(out, bytes, NULL, 0);
}

void pomp_mpi_read(const struct pomp_mpi_call *call, const MPI_Status *status) {
  if (call->path)
    pomp_mpi_access_file(call, false, pomp_mpi_status_bytes(status));
}

void pomp_mpi_written(const struct pomp_mpi_call *call, const MPI_Status *status) {
  if (call->path)
    pomp_mpi_access_file(call, true, pomp_mpi_status_bytes(status));
}
