/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* factors.h - the factors of a run's efficiency, and what they are made of, as two lists.
 * Not here: the formulas (efficiency.c, scaling.c); docs/efficiency.md explains them and names their source. */
#ifndef FINDINGS_FACTORS_H
#define FINDINGS_FACTORS_H

/* clang-format off */
/* Each nanosecond of a thread belongs to a kind. The columns are the name, and the key for scripts. */
#define TIME_KINDS_LIST(X)                                                                        \
  X(USEFUL, "useful")          /* computing: the rest */                        \
  X(MPI, "mpi")                /* in MPI, and idle while the process's only busy thread is there */ \
  X(SERIAL, "omp_serial")      /* idle during serial code, or without a place in the team */      \
  X(BALANCE, "omp_balance")    /* waiting in barriers for members that come later */              \
  X(SCHEDULING, "omp_scheduling") /* forks and joins, barriers' own cost, locks, making tasks and waiting for them */ \
  X(MACHINE, "machine")        /* without a processor, with something to do, and waiting for such threads at most */

/* A factor is a part of the one above it in the tree: the product of the factors below one is that one. The columns are:
 *   name    FACTOR_<name>
 *   above   FACTOR_<above>; the first one's is itself
 *   key     the name for scripts
 *   text    the name for people
 *   depth   how deep it is in the tree
 *   short   what is said to have been lost by it */
#define FACTORS_LIST(X)                                                                                          \
  X(PARALLEL, PARALLEL, "parallel_efficiency", "parallel efficiency", 0, "parallel efficiency")                  \
  X(MPI, PARALLEL, "mpi_parallel_efficiency", "MPI", 1, "MPI")                                                   \
  X(MPI_BALANCE, MPI, "mpi_load_balance", "load balance", 2, "MPI load balance")                                 \
  X(MPI_COMMUNICATION, MPI, "mpi_communication", "communication", 2, "MPI communication")                        \
  X(MPI_SERIALISATION, MPI_COMMUNICATION, "mpi_serialisation", "serialisation", 3, "MPI serialisation")          \
  X(MPI_TRANSFER, MPI_COMMUNICATION, "mpi_transfer", "transfer", 3, "MPI transfer")                              \
  X(OMP, PARALLEL, "omp_parallel_efficiency", "OpenMP", 1, "OpenMP")                                             \
  X(OMP_SERIAL, OMP, "omp_serial", "serial part", 2, "OpenMP serial part")                                       \
  X(OMP_BALANCE, OMP, "omp_balance", "balance", 2, "OpenMP balance")                                             \
  X(OMP_SCHEDULING, OMP, "omp_scheduling", "scheduling, synchronisation", 2, "OpenMP scheduling and synchronisation") \
  X(OMP_MACHINE, OMP, "omp_machine", "processors", 2, "processors that others had")

/* These compare a run with the reference run. The computation's is the product of the three below it. */
#define SCALINGS_LIST(X)                                                                     \
  X(COMPUTATION, "computation_scaling", "computation scaling", 0, "computation")             \
  X(INSTRUCTIONS, "instruction_scaling", "instructions", 1, "instructions")                  \
  X(IPC, "ipc_scaling", "instructions per cycle", 1, "instructions per cycle")               \
  X(FREQUENCY, "frequency_scaling", "frequency", 1, "frequency")
/* clang-format on */

enum time_kind {
#define TIME_ROW(name, ...) TIME_##name,
  TIME_KINDS_LIST(TIME_ROW)
#undef TIME_ROW
      TIME_KINDS
};

enum factor {
#define FACTOR_ROW(name, ...) FACTOR_##name,
  FACTORS_LIST(FACTOR_ROW)
#undef FACTOR_ROW
      FACTORS
};

enum scaling_factor {
#define SCALING_ROW(name, ...) SCALING_##name,
  SCALINGS_LIST(SCALING_ROW)
#undef SCALING_ROW
      SCALINGS
};

extern const char *const time_kind_keys[TIME_KINDS];

struct factor_row {
  enum factor above;
  unsigned depth;
  const char *key, *text, *lost;
};
extern const struct factor_row factor_rows[FACTORS];

struct scaling_row {
  unsigned depth;
  const char *key, *text, *lost;
};
extern const struct scaling_row scaling_rows[SCALINGS];

#endif
