/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* completion.h - what is counted when a request completes. These functions watch a request whether the call that begins
 * it is recorded or not, as the call that completes it may be.
 * Not here: the table of requests (handles/requests.h). */
#ifndef POMP_MPI_COMPLETION_H
#define POMP_MPI_COMPLETION_H

#include "count/call.h"
#include "handles/requests.h"

/* MPI_Init calls this, if there will be a trace. */
void pomp_mpi_completion_begin(void);

/* --- requests come to be --- */

/* A send is counted at once; it is watched if it is traced. */
void pomp_mpi_will_send(const struct pomp_mpi_call *call, MPI_Request request, int count, MPI_Datatype type, int to,
                        int tag, MPI_Comm comm);
void pomp_mpi_will_receive(const struct pomp_mpi_call *call, MPI_Request request, int from, MPI_Comm comm);
void pomp_mpi_will_read(MPI_Request request);
void pomp_mpi_will_write(MPI_Request request);
/* A collective operation is counted at once; it is watched, as `record`, if it is traced. */
void pomp_mpi_will_finish(const struct pomp_mpi_call *call, struct pomp_mpi_group *group, const struct pomp_mpi_part *p,
                          uint64_t record);
/* Persistent requests are made here, and are not active yet. */
void pomp_mpi_may_send(MPI_Request request, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
void pomp_mpi_may_receive(MPI_Request request, int from, MPI_Comm comm);
/* A probe has matched a message. Its receive is handed the entry that was found before MPI was called. */
void pomp_mpi_matched(MPI_Message message, MPI_Comm comm);
struct pomp_mpi_request *pomp_mpi_match(MPI_Message message);
void pomp_mpi_match_received(const struct pomp_mpi_call *call, struct pomp_mpi_request *match,
                             const MPI_Status *status);
void pomp_mpi_match_will_receive(const struct pomp_mpi_call *call, struct pomp_mpi_request *match, MPI_Request request);

/* --- requests complete --- */

/* These are for one request, in a wait, a test or MPI_Request_free. `now` is what MPI has left of its handle. */
struct pomp_mpi_request *pomp_mpi_watched(MPI_Request request);
void pomp_mpi_completed(const struct pomp_mpi_call *call, struct pomp_mpi_request *r, MPI_Request now, int returned,
                        const MPI_Status *status);

/* A wait, a test or a start may have several requests. What has to be kept of them while MPI works is here or, if
 * they are many, in memory of its own; if there is none, nothing is counted. */
#define POMP_MPI_FEW 16
struct pomp_mpi_set {
  int count;
  uint64_t serial;      /* the latest entry had this number then */
  MPI_Request *handles; /* as they were */
  MPI_Status *statuses;
  MPI_Request few_handles[POMP_MPI_FEW];
  MPI_Status few_statuses[POMP_MPI_FEW];
};
void pomp_mpi_set_begin(struct pomp_mpi_set *set, int count, const MPI_Request *requests);
/* Does the same, and returns the statuses to call MPI with: the caller's, or, if it wants none, our own. */
MPI_Status *pomp_mpi_set_begin_statuses(struct pomp_mpi_set *set, int count, const MPI_Request *requests,
                                        MPI_Status *statuses);
void pomp_mpi_set_started(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                          int returned);
void pomp_mpi_set_all(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                      const MPI_Status *statuses, int returned);
void pomp_mpi_set_some(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                       const MPI_Status *statuses, const int *indices, int done, int returned);
void pomp_mpi_set_any(const struct pomp_mpi_call *call, struct pomp_mpi_set *set, const MPI_Request *requests,
                      const MPI_Status *status, int index, int returned);
/* This is to be called after a wait or a test. */
void pomp_mpi_set_end(struct pomp_mpi_set *set);

#endif
