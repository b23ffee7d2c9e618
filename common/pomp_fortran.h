/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_fortran.h - names of Fortran's procedures as they are written, from the symbols that compilers make of them.
 * Not here: names of C++, which compilers tell unmangled, or libdw does. */
#ifndef POMP_FORTRAN_H
#define POMP_FORTRAN_H

#include <stddef.h>

/* Writes the procedure's name, with the modules and procedures around it: "m::sweep", for Flang's _QMmPsweep and what
 * it outlines (_QMmPsweep..omp_par), gfortran's __m_MOD_sweep and Intel's m_mp_sweep_. What is no such symbol stays as
 * it is. */
void pomp_fortran_name(const char *symbol, size_t length, char *to, size_t size);

#endif
