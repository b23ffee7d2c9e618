/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parallel.c - threads that share work by counting.
 * Not here: the work. */
#include "parallel.h"

#include <stdlib.h>
#include <string.h>

struct job {
  bool (*work)(void *context, uint32_t i);
  void *context;
  uint32_t count, next;
  bool failed;
};

static void *run(void *argument) {
  struct job *j = argument;
  while (!__atomic_load_n(&j->failed, __ATOMIC_RELAXED)) {
    uint32_t i = __atomic_fetch_add(&j->next, 1, __ATOMIC_RELAXED);
    if (i >= j->count)
      break;
    if (!j->work(j->context, i))
      __atomic_store_n(&j->failed, true, __ATOMIC_RELAXED);
  }
  return NULL;
}

bool parallel_for(unsigned jobs, uint32_t count, bool (*work)(void *context, uint32_t i), void *context) {
  struct job j = {work, context, count, 0, false};
  unsigned helpers = jobs < count ? jobs : count, made = 0;
  pthread_t *threads = helpers > 1 ? calloc(helpers, sizeof *threads) : NULL;
  while (threads && made < helpers - 1 && pthread_create(&threads[made], NULL, run, &j) == 0)
    made++;
  run(&j);
  while (made)
    pthread_join(threads[--made], NULL);
  free(threads);
  return !j.failed;
}

void numbers_begin(struct numbers *n) {
  memset(n, 0, sizeof *n);
  pthread_mutex_init(&n->mutex, NULL);
}

void numbers_end(struct numbers *n) {
  pthread_mutex_destroy(&n->mutex);
  free(n->at);
  free(n->slots);
}

static uint32_t *slot_of(struct numbers *n, uint64_t key, uint64_t detail) {
  uint64_t h = (key * 0x9e3779b97f4a7c15u ^ detail) * 0xff51afd7ed558ccdu;
  for (uint32_t i = (uint32_t)(h >> 32) & (n->slot_count - 1);; i = (i + 1) & (n->slot_count - 1))
    if (n->slots[i] == NUMBERS_NONE || (n->at[n->slots[i]].key == key && n->at[n->slots[i]].detail == detail))
      return &n->slots[i];
}

static bool grow(struct numbers *n) {
  uint32_t room = n->room ? n->room * 2 : 64;
  struct numbered *more = n->room < 1u << 28 ? realloc(n->at, room * sizeof *more) : NULL;
  if (!more)
    return false;
  n->at = more;
  uint32_t *slots = malloc(2ull * room * sizeof *slots);
  if (!slots)
    return false;
  free(n->slots);
  n->slots = slots;
  n->room = room;
  n->slot_count = 2 * room;
  memset(slots, 0xff, 2ull * room * sizeof *slots); /* NUMBERS_NONE */
  for (uint32_t i = 0; i < n->count; i++)
    *slot_of(n, n->at[i].key, n->at[i].detail) = i;
  return true;
}

uint32_t numbers_of(struct numbers *n, uint64_t key, uint64_t detail) {
  uint32_t number = NUMBERS_NONE;
  pthread_mutex_lock(&n->mutex);
  if (n->count < n->room || grow(n)) {
    uint32_t *slot = slot_of(n, key, detail);
    if (*slot == NUMBERS_NONE) {
      n->at[n->count] = (struct numbered){key, detail};
      *slot = n->count++;
    }
    number = *slot;
  }
  pthread_mutex_unlock(&n->mutex);
  return number;
}

bool numbers_has(struct numbers *n, uint64_t key, uint64_t detail) {
  pthread_mutex_lock(&n->mutex);
  bool has = n->count && *slot_of(n, key, detail) != NUMBERS_NONE;
  pthread_mutex_unlock(&n->mutex);
  return has;
}
