/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unify-ranks.c - its ranks meet as many constructs as those of bench/unify.c do; bench/unify reads what the runtime
 * says of merging them. Usage: unify-ranks CONSTRUCTS COMMON POOL. */
#include "pomp.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv) {
  int rank;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 4)
    MPI_Abort(MPI_COMM_WORLD, 1);
  unsigned count = (unsigned)atoi(argv[1]), common = (unsigned)atoi(argv[2]), pool = (unsigned)atoi(argv[3]);
  unsigned seed = (unsigned)rank * 2654435761u + 1;
  struct ompregdescr *d = calloc(count, sizeof *d);
  char(*names)[2][64] = calloc(count, sizeof *names);
  if (!d || !names)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (unsigned i = 0; i < count; i++) {
    seed = seed * 1664525u + 1013904223u;
    unsigned which = i < common ? i : common + (seed >> 8) % pool;
    snprintf(names[i][0], sizeof names[i][0], "/home/somebody/program/source/module_%u.c", which / 20);
    snprintf(names[i][1], sizeof names[i][1], "compute_something_%u_0", which / 2);
    d[i].name = "parallelfor";
    d[i].sub_name = "";
    d[i].file_name = names[i][0];
    d[i].function_name = names[i][1];
    d[i].begin_line1 = d[i].begin_lineN = (int)which;
    d[i].end_line1 = d[i].end_lineN = (int)which + 9;
    POMP_For_enter(&d[i]);
    POMP_For_exit(&d[i]);
  }
  MPI_Finalize();
  free(d);
  free(names);
  return 0;
}
