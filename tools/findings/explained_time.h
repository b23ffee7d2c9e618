/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* explained_time.h - which waiting and idleness of a run is in a finding, and where the rest is.
 * Not here: the findings (diagnosis.h), how this is said (tools/show/unexplained.c). */
#ifndef FINDINGS_EXPLAINED_TIME_H
#define FINDINGS_EXPLAINED_TIME_H

#include <stdbool.h>
#include <stdint.h>

enum explained_kind { EXPLAINED_WAITING, EXPLAINED_IDLE, EXPLAINED_KINDS };

/* It is where threads wait, or what is executed while others are idle. Times are thread time, in ns. */
struct explained_place {
  enum explained_kind kind;
  uint32_t region; /* NO_REGION: the profile has none for it */
  uint64_t time, explained;
};

struct explained_time {
  uint64_t time[EXPLAINED_KINDS]; /* as the head of the report has it, without calls of MPI that may wait or not */
  uint64_t explained[EXPLAINED_KINDS];
  uint64_t machine; /* of the waiting that is not explained, at most: others that it was for had no processor */
  struct explained_place *places; /* places with unexplained time, the largest first */
  uint32_t count;
};

struct property_search;

/* Divides the time among the findings, which are in order. A place's time counts once, however many findings have it;
 * those about a single place come before those about whole teams. False: there is not enough memory. */
bool explained_time_find(struct property_search *s, struct explained_time *l);
void explained_time_free(struct explained_time *l);

#endif
