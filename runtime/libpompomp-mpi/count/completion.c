/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* completion.c - counts what a request has carried when it completes, and watches requests and matched messages until
 * then.
 * Not here: the table of requests (handles/requests.c). */
#include "count/completion.h"
#include "count/messages.h"
#include "count/trace_records.h"

#include <stdlib.h>

/* --- requests come to be --- */

void pomp_mpi_will_send(const struct pomp_mpi_call *call, MPI_Request request, int count, MPI_Datatype type, int to,
                        int tag, MPI_Comm comm) {
  if (!call->path || to == MPI_PROC_NULL)
    return;
  struct pomp_mpi_group *group = pomp_mpi_group_of_comm(comm);
  uint64_t bytes = pomp_mpi_bytes(count, type);
  pomp_mpi_add_sent(call, bytes, to, group);
  if (POMP_MPI_TRACING) {
    uint64_t record = pomp_mpi_record_send(group, to, tag, bytes);
    struct pomp_mpi_request *r =
        request != MPI_REQUEST_NULL ? pomp_mpi_request_new((uintptr_t)request, POMP_MPI_SEND, NULL) : NULL;
    if (r)
      r->record = record;
  }
  pomp_mpi_group_release(group);
}

/* A receive begins. `r` is its entry, or NULL. */
static void record_receive(const struct pomp_mpi_call *call, struct pomp_mpi_request *r) {
  if (r)
    r->record = POMP_MPI_TRACING && call->path ? pomp_mpi_record_receive() : 0;
}
void pomp_mpi_will_receive(const struct pomp_mpi_call *call, MPI_Request request, int from, MPI_Comm comm) {
  if (from != MPI_PROC_NULL && request != MPI_REQUEST_NULL) /* receives from MPI_PROC_NULL may share a handle */
    record_receive(call, pomp_mpi_request_new((uintptr_t)request, POMP_MPI_RECEIVE, pomp_mpi_group_of_comm(comm)));
}
void pomp_mpi_will_read(MPI_Request request) {
  if (request != MPI_REQUEST_NULL)
    pomp_mpi_request_new((uintptr_t)request, POMP_MPI_READ, NULL);
}
void pomp_mpi_will_write(MPI_Request request) {
  if (request != MPI_REQUEST_NULL)
    pomp_mpi_request_new((uintptr_t)request, POMP_MPI_WRITE, NULL);
}

/* An operation that is complete when it begins may share its handle with other operations, so that it can't be watched.
 * A receive from MPI_PROC_NULL is complete at once: if two such receives have one handle, `nothing` is this handle. */
