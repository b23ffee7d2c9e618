/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* wrappers.h - what the generated wrappers of MPI's functions are made of.
 * Not here: which functions there are (functions.txt), how a wrapper is written (generate.py), what the functions count
 * (count). */
#ifndef POMP_MPI_WRAPPERS_H
#define POMP_MPI_WRAPPERS_H

#include "count/collectives.h"
#include "count/completion.h"
#include "count/messages.h"
#include "count/trace_records.h"
#include "job/job.h"

#define POMP_MPI_EXPORT __attribute__((visibility("default")))
#define POMP_MPI_REGION(function)                                                                                      \
  {.name = #function, .sub_name = "", .file_name = "", .function_name = "", .version = POMP_RD_VERSION}

/* In a wrapper: the region of the function where the program calls it. */
#define POMP_MPI_CALLED(region) pomp_adapter_called(&(region), __builtin_return_address(0))

static inline void pomp_mpi_enter(struct pomp_mpi_call *call) { call->path = pomp_adapter_enter(call->d); }
static inline void pomp_mpi_exit(const struct pomp_mpi_call *call) { pomp_adapter_exit(call->d); }

/* MPI is going to be initialised; the call has returned; MPI has been initialised, which is once a process. */
void pomp_mpi_before(void);
void pomp_mpi_after(bool good);
void pomp_mpi_begin(void);

/* MPI_Finalize: the ranks meet in its region, and then MPI ends. */
int pomp_mpi_finalize(void);

/* MPI_Pcontrol: level 0 switches measurement off, 1 switches it on; other levels mean nothing here. */
void pomp_mpi_control(int level);

#endif
