/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* meetings.c - barriers that follow each other fast are noted in part, those that do not are noted all, and what is
 * noted counts for all of them.
 */
#include "teams/meetings.h"
#include "unit.h"

enum { MANY = 1000000 };

/* This is what came of a row of barriers. */
struct row {
  uint64_t noted, counted; /* how many were noted, and for how many they count */
  uint64_t word;
};

/* One member is the team, which comes to so many barriers, one each `apart` ticks. */
static struct row come(struct pomp_meetings *m, uint32_t first, uint64_t apart) {
  struct row r = {0, 0, 0};
  for (uint32_t i = 0; i < MANY; i++) {
    uint32_t number = first + i;
    uint64_t now = 1000 + i * apart;
    if (!pomp_meetings_are_noted(r.word, number)) {
      if (pomp_meetings_rest(m, number, now))
        r.word = pomp_meetings_word(number + 1, false);
      continue;
    }
    r.noted++;
    r.counted += pomp_meetings_times(m, number);
    if (pomp_meetings_spend(m, number, now))
      r.word = pomp_meetings_word(number + 1, true);
  }
  return r;
}

static void check_fast(uint32_t first, uint64_t apart) {
  struct pomp_meetings m = {0};
  struct row r = come(&m, first, apart);
  uint64_t free = POMP_MEETINGS_BURST * (POMP_MEETINGS_FIRST + 2);
  CHECK(r.noted >= POMP_MEETINGS_BURST * POMP_MEETINGS_FIRST);
  CHECK((r.noted - free) * POMP_MEETINGS_COST * POMP_MEETINGS_PARTS <= apart * MANY);
  /* Those of the last rest are not counted yet, or those of a burst that is not over count too soon. */
  uint64_t rest = 2 * POMP_MEETINGS_PRICE / apart + 2 * POMP_MEETINGS_BURST;
  CHECK(r.counted <= MANY + rest && r.counted + rest >= MANY);
}

static void check_slow(uint64_t apart) {
  struct pomp_meetings m = {0};
  struct row r = come(&m, 7, apart);
  CHECK(r.noted == MANY && r.counted == MANY && r.word == 0);
}

int main(void) {
  for (uint64_t apart = 50; apart < 10000; apart += 777)
    check_fast(7, apart);
  check_fast(UINT32_MAX - MANY / 2, 300); /* the numbers begin anew */
  check_slow((uint64_t)POMP_MEETINGS_COST * POMP_MEETINGS_PARTS * 17 / 16 + 1);
  check_slow(UINT64_C(1) << 40);
  uint64_t rests = pomp_meetings_word(100, true), notes = pomp_meetings_word(100, false);
  CHECK(pomp_meetings_are_noted(rests, 99) && !pomp_meetings_are_noted(rests, 100));
  CHECK(!pomp_meetings_are_noted(notes, 99) && pomp_meetings_are_noted(notes, 100));
  return 0;
}
