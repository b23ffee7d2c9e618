/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* partners.h - how many distinct ranks a call path has exchanged messages with.
 * Not here: which rank of a communicator is which of the job (groups.h). */
#ifndef POMP_MPI_PARTNERS_H
#define POMP_MPI_PARTNERS_H

#include "surface/adapter.h"

#include <stdbool.h>

/* Counts the partner (a number of pomp_mpi_partner), unless it is in the record's set already: then the result is
 * false. Only the thread that may write the record calls this. */
bool pomp_mpi_partners_add(struct pomp_adapter_messages *m, uint64_t partner);

#endif
