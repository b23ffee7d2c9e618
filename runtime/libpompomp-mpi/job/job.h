/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job.h - what the process's experiment is told of the job that the process is part of.
 * Not here: the calls of MPI functions (wrap, count). */
#ifndef POMP_MPI_JOB_H
#define POMP_MPI_JOB_H

/* At load; and at calls that are allowed before MPI_Init, since other libraries' constructors make them earlier than
 * that: those of Open MPI's C++ bindings do. */
void pomp_mpi_expect(void);

/* At the end of MPI_Init or MPI_Init_thread, outside of its region: MPI may be used. `rank` and `size` are those of
 * MPI_COMM_WORLD. Once a process. */
void pomp_mpi_started(int rank, int size);

/* In MPI_Finalize, before the work is done: MPI may still be used, by all ranks of MPI_COMM_WORLD together. The
 * measurement ends here. Only the
 * PMPI_ functions are to be called. */
void pomp_mpi_finalizing(void);

#endif