static MPI_Request nothing = MPI_REQUEST_NULL;
void pomp_mpi_completion_begin(void) {
  MPI_Request r[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  for (int i = 0; i < 2; i++)
    if (PMPI_Irecv(NULL, 0, MPI_BYTE, MPI_PROC_NULL, 0, MPI_COMM_SELF, &r[i]) != MPI_SUCCESS)
      return;
  nothing = r[0] == r[1] ? r[0] : MPI_REQUEST_NULL;
  PMPI_Waitall(2, r, MPI_STATUSES_IGNORE);
}

void pomp_mpi_will_finish(const struct pomp_mpi_call *call, struct pomp_mpi_group *group, const struct pomp_mpi_part *p,
                          uint64_t record) {
  MPI_Request request = *call->request;
  struct pomp_mpi_request *r = NULL;
  if (request != MPI_REQUEST_NULL && request != nothing)
    r = pomp_mpi_request_new((uintptr_t)request, POMP_MPI_COLLECTIVE, pomp_mpi_group_again(group));
  if (!r) {
    pomp_mpi_record_collective_done(group, p, record);
    return;
  }
  r->part = *p;
  r->record = record;
}

static struct pomp_mpi_request *persistent(MPI_Request request, enum pomp_mpi_request_kind kind, int partner,
                                           MPI_Comm comm) {
  if (partner == MPI_PROC_NULL || request == MPI_REQUEST_NULL)
    return NULL;
  struct pomp_mpi_request *r = pomp_mpi_request_new((uintptr_t)request, kind, pomp_mpi_group_of_comm(comm));
  if (r) {
    r->persistent = true;
    r->active = false;
    r->partner = partner;
  }
  return r;
}
void pomp_mpi_may_send(MPI_Request request, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm) {
  struct pomp_mpi_request *r = persistent(request, POMP_MPI_SEND, to, comm);
  if (r) {
    r->bytes = pomp_mpi_bytes(count, type);
    r->tag = tag;
  }
}
void pomp_mpi_may_receive(MPI_Request request, int from, MPI_Comm comm) {
  persistent(request, POMP_MPI_RECEIVE, from, comm);
}

void pomp_mpi_matched(MPI_Message message, MPI_Comm comm) {
  if (message != MPI_MESSAGE_NULL && message != MPI_MESSAGE_NO_PROC)
    pomp_mpi_request_new((uintptr_t)message, POMP_MPI_MATCHED, pomp_mpi_group_of_comm(comm));
}
struct pomp_mpi_request *pomp_mpi_match(MPI_Message message) {
  return pomp_mpi_request_find((uintptr_t)message, true, UINT64_MAX);
}
void pomp_mpi_match_received(const struct pomp_mpi_call *call, struct pomp_mpi_request *match,
                             const MPI_Status *status) {
  struct pomp_mpi_group *group = match ? match->group : NULL;
  if (call->path && status->MPI_SOURCE != MPI_PROC_NULL) {
    uint64_t bytes = pomp_mpi_status_bytes(status);
    pomp_mpi_add_received(call, bytes, status->MPI_SOURCE, group);
    if (POMP_MPI_TRACING)
      pomp_mpi_record_received(group, status->MPI_SOURCE, status->MPI_TAG, bytes);
  }
  pomp_mpi_request_drop(match);
}
void pomp_mpi_match_will_receive(const struct pomp_mpi_call *call, struct pomp_mpi_request *match,
                                 MPI_Request request) {
  if (!match)
    return; /* it comes from MPI_PROC_NULL */
  record_receive(call, pomp_mpi_request_new((uintptr_t)request, POMP_MPI_RECEIVE, pomp_mpi_group_again(match->group)));
  pomp_mpi_request_drop(match);
}

/* --- requests complete --- */

struct pomp_mpi_request *pomp_mpi_watched(MPI_Request request) {
  return request != MPI_REQUEST_NULL ? pomp_mpi_request_find((uintptr_t)request, false, UINT64_MAX) : NULL;
}

/* Reads and writes are not asked: Open MPI (4.1, OMPIO) leaves the field of their status as it finds it. */
static bool is_cancelled(const struct pomp_mpi_request *r, const MPI_Status *status) {
  int cancelled = 0;
  return (r->kind == POMP_MPI_RECEIVE || r->kind == POMP_MPI_SEND) &&
         PMPI_Test_cancelled(status, &cancelled) == MPI_SUCCESS && cancelled != 0;
}

static void count(const struct pomp_mpi_call *call, const struct pomp_mpi_request *r, const MPI_Status *status) {
  if (!call->path)
    return;
  if (is_cancelled(r, status)) {
    if (r->record)
      pomp_mpi_record_cancelled(r->record);
    return;
  }
  if (r->kind == POMP_MPI_SEND || r->kind == POMP_MPI_COLLECTIVE) {
    if (r->record && r->kind == POMP_MPI_SEND)
      pomp_mpi_record_send_done(r->record);
    else if (r->record)
      pomp_mpi_record_collective_done(r->group, &r->part, r->record);
    return;
  }
  uint64_t bytes = pomp_mpi_status_bytes(status);
  if (r->kind == POMP_MPI_WRITE || r->kind == POMP_MPI_READ)
    pomp_mpi_access_file(call, r->kind == POMP_MPI_WRITE, bytes);
  else {
    pomp_mpi_add_received(call, bytes, status->MPI_SOURCE, r->group);
    if (POMP_MPI_TRACING)
      pomp_mpi_record_receive_done(r->group, status->MPI_SOURCE, status->MPI_TAG, bytes, r->record);
  }
}

/* `now` is what MPI has left of the request's handle. */
void pomp_mpi_completed(const struct pomp_mpi_call *call, struct pomp_mpi_request *r, MPI_Request now, int returned,
                        const MPI_Status *status) {
  if (!r)
    return;
  if (returned == MPI_SUCCESS && r->active)
    count(call, r, status);
  r->active = false;
  if (now == MPI_REQUEST_NULL)
    pomp_mpi_request_drop(r);
}

/* --- several at once --- */

static bool set_room(struct pomp_mpi_set *set, int count) {
  set->handles = set->few_handles;
  set->statuses = set->few_statuses;
  if (count <= POMP_MPI_FEW)
    return true;
  MPI_Request *handles = malloc((size_t)count * sizeof *handles);
  MPI_Status *statuses = malloc((size_t)count * sizeof *statuses);
  if (!handles || !statuses) {
    free(handles);
    free(statuses);
    return false;
  }
  set->handles = handles;
  set->statuses = statuses;
  return true;
}

void pomp_mpi_set_begin(struct pomp_mpi_set *set, int count, const MPI_Request *requests) {
  set->serial = pomp_mpi_requests_now();
  set->count = set->serial && set_room(set, count) && count > 0 ? count : 0;
  if (!set->serial) /* nothing was ever watched */
    set->handles = set->few_handles;
  for (int i = 0; i < set->count; i++)
    set->handles[i] = requests[i];
}

MPI_Status *pomp_mpi_set_begin_statuses(struct pomp_mpi_set *set, int count, const MPI_Request *requests,
                                        MPI_Status *statuses) {
  pomp_mpi_set_begin(set, count, requests);
  return statuses == MPI_STATUSES_IGNORE && set->count ? set->statuses : statuses;
}

void pomp_mpi_set_end(struct pomp_mpi_set *set) {
  if (set->handles == set->few_handles)
    return;
  free(set->handles);
  free(set->statuses);
}

static struct pomp_mpi_request *entry(const struct pomp_mpi_set *set, int i) {
  MPI_Request handle = set->handles[i];
  return handle != MPI_REQUEST_NULL ? pomp_mpi_request_find((uintptr_t)handle, false, set->serial) : NULL;
}

void pomp_mpi_set_started(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                          int returned) {
  for (int i = 0; i < set->count && returned == MPI_SUCCESS; i++) {
    struct pomp_mpi_request *r = entry(set, i);
    if (!r)
      continue;
    if (r->handle != (uintptr_t)requests[i]) /* MPI may need a new one while the old one is not quite done */
      pomp_mpi_request_rename(r, (uintptr_t)requests[i]);
    r->active = true;
    r->record = 0;
    if (call->path && r->kind == POMP_MPI_SEND) {
      pomp_mpi_add_sent(call, r->bytes, r->partner, r->group);
      if (POMP_MPI_TRACING)
        r->record = pomp_mpi_record_send(r->group, r->partner, r->tag, r->bytes);
    } else if (r->kind == POMP_MPI_RECEIVE)
      record_receive(call, r);
  }
  pomp_mpi_set_end(set);
}

/* If some requests have failed, each status says whether its own has. */
void pomp_mpi_set_all(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                      const MPI_Status *statuses, int returned) {
  bool each = returned == MPI_ERR_IN_STATUS;
  for (int i = 0; i < set->count; i++)
    if (!each || statuses[i].MPI_ERROR != MPI_ERR_PENDING)
      pomp_mpi_completed(call, entry(set, i), requests[i], each ? statuses[i].MPI_ERROR : returned, &statuses[i]);
}

void pomp_mpi_set_some(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                       const MPI_Status *statuses, const int *indices, int done, int returned) {
  bool each = returned == MPI_ERR_IN_STATUS;
  for (int i = 0; set->count && done != MPI_UNDEFINED && i < done; i++)
    if (indices[i] >= 0 && indices[i] < set->count)
      pomp_mpi_completed(call, entry(set, indices[i]), requests[indices[i]], each ? statuses[i].MPI_ERROR : returned,
                         &statuses[i]);
}

void pomp_mpi_set_any(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                      const MPI_Status *status, int index, int returned) {
  if (index != MPI_UNDEFINED && index >= 0 && index < set->count)
    pomp_mpi_completed(call, entry(set, index), requests[index], returned, status);
}
