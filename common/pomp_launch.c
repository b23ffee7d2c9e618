/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* pomp_launch.c - a table of launchers, and of what each puts into the environment of a job's processes.
 * Not here: what is made of it. */
#include "pomp_launch.h"
#include "pomp_hash.h"
#include "pomp_process.h"
#include "pomp_system.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* These are names of variables. All of `ids` that are set make the job's name, and the first one has to be. `nodes`
 * says how many machines the job has; where no variable does, `local` says how many of its processes are on this one.
 */
static const struct launcher {
  const char *rank, *size, *local, *nodes, *ids[4];
  bool proxy; /* the job's name is that of the launcher's process on this machine */
} launchers[] = {
    /* Open MPI and other launchers that have PMIx. A namespace may be called the same as that of an earlier job, but
     * the transports' key is random. MPI_Comm_spawn makes a new namespace. */
    {"PMIX_RANK",
     "OMPI_COMM_WORLD_SIZE",
     "OMPI_COMM_WORLD_LOCAL_SIZE",
     NULL,
     {"PMIX_NAMESPACE", "OMPI_MCA_orte_precondition_transports"},
     false},
    {"PMIX_RANK", "SLURM_STEP_NUM_TASKS", NULL, "SLURM_STEP_NUM_NODES", {"PMIX_NAMESPACE", "SLURM_JOB_ID"}, false},
    /* Hydra, the launcher of MPICH and of Intel MPI. */
    {"PMI_RANK", "PMI_SIZE", "MPI_LOCALNRANKS", NULL, {NULL}, true},
    /* Slurm's own launcher, for a library that has PMI. */
    {"SLURM_PROCID",
     "SLURM_STEP_NUM_TASKS",
     NULL,
     "SLURM_STEP_NUM_NODES",
     {"SLURM_JOB_ID", "SLURM_STEP_ID", "SLURM_RESTART_COUNT"},
     false},
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

/* Two numbers of 64 bits, from different beginnings, tell jobs apart. */
static void add(uint64_t hash[2], const char *text) {
  for (size_t i = 0; i < 2; i++)
    hash[i] = pomp_hash_text(hash[i], text);
}

static bool is_proxy(uint64_t pid) {
  static const char prefix[] = "hydra_";
  char path[64], command[4096];
  if (pomp_process_read(pomp_process_path(pid, "cmdline", path, sizeof path), command, sizeof command) <= 0)
    return false;
  const char *slash = strrchr(command, '/');
  return strncmp(slash ? slash + 1 : command, prefix, sizeof prefix - 1) == 0;
}

/* Finds the launcher's process among those above this one, which may be its child's child. As all of the job's
 * processes on this machine are below it, its number and its start name the job there. */
static bool name_of_proxy(char *text, size_t size) {
  uint64_t pid = pomp_process_field(0, POMP_PROCESS_PARENT);
  for (int level = 0; level < 16 && pid > 1; level++, pid = pomp_process_field(pid, POMP_PROCESS_PARENT)) {
    uint64_t start = is_proxy(pid) ? pomp_process_field(pid, POMP_PROCESS_START) : 0;
    if (start) {
      snprintf(text, size, "%llu %llu", (unsigned long long)pid, (unsigned long long)start);
      return true;
    }
  }
  return false;
}

static bool make_key(const struct launcher *from, bool one_node, char *key) {
  uint64_t hash[2] = {POMP_HASH_BEGIN, 0x9e3779b97f4a7c15u};
  char proxy[64] = "";
  if (from->proxy && (!one_node || !name_of_proxy(proxy, sizeof proxy)))
    return false;
  add(hash, proxy);
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

/* A launcher that was started by another launcher leaves the other's variables as they are, so they must agree with
 * PMI's. */
static bool fits_pmi(const struct pomp_launch *l) {
  int rank = number("PMI_RANK"), size = number("PMI_SIZE");
  return (rank < 0 || rank == l->rank) && (size < 0 || size == l->size);
}

static bool find(struct pomp_launch *l, bool named) {
  for (size_t i = 0; i < sizeof launchers / sizeof *launchers; i++) {
    const struct launcher *from = &launchers[i];
    *l = (struct pomp_launch){.rank = number(from->rank), .size = number(from->size)};
    l->one_node = from->nodes ? number(from->nodes) == 1 : number(from->local) == l->size;
    if (l->rank >= 0 && l->rank < l->size && fits_pmi(l) && (!named || make_key(from, l->one_node, l->key)))
      return true;
  }
  *l = (struct pomp_launch){.size = 0};
  return false;
}

bool pomp_launch_read(struct pomp_launch *l) { return find(l, true); }

/* These are how the programs of launchers begin that start processes. The kernel keeps 15 bytes of a program's name. */
static const char *const starters[] = {"mpirun", "mpiexec", "orte", "prte", "hydra_", "slurmstepd", "palsd"};

bool pomp_launch_is_direct(struct pomp_launch *l) {
  char path[64], name[64];
  const uint64_t parent = pomp_process_field(0, POMP_PROCESS_PARENT);
  if (!find(l, false) ||
      pomp_process_read(pomp_process_path(parent, "comm", path, sizeof path), name, sizeof name) <= 0)
    return false;
  for (size_t i = 0; i < sizeof starters / sizeof *starters; i++)
    if (strncmp(name, starters[i], strlen(starters[i])) == 0)
      return true;
  return false;
}
