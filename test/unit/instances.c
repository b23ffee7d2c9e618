/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.c - members of teams find each other in their instances: with threads that race, that run ahead, that give
 * up, and after teams that have left something undone. What is completed is right, and what can't be is not completed.
 */
#include "records/instances.h"
#include "base/atomics.h"
#include "unit.h"

#include <pthread.h>

enum { MEMBERS = 4, ROUNDS = 100000, TEAMS = 50 };

static struct pomp_instances all;
static pthread_barrier_t together;
static uint32_t generation, completed;
static uint64_t sum, max;

static uint64_t time_of(uint32_t number, uint32_t member) {
  return (number * 2654435761u + member * 40503u) % 5000 + member;
}

static bool meet(uint32_t number, uint32_t member, uint32_t construct) {
  struct pomp_instance i = {.generation = generation,
                            .number = number,
                            .construct = construct,
                            .size = MEMBERS,
                            .member = member,
                            .time = time_of(number, member)};
  struct pomp_instance_slot *slot = pomp_instance_find(&all, &i);
  if (!slot || !pomp_instance_add(slot, &i))
    return slot != NULL;
  uint64_t most = 0, whole = 0;
  uint32_t longest = 0;
  for (uint32_t m = 0; m < MEMBERS; m++) {
    whole += time_of(number, m);
    longest = time_of(number, m) >= most ? m : longest;
    most = time_of(number, m) >= most ? time_of(number, m) : most;
  }
  CHECK(i.sum == whole && i.max == most && i.longest == longest);
  pomp_instance_free(slot, &i);
  __atomic_fetch_add(&completed, 1, __ATOMIC_RELAXED);
  __atomic_fetch_add(&sum, whole, __ATOMIC_RELAXED);
  __atomic_fetch_add(&max, most, __ATOMIC_RELAXED);
  return true;
}

/* All wait for each other at each instance: every one is completed. Then nobody waits: some need not be. */
static void *race(void *argument) {
  uint32_t member = (uint32_t)(uintptr_t)argument;
  for (uint32_t i = 0; i < ROUNDS / 10; i++) {
    CHECK(meet(i, member, i % 7));
    pthread_barrier_wait(&together);
  }
  pthread_barrier_wait(&together);
  CHECK(POMP_LOAD(completed) == ROUNDS / 10);
  for (uint32_t team = 0; team < TEAMS; team++) {
    pthread_barrier_wait(&together);
    if (member == 0)
      generation++;
    pthread_barrier_wait(&together);
    uint32_t count = ROUNDS / TEAMS - (team % 3 == 0) * member; /* some leave early, as after cancel */
    for (uint32_t i = 0; i < count; i++)
      meet(i, member, 3);
  }
  return NULL;
}

static void threads_race(void) {
  pthread_t threads[MEMBERS];
  CHECK(pthread_barrier_init(&together, NULL, MEMBERS) == 0);
  for (uint32_t i = 0; i < MEMBERS; i++)
    CHECK(pthread_create(&threads[i], NULL, race, (void *)(uintptr_t)i) == 0);
  for (uint32_t i = 0; i < MEMBERS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  CHECK(completed > ROUNDS / 10 && completed <= ROUNDS / 10 + ROUNDS);
}

static uint32_t completed_by(uint32_t first, uint32_t count) {
  uint32_t before = completed;
  for (uint32_t i = first; i < first + count; i++)
    for (uint32_t m = 0; m < MEMBERS; m++)
      meet(i, m, 1);
  return completed - before;
}

/* One member is done with many instances before the others begin. Those that had a slot are completed, and those after
 * the last that was given up. */
static void one_runs_ahead(void) {
  generation++;
  for (uint32_t i = 0; i < 200; i++)
    CHECK(meet(i, 0, 1) == (i < POMP_INSTANCE_SLOTS));
  uint32_t before = completed;
  for (uint32_t i = 0; i < 200; i++)
    for (uint32_t m = 1; m < MEMBERS; m++)
      CHECK(meet(i, m, 1) == (i < POMP_INSTANCE_SLOTS));
  CHECK(completed - before == POMP_INSTANCE_SLOTS);
  CHECK(completed_by(200, 500) == 500);
}

/* A member that has left does not come back: nothing of this team is completed, and all of the next. */
static void one_is_missing(void) {
  uint32_t before = completed;
  generation++;
  for (uint32_t i = 0; i < 300; i++)
    for (uint32_t m = 1; m < MEMBERS; m++)
      CHECK(meet(i, m, 1) == (i < POMP_INSTANCE_SLOTS));
  CHECK(completed == before);
  generation++;
  CHECK(completed_by(0, 300) == 300);
}

/* Members that take different constructs for the same instance have missed something. */
static void constructs_differ(void) {
  generation++;
  CHECK(meet(0, 0, 1) && !meet(0, 1, 2));
  generation++;
  CHECK(completed_by(0, 10) == 10);
}

/* Numbers go round, and times and teams may be too large for a word. */
static void limits(void) {
  generation++;
  CHECK(completed_by((1u << 24) - 100, 300) == 300);
  struct pomp_instance i = {.size = POMP_INSTANCE_MEMBERS + 1};
  CHECK(!pomp_instance_find(&all, &i));
  i = (struct pomp_instance){.generation = generation, .number = 1000, .size = 2, .time = UINT64_MAX >> 13};
  CHECK(pomp_instance_find(&all, &i));
  i.time++;
  CHECK(!pomp_instance_find(&all, &i));
}

int main(void) {
  threads_race();
  one_runs_ahead();
  one_is_missing();
  constructs_differ();
  limits();
  return 0;
}
