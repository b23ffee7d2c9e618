/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* meetings.h - which instances of barriers the members of a team note, so that their comparison costs next to nothing.
 * Not here: the notes and their comparison (sharing.c).
 *
 * To note an instance and to compare it takes member 0 some COST ticks, as cache lines move. Barriers that are further
 * apart than COST * PARTS ticks are all noted. Otherwise the members note BURST consecutive instances, and then rest;
 * each instance of the next burst also counts for instances that were left out. No member passes a barrier before
 * member 0 has come there. So a decision of member 0 at a barrier holds for all members from the next barrier on. */
#ifndef POMP_MEETINGS_H
#define POMP_MEETINGS_H

#include <stdbool.h>
#include <stdint.h>

#define POMP_MEETINGS_BURST 16u
#define POMP_MEETINGS_COST 128
#define POMP_MEETINGS_PARTS 128
#define POMP_MEETINGS_PRICE ((int64_t)POMP_MEETINGS_BURST * POMP_MEETINGS_COST * POMP_MEETINGS_PARTS)
#define POMP_MEETINGS_FIRST 64 /* so many bursts are noted before the first rest, and no more are saved up */

/* Zeros are its first state; member 0 alone has one. */
struct pomp_meetings {
  uint64_t since;         /* when the burst began, or the rest */
  int64_t spent;          /* ticks that have to pass for what was noted */
  uint32_t noted, rested; /* instances of this burst; instances that nothing counts for yet */
  uint32_t more, from;    /* each instance of a burst counts for so many others: from this instance on, */
  uint32_t count;         /* and so many; 0: it is the burst that is not over */
  bool rests;             /* the first instance that was not noted has come */
};

/* A team's word has the number of an instance. From it on, barriers are noted, and before it they are not; with the
 * lowest bit set it is the reverse. The word is zero at first. */
static inline bool pomp_meetings_are_noted(uint64_t word, uint32_t number) {
  return ((int32_t)(number - (uint32_t)(word >> 1)) >= 0) != (word & 1);
}
static inline uint64_t pomp_meetings_word(uint32_t from, bool rest) { return (uint64_t)from << 1 | rest; }

/* Member 0 has noted the instance. True: the members are to rest from the next one on. */
static inline bool pomp_meetings_spend(struct pomp_meetings *m, uint32_t number, uint64_t now) {
  if (!m->since)
    m->since = now;
  if (++m->noted < POMP_MEETINGS_BURST)
    return false;
  m->spent += POMP_MEETINGS_PRICE - (int64_t)(now - m->since);
  m->spent = m->spent > 0 ? m->spent : 0;
  m->noted = 0;
  m->since = now;
  m->count = m->count ? m->count : number + 1 - m->from;
  return m->spent > POMP_MEETINGS_FIRST * POMP_MEETINGS_PRICE;
}

/* Member 0 has come to an instance that is not noted. True: they are from the next one on; what was noted before has
 * been compared. */
static inline bool pomp_meetings_rest(struct pomp_meetings *m, uint32_t number, uint64_t now) {
  m->rested++;
  if ((int64_t)(now - m->since) < m->spent - (POMP_MEETINGS_FIRST - 1) * POMP_MEETINGS_PRICE)
    return false;
  m->spent -= (int64_t)(now - m->since);
  m->since = now;
  m->more = m->rested / POMP_MEETINGS_BURST;
  m->rested %= POMP_MEETINGS_BURST;
  m->from = number + 1;
  m->count = 0;
  m->rests = false;
  return true;
}

/* Returns how often an instance that was noted counts. */
static inline uint32_t pomp_meetings_times(const struct pomp_meetings *m, uint32_t number) {
  bool is_in_burst = (int32_t)(number - m->from) >= 0 && (!m->count || number - m->from < m->count);
  return 1 + (is_in_burst ? m->more : 0);
}

#endif
