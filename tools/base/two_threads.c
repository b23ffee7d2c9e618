/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* two_threads.c - two threads for the halves of an array, or for two steps.
 * Not here: who needs them. Where no thread can be made, the caller does all. */
#include "base/two_threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

struct second {
  two_threads_work *work;
  void (*step)(void *context);
  void *context;
  uint32_t from, to;
};

static void *do_second(void *context) {
  struct second *s = context;
  if (s->work)
    s->work(s->context, 1, s->from, s->to);
  else
    s->step(s->context);
  return NULL;
}

void two_threads_halves(uint32_t count, two_threads_work *work, void *context) {
  struct second second = {.work = work, .context = context, .from = count / 2, .to = count};
  pthread_t thread;
  if (count < HALVES_MIN) {
    work(context, 0, 0, count);
    return;
  }
  bool runs = pthread_create(&thread, NULL, do_second, &second) == 0;
  work(context, 0, 0, second.from);
  if (runs)
    pthread_join(thread, NULL);
  else
    do_second(&second);
}

void two_threads_both(uint32_t worth, void (*one)(void *context), void (*other)(void *context), void *context) {
  struct second second = {.step = other, .context = context};
  pthread_t thread;
  bool runs = worth >= HALVES_MIN && pthread_create(&thread, NULL, do_second, &second) == 0;
  one(context);
  if (runs)
    pthread_join(thread, NULL);
  else
    do_second(&second);
}
