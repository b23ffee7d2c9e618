/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* instances.c - what members note of their instances is read right by others: while they race, after one has run ahead,
 * in the next team, and at the limits of the words. What can't be known is not read.
 */
#include "records/instances.h"
#include "base/atomics.h"
#include "unit.h"

#include <pthread.h>

enum { MEMBERS = 4, ROUNDS = 200000 };

static struct pomp_met all[MEMBERS];
static pthread_barrier_t together;

static uint64_t time_of(uint32_t number, uint32_t member) {
  return (number * 2654435761u + member * 40503u) % 5000 + member;
}

static uint64_t record_of(uint32_t number, uint32_t member) { return (uint64_t)number << 32 | (member + 1); }

static void note(uint32_t generation, uint32_t number, uint32_t member) {
  const struct pomp_instance i = {number, number % 7, generation, time_of(number, member), record_of(number, member)};
  pomp_instance_note(&all[member], generation, &i);
}

/* True if the member's instance can be read; then it is checked. */
static bool read_one(uint32_t number, uint32_t member) {
  struct pomp_instance i = {.number = number};
  if (!pomp_instance_read(&all[member], &i))
    return false;
  CHECK(i.number == number && i.construct == number % 7);
  CHECK(i.time == time_of(number, member) && i.record == record_of(number, member));
  return true;
}

/* Returns the number of the instance that the member meets next, if the last one was in that team; else 0. */
static uint32_t next_of(uint32_t member, uint32_t generation) {
  uint32_t last, next = pomp_instances_met(&all[member], &last);
  return last == generation ? next : 0;
}

static uint32_t finished;

/* Reads what the others have noted so far: whatever it is, it is what was noted. Returns how many that were. */
static uint32_t read_others(void) {
  uint32_t read = 0;
  for (uint32_t other = 1; other < MEMBERS; other++) {
    uint32_t met = next_of(other, 1);
    for (uint32_t back = 1; back <= POMP_INSTANCE_SLOTS && back <= met; back += 9)
      read += read_one(met - back, other);
  }
  return read;
}

/* Members run, each as fast as it can, and one of them reads at the same time, and once more when all have come to
 * their end.
 */
static void *race(void *argument) {
  const uint32_t member = (uint32_t)(uintptr_t)argument;
  pthread_barrier_wait(&together);
  for (uint32_t i = 0; member && i < ROUNDS; i++)
    note(1, i, member);
  while (member == 0 && POMP_ACQUIRE(finished) < MEMBERS - 1)
    read_others();
  CHECK(member || read_others() == (MEMBERS - 1) * ((POMP_INSTANCE_SLOTS - 1) / 9 + 1));
  if (member)
    __atomic_fetch_add(&finished, 1, __ATOMIC_RELEASE);
  return NULL;
}

static void threads_race(void) {
  pthread_t threads[MEMBERS];
  CHECK(pthread_barrier_init(&together, NULL, MEMBERS) == 0);
  for (uint32_t i = 0; i < MEMBERS; i++)
    CHECK(pthread_create(&threads[i], NULL, race, (void *)(uintptr_t)i) == 0);
  for (uint32_t i = 0; i < MEMBERS; i++)
    CHECK(pthread_join(threads[i], NULL) == 0);
  for (uint32_t i = 1; i < MEMBERS; i++) {
    CHECK(next_of(i, 1) == ROUNDS);
    for (uint32_t number = ROUNDS - POMP_INSTANCE_SLOTS; number < ROUNDS; number++)
      CHECK(read_one(number, i));
  }
}

#define AHEAD 2000u /* more than what a word has of a number tells apart */

/* What a member has overwritten is not read as what it was. */
static void one_runs_ahead(void) {
  for (uint32_t i = 0; i < AHEAD; i++)
    note(2, i, 0);
  for (uint32_t i = 0; i < AHEAD; i++)
    CHECK(read_one(i, 0) == (i >= AHEAD - POMP_INSTANCE_SLOTS));
}

/* The team of the instance that was read. */
static uint32_t team_read(uint32_t number, uint32_t member) {
  struct pomp_instance i = {.number = number};
  return pomp_instance_read(&all[member], &i) ? i.generation : UINT32_MAX;
}

/* The next team goes on counting, or begins at a number that the member has noted already, as another one missed it.
 * What was left out is not there, neither in the first round nor in a later one. */
static void teams_and_gaps(void) {
  CHECK(next_of(0, 3) == 0 && next_of(0, 2) == AHEAD);
  note(3, AHEAD, 0);
  note(3, AHEAD + 2, 0);
  CHECK(next_of(0, 3) == AHEAD + 3 && next_of(0, 2) == 0);
  CHECK(read_one(AHEAD, 0) && !read_one(AHEAD + 1, 0) && read_one(AHEAD + 2, 0) && !read_one(AHEAD + 3, 0));
  CHECK(team_read(AHEAD - 1, 0) == 2 && team_read(AHEAD, 0) == 3 && team_read(AHEAD + 2, 0) == 3);
  note(4 + POMP_INSTANCE_TEAMS, AHEAD, 0);
  CHECK(read_one(AHEAD, 0) && team_read(AHEAD, 0) == 4 && !read_one(AHEAD + 2, 0));
}

/* Numbers go round, constructs are distinguished, and a time may be too long for its word. */
static void limits(void) {
  note(UINT32_MAX, UINT32_MAX - 1, 1);
  CHECK(next_of(1, UINT32_MAX) == UINT32_MAX && read_one(UINT32_MAX - 1, 1));
  struct pomp_instance i = {.number = 5, .construct = 38, .time = (UINT64_C(1) << 49) - 1, .record = UINT64_MAX};
  pomp_instance_note(&all[2], 9, &i);
  struct pomp_instance other = {.number = 5};
  CHECK(pomp_instance_read(&all[2], &other) && other.time == i.time && other.record == UINT64_MAX);
  CHECK(other.construct == 38 % 32);
  i.number = 6;
  i.time++;
  pomp_instance_note(&all[2], 9, &i);
  other.number = 6;
  CHECK(next_of(2, 9) == 7 && !pomp_instance_read(&all[2], &other));
}

int main(void) {
  threads_race();
  one_runs_ahead();
  teams_and_gaps();
  limits();
  return 0;
}
