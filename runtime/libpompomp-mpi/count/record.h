/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* record.h - what goes into the trace: messages, collectives, and what the communicators are that they go through.
 * Not here: what is counted in the profile (calls.h); what the records look like (pomp_trace_format.h).
 *
 * Nothing is sent for it: a communicator is known to all its ranks by the hash of their numbers in MPI_COMM_WORLD, and
 * by how many communicators of just these ranks there were before, which is why they are numbered as they are made. */
#ifndef POMP_MPI_RECORD_H
#define POMP_MPI_RECORD_H

#include "count/calls.h"

/* POMP_TRACE asks for a trace. Written once, in MPI_Init. */
extern bool pomp_mpi_tracing __attribute__((visibility("hidden")));
#define POMP_MPI_TRACING __builtin_expect(pomp_mpi_tracing, 0)

/* All of them for calls that are recorded, inside of the region, if POMP_MPI_TRACING. A message to or from
 * MPI_PROC_NULL, or of a group that is not known (NULL), is none. */
void pomp_mpi_record_sent(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes);
void pomp_mpi_record_received(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes);
/* Non-blocking ones: the result is the request's name in the trace, never 0. */
uint64_t pomp_mpi_record_send(struct pomp_mpi_group *group, int to, int tag, uint64_t bytes);
uint64_t pomp_mpi_record_receive(void);
void pomp_mpi_record_send_done(uint64_t request);
void pomp_mpi_record_receive_done(struct pomp_mpi_group *group, int from, int tag, uint64_t bytes, uint64_t request);
/* What was sent or received has been cancelled. */
void pomp_mpi_record_cancelled(uint64_t request);
/* The request's name, if it is a non-blocking one; else 0. */
uint64_t pomp_mpi_record_collective(const struct pomp_mpi_call *call, struct pomp_mpi_group *group,
                                    const struct pomp_mpi_part *part);
void pomp_mpi_record_collective_done(struct pomp_mpi_group *group, const struct pomp_mpi_part *part, uint64_t request);

/* An access of a window, or of a file: then the group is NULL, and there is no partner. */
void pomp_mpi_record_access(bool out, uint64_t bytes, struct pomp_mpi_group *group, int partner);
/* A neighbour that the call path has had nothing to do with before. */
void pomp_mpi_record_partner(uint64_t partner);

#endif
