/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* properties.h - the properties that a diagnosis looks for, as one list.
 * Not here: the code that looks for each (serial.c and its neighbours; finding.h declares it). A property has a
 * paragraph in docs/properties.md. */
#ifndef FINDINGS_PROPERTIES_H
#define FINDINGS_PROPERTIES_H

/* Which time findings hold, where findings of other properties may hold the same time (same_time.c). */
enum held_time {
  HOLDS_OWN,        /* time that no finding of another property holds */
  HOLDS_UNEVEN,     /* members wait for members that had more to do in a worksharing construct */
  HOLDS_SERIAL,     /* one thread works where a team could, of which other findings may tell, too */
  HOLDS_LATE,       /* members wait for members that are late for a reason that the finding says */
  HOLDS_LOOP_COST,  /* the cost of a loop's barrier or scheduling, without the members' waiting */
  HOLDS_FORK_COST,  /* the cost of fork and join */
  HOLDS_RANK_LATE,  /* ranks wait in calls of MPI for a late rank */
  HOLDS_RANK_LONG,  /* ranks wait anywhere in MPI for ranks that compute longer */
  HOLDS_MPI_SERIAL, /* threads are idle while another thread is in a call of MPI */
  HOLDS_MPI_CALLS   /* the time in calls of MPI */
};

/* The data that a property is searched in: each process by itself, or the whole run. */
enum looked_at { LOOKED_AT_PROCESS = 1, LOOKED_AT_RUN = 2 };

/* clang-format off */
/* The columns are:
 *   name    PROPERTY_<name>
 *   id      the property's name for scripts
 *   text    what is wrong, for a line of text
 *   by_wall 1 if the figures compare threads by the wall clock, 2 if visits: then they say nothing about threads without a processor
 *   holds   what time its findings hold
 *   of      PROCESS: each process is looked at by itself; RUN: processes are compared, or the run and its machine
 *   find    the function that looks for it; they are called in the order of the rows, and each once */
