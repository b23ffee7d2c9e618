/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call.h - holds one call of an MPI function, as everything that counts it knows it.
 * Not here: what is counted (messages.h, collectives.h, completion.h), which functions there are (wrap/functions.txt).
 *
 * All functions of this folder may run in any thread of the program at any time, before MPI_Init and after MPI_Finalize
 * too, and in several threads at once. Those that count are called inside of the call's region, after the MPI function
 * has succeeded; they do nothing if the call is not recorded. Bytes are counts times sizes of types. docs/mpi.md says
 * what is counted as what. */
#ifndef POMP_MPI_CALL_H
#define POMP_MPI_CALL_H

#include "surface/adapter.h"

#include <mpi.h>

/* It is on its caller's stack. */
struct pomp_mpi_call {
  struct ompregdescr *d;
  struct pomp_path *path; /* its call path; NULL: it is not recorded */
  enum pomp_mpi_kind kind;
  const MPI_Request *request; /* what a non-blocking collective operation begins; NULL: it is none */
};

#endif
