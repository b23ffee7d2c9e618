/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* mpi-compiler.h - pomp-mpicc and pomp-mpicxx run the MPI library's own compiler wrapper, and make it run pomp-clang.
 * What does not live here: what pomp-clang adds for MPI (pomp-clang.c). */
#ifndef COMMANDS_CLANG_MPI_COMPILER_H
#define COMMANDS_CLANG_MPI_COMPILER_H

#include <stdbool.h>

/* Was this program called by one of the two names? */
bool mpi_compiler_is(const char *program);

/* Runs it; returns, with an exit status, only if that fails. */
int mpi_compiler_run(char *argv[]);

#endif