#define PROPERTIES(X)                                                                                                                                \
  X(SERIAL_TIME, "serial_time", "serial code while threads are idle", 1, HOLDS_OWN, PROCESS, find_serial)                                            \
  X(SERIAL_INITIALISATION, "serial_initialisation", "serial code before the first team while threads are idle", 1, HOLDS_OWN, PROCESS, find_serial)  \
  X(LOAD_IMBALANCE, "load_imbalance", "uneven work", 1, HOLDS_UNEVEN, PROCESS, find_imbalance)                                                       \
  X(LARGE_CHUNK, "large_chunk", "chunk too large for its loop", 1, HOLDS_UNEVEN, PROCESS, find_imbalance)                                            \
  X(SMALL_LOOP, "small_loop", "construct too short for its barrier", 1, HOLDS_LOOP_COST, PROCESS, find_loops)                                             \
  X(SMALL_CHUNK, "small_chunk", "chunk too small for its scheduling", 1, HOLDS_LOOP_COST, PROCESS, find_loops)                                       \
  X(NEEDLESS_BARRIER, "needless_barrier", "barrier that may not be needed", 1, HOLDS_OWN, PROCESS, find_barriers)                                    \
  X(LATE_AT_BARRIER, "late_at_barrier", "members that come late to a barrier", 1, HOLDS_LATE, PROCESS, find_arrivals)                                \
  X(LOCK_CONTENTION, "lock_contention", "waiting for a lock", 1, HOLDS_OWN, PROCESS, find_locks)                                                     \
  X(HOT_ATOMIC, "hot_atomic", "atomic that threads wait for", 1, HOLDS_OWN, PROCESS, find_atomics)                                                   \
  X(LONG_REDUCTION, "long_reduction", "reduction that takes long beside its work", 1, HOLDS_OWN, PROCESS, find_reductions)                            \
  X(ORDERED_WAIT, "ordered_wait", "waiting for the iterations before", 1, HOLDS_OWN, PROCESS, find_locks)                                            \
  X(SMALL_PARALLEL, "small_parallel", "parallel region too short for its fork", 1, HOLDS_FORK_COST, PROCESS, find_teams)                             \
  X(FINE_TASKS, "fine_tasks", "tasks too fine", 1, HOLDS_OWN, PROCESS, find_teams)                                                                   \
  X(TASK_CREATION, "task_creation", "one thread makes the tasks too slowly for the others", 1, HOLDS_LATE, PROCESS, find_teams)                      \
  X(TASK_STARVATION, "task_starvation", "threads without a task", 1, HOLDS_LATE, PROCESS, find_teams)                                                \
  X(SERIALISED_NESTING, "serialised_nesting", "nested regions with teams of one while threads are idle", 1, HOLDS_LATE, PROCESS, find_teams)         \
  X(IDLE_THREADS, "idle_threads", "threads that have nothing to do", 1, HOLDS_OWN, PROCESS, find_small_teams)                                  \
  X(UNDIVIDED_WORK, "undivided_work", "work that each member may do alike", 1, HOLDS_LATE, PROCESS, find_teams)                                      \
  X(NO_TEAM, "no_team", "loop or sections never run by a team", 0, HOLDS_SERIAL, PROCESS, find_orphans)                                                 \
  X(OVERSUBSCRIPTION, "oversubscription", "more threads than processors", 0, HOLDS_OWN, RUN, find_oversubscription)                                  \
  X(OTHER_RUNTIME, "other_runtime", "threads spin beside another OpenMP runtime", 0, HOLDS_OWN, RUN, find_other_runtime)                                    \
  X(UNUSED_PROCESSORS, "unused_processors", "processors that no thread uses", 0, HOLDS_OWN, RUN, find_unused)                                        \
  X(PHASE_OUTLIER, "phase_outlier", "visits that take much longer than most", 2, HOLDS_OWN, PROCESS, find_phases)                                    \
  X(PHASE_DRIFT, "phase_drift", "visits that take longer and longer", 2, HOLDS_OWN, PROCESS, find_phases)                                            \
  X(KERNEL_TIME, "kernel_time", "time in the kernel", 0, HOLDS_OWN, PROCESS, find_kernel)                                                            \
  X(ASLEEP, "asleep", "members that sleep in their work", 0, HOLDS_OWN, PROCESS, find_asleep)                                                        \
  X(REPEATED_MAP, "repeated_map", "the same data copied to a device again", 0, HOLDS_OWN, PROCESS, find_devices)                                     \
  X(SHORT_KERNEL, "short_kernel", "kernels shorter than their launch", 0, HOLDS_OWN, PROCESS, find_devices)                                          \
  X(TARGET_ON_HOST, "target_on_host", "a target construct that the host executes", 0, HOLDS_OWN, PROCESS, find_devices)                              \
  X(MPI_SERIAL, "mpi_serial", "MPI in serial code while threads are idle", 1, HOLDS_MPI_SERIAL, PROCESS, find_serial)                                \
  X(MPI_LATE_SENDER, "mpi_late_sender", "waiting for a rank that sends late", 1, HOLDS_RANK_LATE, RUN, find_mpi_waits)                               \
  X(MPI_LATE_RECEIVER, "mpi_late_receiver", "waiting for a rank that receives late", 1, HOLDS_RANK_LATE, RUN, find_mpi_waits)                        \
  X(MPI_LATE_COLLECTIVE, "mpi_late_collective", "waiting for a rank that is last", 1, HOLDS_RANK_LATE, RUN, find_mpi_waits)                          \
  X(MPI_IMBALANCE, "mpi_imbalance", "ranks that compute unevenly", 1, HOLDS_RANK_LONG, RUN, find_rank_imbalance)                                     \
  X(MPI_SMALL_MESSAGES, "mpi_small_messages", "many small messages", 1, HOLDS_MPI_CALLS, RUN, find_mpi_messages)                                     \
  X(MEASUREMENT_OVERHEAD, "measurement_overhead", "time in the measurement itself", 0, HOLDS_OWN, RUN, find_measuring)                               \
  X(UNRELIABLE, "unreliable", "timings of this run that prove nothing", 0, HOLDS_OWN, RUN, find_unreliable)
/* clang-format on */

enum property {
#define PROPERTY_ROW(name, ...) PROPERTY_##name,
  PROPERTIES(PROPERTY_ROW)
#undef PROPERTY_ROW
      PROPERTY_COUNT
};

struct property_search;

struct property_row {
  const char *id, *text;
  int by_wall;
  enum held_time holds;
  enum looked_at of;
  void (*find)(struct property_search *s);
};
extern const struct property_row property_rows[PROPERTY_COUNT];

#endif
