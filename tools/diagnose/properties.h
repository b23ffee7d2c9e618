/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* properties.h - the properties that a diagnosis looks for, as one list.
 * Not here: the code that looks for each (serial.c and its neighbours). A property has a paragraph in
 * docs/properties.md. */
#ifndef DIAGNOSE_PROPERTIES_H
#define DIAGNOSE_PROPERTIES_H

/* clang-format off */
/* The columns are:
 *   name    PROPERTY_<name>
 *   id      the property's name for scripts
 *   text    what is wrong, for a line of text
 *   by_wall 1 if the figures compare threads by the wall clock: then they say nothing about threads without a processor */
#define PROPERTIES(X)                                                                      \
  X(SERIAL_TIME, "serial_time", "serial code while threads are idle", 1)                   \
  X(LOAD_IMBALANCE, "load_imbalance", "uneven work", 1)                                    \
  X(LARGE_CHUNK, "large_chunk", "chunk too large for its loop", 1)                         \
  X(SMALL_LOOP, "small_loop", "loop too short for its barrier", 1)                         \
  X(SMALL_CHUNK, "small_chunk", "chunk too small for its scheduling", 1)                   \
  X(NEEDLESS_BARRIER, "needless_barrier", "barrier that may not be needed", 1)             \
  X(LOCK_CONTENTION, "lock_contention", "waiting for a lock", 1)                           \
  X(HOT_ATOMIC, "hot_atomic", "atomic that threads wait for", 1)                           \
  X(ORDERED_WAIT, "ordered_wait", "waiting for the iterations before", 1)                  \
  X(SMALL_PARALLEL, "small_parallel", "parallel region too short for its fork", 1)         \
  X(FINE_TASKS, "fine_tasks", "tasks too fine", 1)                                         \
  X(TASK_CREATION, "task_creation", "one thread makes the tasks too slowly for the others", 1) \
  X(TASK_STARVATION, "task_starvation", "threads without a task", 1)                       \
  X(SERIALISED_NESTING, "serialised_nesting", "nested regions with teams of one while threads are idle", 1) \
  X(IDLE_THREADS, "idle_threads", "teams without a place for all threads", 1)              \
  X(OVERSUBSCRIPTION, "oversubscription", "more threads than processors", 0)               \
  X(MPI_SERIAL, "mpi_serial", "MPI in serial code while threads are idle", 1)              \
  X(MPI_LATE_SENDER, "mpi_late_sender", "waiting for a rank that sends late", 1)           \
  X(MPI_LATE_RECEIVER, "mpi_late_receiver", "waiting for a rank that receives late", 1)    \
  X(MPI_LATE_COLLECTIVE, "mpi_late_collective", "waiting for a rank that is last", 1)      \
  X(MPI_IMBALANCE, "mpi_imbalance", "ranks that compute unevenly", 1)                      \
  X(MPI_SMALL_MESSAGES, "mpi_small_messages", "many small messages", 1)                    \
  X(MEASUREMENT_OVERHEAD, "measurement_overhead", "time in the measurement itself", 0)     \
  X(UNRELIABLE, "unreliable", "figures that carry no conclusion", 0)
/* clang-format on */

enum property {
#define PROPERTY_ROW(name, ...) PROPERTY_##name,
  PROPERTIES(PROPERTY_ROW)
#undef PROPERTY_ROW
      PROPERTY_COUNT
};

struct property_row {
  const char *id, *text;
  int by_wall;
};
extern const struct property_row property_rows[PROPERTY_COUNT];

#endif
