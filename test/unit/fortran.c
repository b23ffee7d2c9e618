/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fortran.c - names of Fortran's procedures, from the symbols of three compilers. */
#include "pomp_fortran.h"
#include "unit.h"

#include <string.h>

static const struct {
  const char *symbol, *name;
} names[] = {
    {"_QMmPsweep", "m::sweep"},
    {"_QMmPsweep..omp_par", "m::sweep"},
    {"_QMmPsweep..omp_par.3", "m::sweep"},
    {"_QPsweep_2d", "sweep_2d"},
    {"_QMmSdetailPsweep", "m::detail::sweep"},
    {"_QMmFsweepPinner", "m::sweep::inner"},
    {"_QQmain", "main"},
    {"_QQmain..omp_par", "main"},
    {"__m_MOD_sweep", "m::sweep"},
    {"__m_MOD_sweep._omp_fn.0", "m::sweep"},
    {"__my_mod_MOD_sweep_it", "my_mod::sweep_it"},
    {"m_mp_sweep_", "m::sweep"},
    /* no Fortran, or nothing to be read */
    {"main", "main"},
    {"", ""},
    {"_Q", "_Q"},
    {"_QX1", "_QX1"},
    {"_Z5sweepv", "_Z5sweepv"},
    {"space::sweep", "space::sweep"},
    {"__libc_MOD", "__libc_MOD"},
    {"sweep_", "sweep_"},
};

int main(void) {
  char text[64], small[8];
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    pomp_fortran_name(names[i].symbol, strlen(names[i].symbol), text, sizeof text);
    if (strcmp(text, names[i].name) != 0)
      fprintf(stderr, "%s is read as %s\n", names[i].symbol, text);
    CHECK(strcmp(text, names[i].name) == 0);
    pomp_fortran_name(names[i].symbol, strlen(names[i].symbol), small, sizeof small);
    CHECK(strlen(small) < sizeof small && strncmp(small, names[i].name, strlen(small)) == 0);
  }
  pomp_fortran_name("_QMmPsweep", 4, text, sizeof text); /* the part of it alone */
  CHECK(strcmp(text, "m") == 0);
  return 0;
}
