/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* groups.h - what has to be known of a communicator or a window: MPI is asked once, and the answers are kept until it
 * is freed. Not here: what is sent over it (count). */
#ifndef POMP_MPI_GROUPS_H
#define POMP_MPI_GROUPS_H

#include <mpi.h>
#include <stdbool.h>
#include <stdint.h>

/* This is the name of a communicator in the trace (count/trace_records.c fills it in). */
struct pomp_mpi_named {
  uint64_t hash, own; /* of all its ranks; of the own group's ranks, if it is an intercommunicator */
  uint32_t number;    /* how many communicators of the same ranks were made before */
  bool done, explained;
  bool reported; /* its begin is in the trace */
};

/* If it is an intercommunicator, `rank` and `size` are those of the own group, and calls name ranks of the other group.
 * Neighbours are those of the topology, in the order of the neighbourhood collectives' buffers. */
struct pomp_mpi_group {
  struct pomp_mpi_group *next;
  uintptr_t handle;
  bool is_window;
  bool inter;
  uint32_t users; /* it is freed when the last has gone */
  uint32_t id;    /* no other has had it */
  int rank, size;
  int others;  /* how many ranks there are to talk to: `size`, or that of the other group */
  int *world;  /* what these are in MPI_COMM_WORLD; NULL: the same */
  int sources; /* neighbours to receive from, and to send to; -1: there is no topology, or it was not asked for yet */
  int destinations;
  int *source, *destination;
  struct pomp_mpi_named named;
};

/* MPI has been initialised. */
void pomp_mpi_groups_begin(void);

/* The caller holds the result until it releases it. NULL: there is no memory, or MPI can't tell. */
struct pomp_mpi_group *pomp_mpi_group_of_comm(MPI_Comm comm);
struct pomp_mpi_group *pomp_mpi_group_of_win(MPI_Win win);
void pomp_mpi_group_release(struct pomp_mpi_group *group);

/* Returns the group, which has one more holder now. */
struct pomp_mpi_group *pomp_mpi_group_again(struct pomp_mpi_group *group);

/* The communicator or window is about to be freed, and its handle may come again. */
void pomp_mpi_forget_comm(MPI_Comm comm);
void pomp_mpi_forget_win(MPI_Win win);

/* Returns a number for the process that calls name `rank` in this group. If the process is in MPI_COMM_WORLD, it has
 * the same number in all communicators of the job; else it has the number in this one alone. */
uint64_t pomp_mpi_partner(const struct pomp_mpi_group *group, int rank);

/* Fills in the neighbours of a communicator with a topology. False: it has none. Safe for several threads at once. */
bool pomp_mpi_neighbors(struct pomp_mpi_group *group, MPI_Comm comm);

#endif
