// The table of communicators and windows runs by itself, under the sanitizers: threads look up, hold, forget and release the
// same ones at the same time. MPI's answers are made up here: of communicator i, the size is i + 1.
// REQUIRES: mpi
// UNSUPPORTED: sanitized
// RUN: %fresh && %mpicc -fsanitize=thread -I %root/common -I %root/runtime/libpompomp-mpi %s %root/runtime/libpompomp-mpi/handles/groups.c -o thread
// RUN: env OMPI_MCA_btl=self ./thread
// RUN: %mpicc -fsanitize=address,undefined -I %root/common -I %root/runtime/libpompomp-mpi %s %root/runtime/libpompomp-mpi/handles/groups.c -o address
// RUN: env ASAN_OPTIONS=detect_leaks=1 ./address
#include "handles/groups.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 20000, COMMS = 40 };

static char handles[COMMS]; /* their addresses are the handles */
static int failed;

#define CHECK(condition) ((condition) ? 0 : __atomic_add_fetch(&failed, printf("line %d: not " #condition "\n", __LINE__), __ATOMIC_RELAXED))

static int number(const void *handle) { return (int)((const char *)handle - handles); }

int PMPI_Comm_test_inter(MPI_Comm comm, int *flag) { return *flag = number(comm) == 7, MPI_SUCCESS; }
int PMPI_Comm_rank(MPI_Comm comm, int *rank) { return *rank = comm == MPI_COMM_WORLD ? 3 : number(comm) / 2, MPI_SUCCESS; }
int PMPI_Comm_size(MPI_Comm comm, int *size) { return *size = comm == MPI_COMM_WORLD ? 100 : number(comm) + 1, MPI_SUCCESS; }
int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group) { return *group = (MPI_Group)(void *)comm, MPI_SUCCESS; }
int PMPI_Comm_remote_group(MPI_Comm comm, MPI_Group *group) { return *group = (MPI_Group)(void *)comm, MPI_SUCCESS; }
int PMPI_Win_get_group(MPI_Win win, MPI_Group *group) { return *group = (MPI_Group)(void *)win, MPI_SUCCESS; }
int PMPI_Group_size(MPI_Group group, int *size) { return *size = number(group) + 1, MPI_SUCCESS; }
int PMPI_Group_rank(MPI_Group group, int *rank) { return *rank = number(group) / 2, MPI_SUCCESS; }
int PMPI_Group_free(MPI_Group *group) { return *group = MPI_GROUP_NULL, MPI_SUCCESS; }
int PMPI_Group_translate_ranks(MPI_Group group, int n, const int from[], MPI_Group all, int to[]) {
  (void)all;
  for (int i = 0; i < n; i++) /* the last one of each is of another job */
    to[i] = i == number(group) ? MPI_UNDEFINED : from[i] + 10;
  return MPI_SUCCESS;
}
int PMPI_Topo_test(MPI_Comm comm, int *status) { return *status = number(comm) % 2 ? MPI_CART : MPI_UNDEFINED, MPI_SUCCESS; }
int PMPI_Cartdim_get(MPI_Comm comm, int *dimensions) { return *dimensions = number(comm) % 3, MPI_SUCCESS; }
int PMPI_Cart_shift(MPI_Comm comm, int dimension, int by, int *source, int *destination) {
  (void)comm, (void)by;
  *source = dimension;
  *destination = MPI_PROC_NULL;
  return MPI_SUCCESS;
}

static void check(struct pomp_mpi_group *g, int i) {
  CHECK(g && g->others == i + 1 && g->size == i + 1 && g->rank == i / 2);
  CHECK(i == 0 || pomp_mpi_partner(g, 0) == 10);
  CHECK(pomp_mpi_partner(g, i) == ((uint64_t)g->id << 32 | (uint32_t)i));
}

static void *work(void *seed) {
  uint64_t random = (uintptr_t)seed;
  for (int k = 0; k < ROUNDS; k++) {
    random = random * 6364136223846793005u + 1442695040888963407u;
    int i = (int)((random >> 33) % COMMS);
    MPI_Comm comm = (MPI_Comm)(void *)&handles[i];
    MPI_Win win = (MPI_Win)(void *)&handles[i];
    struct pomp_mpi_group *g = pomp_mpi_group_of_comm(comm), *w = pomp_mpi_group_of_win(win);
    check(g, i);
    check(w, i);
    CHECK(g->inter == (i == 7) && !g->is_window && w->is_window);
    CHECK(pomp_mpi_neighbors(g, comm) == (i % 2 == 1) && (i % 2 == 0 || g->sources == 2 * (i % 3)));
    if (random % 5 == 0)
      pomp_mpi_forget_comm(comm);
    if (random % 7 == 0)
      pomp_mpi_forget_win(win);
    struct pomp_mpi_group *again = pomp_mpi_group_again(g);
    pomp_mpi_group_release(g);
    check(again, i); /* another thread may forget it in between */
    pomp_mpi_group_release(again);
    pomp_mpi_group_release(w);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  pomp_mpi_groups_begin();
  struct pomp_mpi_group *world = pomp_mpi_group_of_comm(MPI_COMM_WORLD);
  CHECK(world->size == 100 && world->rank == 3 && pomp_mpi_partner(world, 42) == 42);
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < COMMS; i++) {
    pomp_mpi_forget_comm((MPI_Comm)(void *)&handles[i]);
    pomp_mpi_forget_win((MPI_Win)(void *)&handles[i]);
  }
  return failed != 0;
}
