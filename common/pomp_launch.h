/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_launch.h - what the launcher of an MPI job (mpirun, srun) has put into the environment, before MPI begins.
 * Not here: what MPI itself says later. */
#ifndef POMP_LAUNCH_H
#define POMP_LAUNCH_H

#include <stdbool.h>

#define POMP_LAUNCH_KEY 33

struct pomp_launch {
  int rank, size;
  bool one_node;             /* all of the job's processes are on this machine */
  char key[POMP_LAUNCH_KEY]; /* the job's name, unique to the job and the same in all its processes */
};

/* Reads the environment. False, and a size of 0, if it does not name the job, or does not say which rank the process
 * is. */
bool pomp_launch_read(struct pomp_launch *l);

/* Reads it without the key. True if the launcher has started this process directly, and not through a script, which may
 * start different programs in different ranks: so all processes of the job run this program. */
bool pomp_launch_is_direct(struct pomp_launch *l);

#endif
