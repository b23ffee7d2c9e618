/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* launcher.c - a table of launchers, and of what each puts into the environment of a job's processes.
 * Not here: what is made of it (members.c). */
#include "job/launcher.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* These are names of variables. All of `ids` that are set make the job's name, and the first one has to be. `nodes`
 * says how many machines the job has; where no variable does, `local` says how many of its processes are on this one.
 */
static const struct launcher {
  const char *rank, *size, *local, *nodes, *ids[4];
} launchers[] = {
    /* Open MPI and other launchers that have PMIx. A namespace may be called the same as that of an earlier job, but
     * the transports' key is random. MPI_Comm_spawn makes a new namespace. */
    {"PMIX_RANK",
     "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_SIZE",
     NULL,
     {"PMIX_NAMESPACE", "OMPI_MCA_orte_precondition_transports"}},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", NULL, "SLURM_STEP_NUM_NODES", {"PMIX_NAMESPACE", "SLURM_JOB_ID"}},
    /* Slurm's own launcher, for a library that has PMI. */
    {"SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     NULL,
     "SLURM_STEP_NUM_NODES",
     {"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT"}},
};

/* Returns the number that the variable has, or -1. */
static int number(const char *variable) {
  const char *text = variable ? getenv(variable) : NULL;
  char *end;
  if (!text || *text < '0' || *text > '9')
    return -1;
  errno = 0;
  long n = strtol(text, &end, 10);
  return !errno && !*end && n <= INT32_MAX ? (int)n : -1;
}

/* Two numbers of 64 bits (FNV-1a, from different beginnings) tell jobs apart. */
static void add(uint64_t hash[2], const char *text) {
  for (size_t i = 0; i < 2; i++) {
    for (const char *c = text; *c; c++)
      hash[i] = (hash[i] ^ (unsigned char)*c) * 0x100000001b3u;
    hash[i] = (hash[i] ^ 0x100) * 0x100000001b3u; /* where a text ends */
  }
}

static bool make_key(const struct launcher *from, char *key) {
  uint64_t hash[2] = {0xcbf29ce484222325u, 0x9e3779b97f4a7c15u};
  for (size_t i = 0; i < sizeof from->ids / sizeof *from->ids && from->ids[i]; i++) {
    const char *text = getenv(from->ids[i]);
    if (i == 0 && (!text || !*text))
      return false;
    add(hash, from->ids[i]);
    add(hash, text ? text : "");
  }
  snprintf(key, POMP_LAUNCH_KEY, "%016llx%016llx", (unsigned long long)hash[0], (unsigned long long)hash[1]);
  return true;
}

/* A launcher that was started by another one leaves the other's variables as they are, so they must not contradict
 * what PMI says. */
static bool fits_pmi(const struct pomp_launch *l) {
  int rank = number("PMI_RANK"), size = number("PMI_SIZE");
  return (rank < 0 || rank == l->rank) && (size < 0 || size == l->size);
}

bool pomp_launch_read(struct pomp_launch *l) {
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    const struct launcher *from = &launchers[i];
    *l = (struct pomp_launch){.rank = number(from->rank), .size = number(from->size)};
    if (l->rank < 0 || l->size <= l->rank || !make_key(from, l->key) || !fits_pmi(l))
      continue;
    l->one_node = from->nodes ? number(from->nodes) == 1 : number(from->local) == l->size;
    return true;
  }
  *l = (struct pomp_launch){.size = 0};
  return false;
}
