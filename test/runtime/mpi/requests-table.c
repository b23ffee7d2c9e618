// The table of requests runs by itself, under ThreadSanitizer: threads make, find, rename and drop entries at the same time,
// and hand them on; a handle comes again while its first entry is still there.
// REQUIRES: mpi
// UNSUPPORTED: sanitized
// RUN: %fresh && %mpicc -fsanitize=thread -I %root/common -I %root/runtime/libpompomp-mpi %s %root/runtime/libpompomp-mpi/handles/requests.c -o a -lpthread
// RUN: env OMPI_MCA_btl=self ./a
#include "handles/requests.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, ROUNDS = 20000, HANDED = 64 };

static int released, failed;
static struct pomp_mpi_group group;
static uintptr_t handed[THREADS][HANDED]; /* goes to the next thread; 0: has been taken */

#define CHECK(condition) ((condition) ? 0 : __atomic_add_fetch(&failed, printf("line %d: not " #condition "\n", __LINE__), __ATOMIC_RELAXED))

void pomp_mpi_group_release(struct pomp_mpi_group *g) {
  if (g)
    __atomic_add_fetch(&released, 1, __ATOMIC_RELAXED);
}

static void *work(void *number) {
  uintptr_t me = (uintptr_t)number, handle = (me + 1) << 40;
  for (int i = 0; i < ROUNDS; i++) {
    uintptr_t h = handle + 64 * (uintptr_t)(i + 1); /* no two are the same: the next thread may take its time with one */
    struct pomp_mpi_request *r = pomp_mpi_request_new(h, POMP_MPI_RECEIVE, &group);
    uint64_t then = pomp_mpi_requests_now();
    CHECK(r && r->serial <= then && pomp_mpi_request_find(h, false, UINT64_MAX) == r && !pomp_mpi_request_find(h, true, UINT64_MAX));
    struct pomp_mpi_request *again = pomp_mpi_request_new(h, POMP_MPI_READ, NULL);
    CHECK(pomp_mpi_request_find(h, false, UINT64_MAX) == again); /* this is the latest */
    CHECK(pomp_mpi_request_find(h, false, then) != again && again->serial > r->serial);
    CHECK(pomp_mpi_request_find(h, false, r->serial) == r);
    pomp_mpi_request_drop(again);
    CHECK(pomp_mpi_request_find(h, false, UINT64_MAX) == r);
    pomp_mpi_request_rename(r, h + 8);
    CHECK(!pomp_mpi_request_find(h, false, UINT64_MAX) && pomp_mpi_request_find(h + 8, false, UINT64_MAX) == r);
    uintptr_t *slot = &handed[me][i % HANDED], mine = __atomic_exchange_n(slot, h + 8, __ATOMIC_ACQ_REL);
    if (mine)
      pomp_mpi_request_drop(pomp_mpi_request_find(mine, false, UINT64_MAX));
    slot = &handed[(me + 1) % THREADS][i % HANDED];
    if ((mine = __atomic_exchange_n(slot, 0, __ATOMIC_ACQ_REL)))
      pomp_mpi_request_drop(pomp_mpi_request_find(mine, false, UINT64_MAX));
  }
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (uintptr_t i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, work, (void *)i);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  for (int i = 0; i < THREADS; i++)
    for (int k = 0; k < HANDED; k++)
      if (handed[i][k])
        pomp_mpi_request_drop(pomp_mpi_request_find(handed[i][k], false, UINT64_MAX));
  CHECK(released == THREADS * ROUNDS);
  return failed != 0;
}
