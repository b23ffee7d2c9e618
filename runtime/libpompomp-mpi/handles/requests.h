/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* requests.h - the requests and matched messages whose completion has something to count.
 * Not here: those that have not: what a non-blocking send or collective carries is known, and counted, when it begins;
 * but for those that are traced.
 *
 * A request is found by its handle, which MPI may give out again as soon as it has completed it, to another thread too.
 * So it is found before the MPI function is called, or, where only few of many will have completed, afterwards, among
 * the entries that were there before. */
#ifndef POMP_MPI_REQUESTS_H
#define POMP_MPI_REQUESTS_H

#include "handles/groups.h"

enum pomp_mpi_request_kind {
  POMP_MPI_RECEIVE,
  POMP_MPI_READ,
  POMP_MPI_WRITE,
  POMP_MPI_SEND,
  POMP_MPI_COLLECTIVE,
  POMP_MPI_MATCHED
};

/* A rank's part in a collective operation. */
struct pomp_mpi_part {
  int root; /* rank, or less than 0 */
  uint64_t sent, received;
  uint32_t node; /* the call path of the function that begins it */
};

struct pomp_mpi_request {
  struct pomp_mpi_request *next;
  uintptr_t handle;
  uint64_t serial;              /* entries are numbered from 1, as they are made */
  struct pomp_mpi_group *group; /* held; NULL of files */
  uint64_t bytes;               /* of a persistent send */
  int partner, tag;             /* the same */
  struct pomp_mpi_part part;    /* of a collective operation */
  uint64_t record;              /* what the trace calls it; 0: it has not recorded its begin */
  uint8_t kind;
  bool persistent, active;
};

/* A new entry, without a group if `group` is NULL; takes over the hold on it. NULL: no memory, it will not be counted.
 */
struct pomp_mpi_request *pomp_mpi_request_new(uintptr_t handle, enum pomp_mpi_request_kind kind,
                                              struct pomp_mpi_group *group);

/* The serial of the latest entry so far. */
uint64_t pomp_mpi_requests_now(void);

/* The entry of the handle, the latest of those up to a serial; NULL: it has none. It stays until it is dropped, by
 * whoever completes the request: MPI allows one thread to do so. */
struct pomp_mpi_request *pomp_mpi_request_find(uintptr_t handle, bool matched, uint64_t serial);

/* Takes the entry out, and frees it. NULL is allowed. */
void pomp_mpi_request_drop(struct pomp_mpi_request *r);

/* A persistent request's handle has become another one. */
void pomp_mpi_request_rename(struct pomp_mpi_request *r, uintptr_t handle);

#endif
