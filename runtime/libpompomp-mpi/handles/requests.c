/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* requests.c - keeps the table of requests.
 * Not here: what is counted when one completes (count/completion.c). */
#include "handles/requests.h"
#include "handles/lock.h"

#include <stdlib.h>

#define STRIPES 64u /* threads that complete different requests meet rarely */
#define BUCKETS 64u /* each stripe has so many */

static struct stripe {
  pomp_mpi_lock lock;
  struct pomp_mpi_request *buckets[BUCKETS];
  struct pomp_mpi_request *free; /* entries are used again; no memory is given back */
} stripes[STRIPES];
static uint64_t serials;

static struct stripe *stripe_of(uintptr_t handle) { return &stripes[pomp_mpi_hash(handle) % STRIPES]; }
static struct pomp_mpi_request **bucket_of(struct stripe *s, uintptr_t handle) {
  return &s->buckets[pomp_mpi_hash(handle) / STRIPES % BUCKETS];
}

static void link_in(struct stripe *s, struct pomp_mpi_request *r) {
  struct pomp_mpi_request **bucket = bucket_of(s, r->handle);
  r->next = *bucket;
  *bucket = r;
}

static void take_out(struct stripe *s, struct pomp_mpi_request *r) {
  struct pomp_mpi_request **at = bucket_of(s, r->handle);
  while (*at && *at != r)
    at = &(*at)->next;
  if (*at)
    *at = r->next;
}

struct pomp_mpi_request *pomp_mpi_request_new(uintptr_t handle, enum pomp_mpi_request_kind kind,
                                              struct pomp_mpi_group *group) {
  struct stripe *s = stripe_of(handle);
  pomp_mpi_lock_take(&s->lock);
  struct pomp_mpi_request *r = s->free;
  if (r)
    s->free = r->next;
  else {
    pomp_mpi_lock_give(&s->lock);
    if (!(r = malloc(sizeof *r))) {
      pomp_mpi_group_release(group);
      return NULL;
    }
    pomp_mpi_lock_take(&s->lock);
  }
  *r = (struct pomp_mpi_request){.handle = handle,
                                 .serial = __atomic_add_fetch(&serials, 1, __ATOMIC_RELAXED),
                                 .kind = (uint8_t)kind,
                                 .group = group,
                                 .active = true};
  link_in(s, r);
  pomp_mpi_lock_give(&s->lock);
  return r;
}

uint64_t pomp_mpi_requests_now(void) { return __atomic_load_n(&serials, __ATOMIC_RELAXED); }

struct pomp_mpi_request *pomp_mpi_request_find(uintptr_t handle, bool matched, uint64_t serial) {
  struct stripe *s = stripe_of(handle);
  pomp_mpi_lock_take(&s->lock);
  struct pomp_mpi_request *r = *bucket_of(s, handle);
  while (r && (r->handle != handle || (r->kind == POMP_MPI_MATCHED) != matched || r->serial > serial))
    r = r->next;
  pomp_mpi_lock_give(&s->lock);
  return r;
}

void pomp_mpi_request_drop(struct pomp_mpi_request *r) {
  if (!r)
    return;
  pomp_mpi_group_release(r->group);
  struct stripe *s = stripe_of(r->handle);
  pomp_mpi_lock_take(&s->lock);
  take_out(s, r);
  r->next = s->free;
  s->free = r;
  pomp_mpi_lock_give(&s->lock);
}

void pomp_mpi_request_rename(struct pomp_mpi_request *r, uintptr_t handle) {
  struct stripe *s = stripe_of(r->handle);
  pomp_mpi_lock_take(&s->lock);
  take_out(s, r);
  pomp_mpi_lock_give(&s->lock);
  r->handle = handle;
  s = stripe_of(handle);
  pomp_mpi_lock_take(&s->lock);
  link_in(s, r);
  pomp_mpi_lock_give(&s->lock);
}
