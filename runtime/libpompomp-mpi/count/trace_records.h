/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* trace_records.h - writes records into the trace: messages, collectives, and the communicators that they go through.
 * Not here: what is counted in the profile (messages.h); what the records look like (pomp_trace_format.h).
 *
 * Nothing is sent to agree on names: a communicator is known to all its ranks by the hash of their numbers in
 * MPI_COMM_WORLD, and by how many communicators of just these ranks there were before, which is why they are numbered
 * as they are made. */
#ifndef POMP_MPI_TRACE_RECORDS_H
#define POMP_MPI_TRACE_RECORDS_H

#include "count/call.h"
#include "handles/requests.h"

/* POMP_TRACE asks for a trace. It is written once, in MPI_Init. */
extern bool pomp_mpi_tracing __attribute__((visibility("hidden")));
#define POMP_MPI_TRACING __builtin_expect(pomp_mpi_tracing, 0)

/* The functions below are for calls that are recorded, inside of the region, if POMP_MPI_TRACING. A message to or from
 * MPI_PROC_NULL, or of a group that is not known (NULL), leaves no record. */
void pomp_mpi_record_sent(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes);
void pomp_mpi_record_received(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes);
/* Non-blocking messages: the result is the request's name in the trace, which is never 0. */
uint64_t pomp_mpi_record_send(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes);
uint64_t pomp_mpi_record_receive(void);
void pomp_mpi_record_send_done(uint64_t request);
void pomp_mpi_record_receive_done(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes, uint64_t request);
/* The send or receive has been cancelled. */
void pomp_mpi_record_cancelled(uint64_t request);
/* The result is the request's name if the operation is a non-blocking one, or else 0. */
uint64_t pomp_mpi_record_collective(const struct pomp_mpi_call *call, struct pomp_mpi_group *group,
                                    const struct pomp_mpi_part *part);
void pomp_mpi_record_collective_done(struct pomp_mpi_group *group, const struct pomp_mpi_part *part, uint64_t request);

/* There is an access of a window; or of a file, if the group is NULL: then there is no partner. */
void pomp_mpi_record_access(bool out, uint64_t bytes, struct pomp_mpi_group *group, int partner);
/* The call path meets a neighbour that it has had nothing to do with before. */
void pomp_mpi_record_partner(uint64_t partner);

/* --- what wrappers call, whether the call is recorded or there is a trace or not --- */

/* There is a new communicator; it is MPI_COMM_NULL if this rank is not in it, or if a window or a file was made. The
 * ranks of `from` have made it; `alone`: only the members of the new communicator take part. If the new one has ranks
 * of several communicators, `from` is MPI_COMM_NULL. */
void pomp_mpi_made_comm(const struct pomp_mpi_call *call, MPI_Comm comm, MPI_Comm from, bool alone);
/* A communicator is about to be freed; the second function is handed the result of the first when it is. */
struct pomp_mpi_group *pomp_mpi_freed_comm(MPI_Comm comm);
void pomp_mpi_comm_is_freed(const struct pomp_mpi_call *call, struct pomp_mpi_group *freed, int returned);

#endif
