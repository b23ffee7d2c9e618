/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* job.h - what the process's experiment says of the job that the process is part of.
 * Not here: the calls of MPI functions (wrap, count). */
#ifndef POMP_MPI_JOB_H
#define POMP_MPI_JOB_H

/* This is called when the library is loaded; and in calls that are allowed before MPI_Init, as other libraries'
 * constructors may make them before this library is loaded: those of Open MPI's C++ bindings do. */
void pomp_mpi_expect(void);

/* This is called once a process, before MPI begins; and then, if it doesn't. */
void pomp_mpi_starting(void);
void pomp_mpi_not_started(void);

/* This is called once a process, at the end of MPI_Init or MPI_Init_thread and outside of its region: MPI may be used.
 * `rank` and `size` are those of MPI_COMM_WORLD. */
void pomp_mpi_started(int rank, int size);

/* This is called in MPI_Finalize, or PMPI_Finalize, before MPI ends: the ranks that are measured together may still use
 * it, by its PMPI_ functions alone. They make one file of what was measured until now; the measurement goes on. */
void pomp_mpi_finalizing(void);
/* This is called when MPI_Finalize is over. */
void pomp_mpi_finalized(void);

#endif
