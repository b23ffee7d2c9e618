/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* ledger.h - which waiting and idleness of a run is in a finding, and where the rest is.
 * Not here: the findings (diagnosis.h), how this is said (tools/show/unexplained.c). */
#ifndef FINDINGS_LEDGER_H
#define FINDINGS_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

enum ledger_kind { LEDGER_WAITING, LEDGER_IDLE, LEDGER_KINDS };

/* It is where threads wait, or what is executed while others are idle. Times are thread time, in ns. */
struct ledger_place {
  enum ledger_kind kind;
  uint32_t region; /* NO_REGION: the profile has none for it */
  uint64_t time, explained;
};

struct ledger {
  uint64_t time[LEDGER_KINDS]; /* as the head of the report has it, without calls of MPI that may wait or not */
  uint64_t explained[LEDGER_KINDS];
  struct ledger_place *places; /* those of which something is not explained, most of it first */
  uint32_t count;
};

struct search;

/* Divides the time among the findings, which are in order. A place's time counts once, however many findings have it;
 * those about a single place come before those about whole teams. False: there is not enough memory. */
bool ledger_find(struct search *s, struct ledger *l);
void ledger_free(struct ledger *l);

#endif
