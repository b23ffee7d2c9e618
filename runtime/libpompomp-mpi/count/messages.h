/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* messages.h - what a call counts at once: messages between two ranks, accesses of windows and of files.
 * Not here: collective operations (collectives.h), what is known only when a request completes (completion.h). */
#ifndef POMP_MPI_MESSAGES_H
#define POMP_MPI_MESSAGES_H

#include "count/call.h"
#include "handles/groups.h"

uint64_t pomp_mpi_bytes(int count, MPI_Datatype type);
/* Returns how many bytes have arrived, or were read or written; 0 if there is no message, or it was cancelled. */
uint64_t pomp_mpi_status_bytes(const MPI_Status *status);

/* Count one message. `partner` is a rank of the group; if it is MPI_PROC_NULL, there is no message. The group may be
 * NULL: then no partner is counted. */
void pomp_mpi_add_sent(const struct pomp_mpi_call *call, uint64_t bytes, int partner, struct pomp_mpi_group *group);
void pomp_mpi_add_received(const struct pomp_mpi_call *call, uint64_t bytes, int partner, struct pomp_mpi_group *group);

/* These are for point-to-point messages. */
void pomp_mpi_sent(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
void pomp_mpi_received(const struct pomp_mpi_call *call, MPI_Comm comm, const MPI_Status *status);

/* These are for accesses of windows. One access may do both: `op` is MPI_NO_OP if it puts nothing. */
void pomp_mpi_put(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win);
void pomp_mpi_got(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win);
void pomp_mpi_exchanged(const struct pomp_mpi_call *call, int put, MPI_Datatype put_type, MPI_Op op, int got,
                        MPI_Datatype got_type, int target, MPI_Win win);

/* These are for accesses of files. */
void pomp_mpi_access_file(const struct pomp_mpi_call *call, bool out, uint64_t bytes);
void pomp_mpi_read(const struct pomp_mpi_call *call, const MPI_Status *status);
void pomp_mpi_written(const struct pomp_mpi_call *call, const MPI_Status *status);

#endif
