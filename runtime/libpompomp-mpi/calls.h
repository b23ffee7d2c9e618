/* calls.h - what the generated wrappers of MPI's functions are made of.
 * Not here: which functions there are (functions.txt), how a wrapper is written (generate.py).
 *
 * All of it may run in any thread of the program at any time, before MPI_Init and after MPI_Finalize too. */
#ifndef POMP_MPI_CALLS_H
#define POMP_MPI_CALLS_H

#include "adapter.h"
#include "job.h"

#include <mpi.h>

#define POMP_MPI_EXPORT __attribute__((visibility("default")))
#define POMP_MPI_REGION(function)                                                                                      \
  {.name = #function, .sub_name = "", .file_name = "", .function_name = "", .version = POMP_RD_VERSION}

/* One call of an MPI function, on its caller's stack. */
struct pomp_mpi_call {
  struct ompregdescr *d;
  struct pomp_node *node; /* its call path; NULL: it is not recorded */
};

static inline void pomp_mpi_enter(struct pomp_mpi_call *call) { call->node = pomp_adapter_enter(call->d); }
static inline void pomp_mpi_exit(const struct pomp_mpi_call *call) { pomp_adapter_exit(call->d); }

/* MPI has been initialised: once a process. */
void pomp_mpi_begin(void);

/* MPI_Pcontrol: 0 switches measurement off, 1 on; other levels mean nothing here. */
void pomp_mpi_control(int level);

#endif
