/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* calls.h - what the generated wrappers of MPI's functions are made of.
 * Not here: which functions there are (functions.txt), how a wrapper is written (generate.py).
 *
 * All of it may run in any thread of the program at any time, before MPI_Init and after MPI_Finalize too, and in
 * several threads at once. What counts is called inside of the region, after the MPI function has succeeded; it does
 * nothing if the call is not recorded. Bytes are counts times sizes of types. docs/mpi.md says what is counted as what.
 */
#ifndef POMP_MPI_CALLS_H
#define POMP_MPI_CALLS_H

#include "adapter.h"
#include "handles/requests.h"
#include "job/job.h"

#include <mpi.h>

#define POMP_MPI_EXPORT __attribute__((visibility("default")))
#define POMP_MPI_REGION(function)                                                                                      \
  {.name = #function, .sub_name = "", .file_name = "", .function_name = "", .version = POMP_RD_VERSION}

/* One call of an MPI function, on its caller's stack. */
struct pomp_mpi_call {
  struct ompregdescr *d;
  struct pomp_node *node; /* its call path; NULL: it is not recorded */
  enum pomp_mpi_kind kind;
  const MPI_Request *request; /* what a non-blocking collective operation begins; NULL: it is none */
};

static inline void pomp_mpi_enter(struct pomp_mpi_call *call) { call->node = pomp_adapter_enter(call->d); }
static inline void pomp_mpi_exit(const struct pomp_mpi_call *call) { pomp_adapter_exit(call->d); }

/* MPI has been initialised: once a process. */
void pomp_mpi_begin(void);

/* There is a new communicator (record.c); MPI_COMM_NULL: this rank is not in it. `from`: whose ranks have made it;
 * `alone`: of those, its own; MPI_COMM_NULL: there were others, too. */
void pomp_mpi_made_comm(const struct pomp_mpi_call *call, MPI_Comm comm, MPI_Comm from, bool alone);
/* A communicator is about to be freed; what comes of it is for the next one. */
struct pomp_mpi_group *pomp_mpi_freed_comm(MPI_Comm comm);
void pomp_mpi_comm_is_freed(const struct pomp_mpi_call *call, struct pomp_mpi_group *freed, int returned);

/* MPI_Pcontrol: 0 switches measurement off, 1 on; other levels mean nothing here. */
void pomp_mpi_control(int level);

/* --- what is counted at once (calls.c) --- */

uint64_t pomp_mpi_bytes(int count, MPI_Datatype type);
/* The same for what has arrived, or was read or written; 0 if there is none, or it was cancelled. */
uint64_t pomp_mpi_status_bytes(const MPI_Status *status);

/* One message; `partner` is a rank of the group. MPI_PROC_NULL: none. The group may be NULL: then there is no partner.
 */
void pomp_mpi_add_sent(const struct pomp_mpi_call *call, uint64_t bytes, int partner, struct pomp_mpi_group *group);
void pomp_mpi_add_received(const struct pomp_mpi_call *call, uint64_t bytes, int partner, struct pomp_mpi_group *group);

/* Point-to-point. */
void pomp_mpi_sent(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
void pomp_mpi_received(const struct pomp_mpi_call *call, MPI_Comm comm, const MPI_Status *status);
/* One-sided. */
void pomp_mpi_put(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win);
void pomp_mpi_got(const struct pomp_mpi_call *call, int count, MPI_Datatype type, int target, MPI_Win win);
/* Both, in one access: `op` may be MPI_NO_OP, which puts nothing. */
void pomp_mpi_exchanged(const struct pomp_mpi_call *call, int put, MPI_Datatype put_type, MPI_Op op, int got,
                        MPI_Datatype got_type, int target, MPI_Win win);
/* Files. */
void pomp_mpi_access_file(const struct pomp_mpi_call *call, bool out, uint64_t bytes);
void pomp_mpi_read(const struct pomp_mpi_call *call, const MPI_Status *status);
void pomp_mpi_written(const struct pomp_mpi_call *call, const MPI_Status *status);

/* --- what is counted at its completion (completion.c); these watch requests whether the call is recorded or not --- */

/* In MPI_Init, if there will be a trace. */
void pomp_mpi_completion_begin(void);
/* A send is counted at once; it is watched if it is traced. */
void pomp_mpi_will_send(const struct pomp_mpi_call *call, MPI_Request request, int count, MPI_Datatype type, int to,
                        int tag, MPI_Comm comm);
void pomp_mpi_will_receive(const struct pomp_mpi_call *call, MPI_Request request, int from, MPI_Comm comm);
void pomp_mpi_will_read(MPI_Request request);
void pomp_mpi_will_write(MPI_Request request);
/* A collective operation is counted at once; it is watched, as `record`, if it is traced. */
void pomp_mpi_will_finish(const struct pomp_mpi_call *call, struct pomp_mpi_group *group, const struct pomp_mpi_part *p,
                          uint64_t record);
/* Persistent requests: made, not active yet. */
void pomp_mpi_may_send(MPI_Request request, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
void pomp_mpi_may_receive(MPI_Request request, int from, MPI_Comm comm);
/* A message that a probe has matched; and its receive, which is handed the entry found before. */
void pomp_mpi_matched(MPI_Message message, MPI_Comm comm);
struct pomp_mpi_request *pomp_mpi_match(MPI_Message message);
void pomp_mpi_match_received(const struct pomp_mpi_call *call, struct pomp_mpi_request *match,
                             const MPI_Status *status);
void pomp_mpi_match_will_receive(const struct pomp_mpi_call *call, struct pomp_mpi_request *match, MPI_Request request);

/* One request in a wait, a test or MPI_Request_free. */
struct pomp_mpi_request *pomp_mpi_watched(MPI_Request request);
void pomp_mpi_completed(const struct pomp_mpi_call *call, struct pomp_mpi_request *r, MPI_Request now, int returned,
                        const MPI_Status *status);

/* Several requests at once, in a wait, a test or a start. What is needed stands here, or, if they are many, in memory
 * of its own; if there is none, nothing is counted. */
#define POMP_MPI_FEW 16
struct pomp_mpi_set {
  int count;
  uint64_t serial;      /* of the latest entry, then */
  MPI_Request *handles; /* as they were */
  MPI_Status *statuses;
  MPI_Request few_handles[POMP_MPI_FEW];
  MPI_Status few_statuses[POMP_MPI_FEW];
};
void pomp_mpi_set_begin(struct pomp_mpi_set *set, int count, const MPI_Request *requests);
/* The same; the statuses to call MPI with: the caller's, or, if it wants none, our own. */
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
/* After a wait or a test. */
void pomp_mpi_set_end(struct pomp_mpi_set *set);

#endif
