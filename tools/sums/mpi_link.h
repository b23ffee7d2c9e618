/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi_link.h - what libpompreport-mpi.so does for pomp-report, which is not linked with MPI: it sends bytes from one
 * process of a job to another. Not here: what is sent (launched_processes.c). */
#ifndef SUMS_MPI_LINK_H
#define SUMS_MPI_LINK_H

#include <stdbool.h>
#include <stddef.h>

#define LINK_FILE "libpompreport-mpi.so"
#define LINK_NAME "pomp_report_link"
#define LINK_VERSION 1u

/* Each function but `end` returns false if MPI fails. */
struct mpi_link {
  unsigned version;
  bool (*begin)(int *rank, int *size);
  /* Both sides know how many bytes there are. */
  bool (*send)(int to, const void *bytes, size_t size);
  bool (*receive)(int from, void *bytes, size_t size); /* NULL: nobody needs them */
  void (*end)(void);
};

#endif
