/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* parallel.c - threads that share work by counting.
 * Not here: the work. */
#include "base/parallel.h"
#include "pomp_array.h"

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
  pomp_index_free(&n->index);
}

#define NUMBERS_MAX (1u << 28)

struct wanted {
  const struct numbers *numbers;
  uint64_t key, detail;
};
static bool is_wanted(const void *context, uint32_t number) {
  const struct wanted *w = context;
  const struct numbered *n = &w->numbers->at[number];
  return n->key == w->key && n->detail == w->detail;
}

uint32_t numbers_of(struct numbers *n, uint64_t key, uint64_t detail) {
  struct wanted w = {n, key, detail};
  uint32_t number = NUMBERS_NONE, hash = pomp_hash(key, detail);
  pthread_mutex_lock(&n->mutex);
  if (n->count < NUMBERS_MAX && POMP_ARRAY_ROOM(n->at, n->room, n->count + 1ull) &&
      pomp_index_room(&n->index, n->count + 1ull)) {
    struct pomp_slot *slot = pomp_index_find(&n->index, hash, is_wanted, &w);
    if (!slot->number) {
      n->at[n->count] = (struct numbered){key, detail};
      pomp_index_put(&n->index, slot, hash, n->count++);
    }
    number = slot->number - 1;
  }
  pthread_mutex_unlock(&n->mutex);
  return number;
}

bool numbers_has(struct numbers *n, uint64_t key, uint64_t detail) {
  struct wanted w = {n, key, detail};
  pthread_mutex_lock(&n->mutex);
  bool has = n->count && pomp_index_find(&n->index, pomp_hash(key, detail), is_wanted, &w)->number;
  pthread_mutex_unlock(&n->mutex);
  return has;
}
