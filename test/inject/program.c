/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* program.c - is measured while calls of the runtime fail: teams, tasks, locks and more regions than the first pages of
 * an experiment hold. It prints how often it visited each sort of region, which is the truth for runtime.py. Not here:
 * what fails, and what must hold then (runtime.py). */
#include "one-team.h"
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef WITH_MPI
#include <mpi.h>
#endif

REGION_AT(often, "region", "often", 5);

enum { MANY = 1500, TEAMS = 20, VISITS = 3000 };
static struct ompregdescr many[MANY];
static char names[MANY][16];

int main(int argc, char **argv) {
  (void)argc, (void)argv;
#ifdef WITH_MPI
  MPI_Init(&argc, &argv);
#endif
  for (int i = 0; i < TEAMS; i++)
    team();
  for (int i = 0; i < MANY; i++) {
    snprintf(names[i], sizeof names[i], "many%d", i);
    many[i] =
        (struct ompregdescr){.name = "region", .sub_name = names[i], .file_name = "program.c", .begin_line1 = 100 + i};
    POMP_Begin(&many[i]);
    POMP_Begin(&often);
    POMP_End(&often);
    POMP_End(&many[i]);
  }
  for (int i = 0; i < VISITS - MANY; i++) {
    POMP_Begin(&often);
    POMP_End(&often);
  }
  for (int i = 0; i < TEAMS; i++)
    team();
#ifdef WITH_MPI
  MPI_Finalize();
#endif
  printf(
      "{\"parallel\": %d, \"for\": %d, \"critical\": %d, \"task\": %d, \"region(often)\": %d, \"region(many7)\": 1}\n",
      4 * TEAMS, 4 * TEAMS, 4 * TEAMS, 4 * TEAMS, VISITS);
#ifdef WITH_MPI
  return 0; /* else mpirun kills the other ranks */
#else
  return 7;
#endif
}
