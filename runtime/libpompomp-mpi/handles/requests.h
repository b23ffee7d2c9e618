/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* requests.h - the requests and matched messages that are watched, because something is counted when they complete.
 * Not here: what a non-blocking send or collective carries is known, and counted, when it begins; its request is
 * watched only if it is traced.
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

/* This is a rank's part in a collective operation. */
struct pomp_mpi_part {
  int root; /* a rank; less than 0: there is none */
  uint64_t sent, received;
  uint32_t node; /* the call path of the function that begins it */
};

struct pomp_mpi_request {
  struct pomp_mpi_request *next;
  uintptr_t handle;
  uint64_t serial;              /* entries are numbered from 1, as they are made */
  struct pomp_mpi_group *group; /* the entry holds it; files have none: NULL */
  uint64_t bytes;               /* bytes, partner and tag are those of a persistent send */
  int partner, tag;
  struct pomp_mpi_part part; /* the part of a collective operation */
  uint64_t record;           /* its name in the trace; 0: its begin is not in the trace */
  uint8_t kind;
  bool persistent, active;
};

/* Makes an entry, which takes over the caller's hold on the group; that may be NULL. The result is NULL if there is no
 * memory: then the request will not be counted. */
struct pomp_mpi_request *pomp_mpi_request_new(uintptr_t handle, enum pomp_mpi_request_kind kind,
                                              struct pomp_mpi_group *group);

/* Returns the serial number of the latest entry so far. */
uint64_t pomp_mpi_requests_now(void);

/* Finds the handle's latest entry among those up to a serial number; NULL: it has none. The entry stays until it is
 * dropped by the thread that completes the request: MPI allows one thread to do so. */
struct pomp_mpi_request *pomp_mpi_request_find(uintptr_t handle, bool matched, uint64_t serial);

/* Takes the entry out, and frees it. NULL is allowed. */
void pomp_mpi_request_drop(struct pomp_mpi_request *r);

/* A persistent request's handle has become another one. */
void pomp_mpi_request_rename(struct pomp_mpi_request *r, uintptr_t handle);

#endif
