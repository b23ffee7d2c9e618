/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* gate.c - opens and closes the gate, and ends a measurement that has no more space.
 * Not here: the gate itself, which is inline (gate.h). */
#include "state/gate.h"
#include "base/clock.h"
#include "base/message.h"
#include "base/messages.h"
#include "base/reserved_file.h"
#include "state/file_guard.h"

#include <errno.h>
#include <string.h>

struct pomp_gate_words pomp_gate_words = {POMP_GATE_UNCLAIMED, POMP_GATE_BOOT};
enum pomp_phase pomp_phase;
struct pomp_end pomp_end;
static const char *name; /* of the experiment */
static void (*before_stop)(void);

void pomp_gate_prepare(const char *experiment, void (*stops)(void)) {
  name = experiment;
  before_stop = stops;
}

void pomp_gate_shut(void) {
  POMP_STORE(pomp_own.only_traced, false);
  POMP_STORE(pomp_gate_words.own, (uint32_t)POMP_GATE_CLOSED);
  pomp_gate_set(&pomp_gate_words.own);
  POMP_STORE(pomp_own.measuring, false);
}

void pomp_gate_close(enum pomp_phase phase) {
  pomp_gate_shut();
  pomp_phase = phase;
}

void pomp_gate_stop(int error) {
  struct pomp_header *header = pomp_file();
  if (pomp_guard_is_lost(POMP_GUARDED_PROFILE)) { /* the user knows */
    pomp_gate_close(POMP_CLOSED);
    return;
  }
  const int refused = error == -ENOMEM ? pomp_arena_refused() : 0;
  enum pomp_stop reason = refused ? POMP_STOP_MEMORY : pomp_reserved_stop(error);
  if (before_stop)
    before_stop();
  pomp_gate_close(POMP_STOPPED);
  header->end_tick = pomp_end.tick = pomp_clock();
  header->stop_reason = reason;
  pomp_end.stopped = true;
  pomp_clock_sync(header, true);
  if (refused && pomp_arena_map_is_full())
    pomp_say(POMP_SAYS_MAPPED_LESS, (unsigned long long)pomp_arena_map()->size);
  else if (refused)
    pomp_say(POMP_SAYS_NO_MEMORY, strerror(-refused));
  else if (reason == POMP_STOP_LIMIT)
    pomp_say(POMP_SAYS_MEMORY_USED, (unsigned long long)pomp_arena_limit());
  else
    pomp_say(POMP_SAYS_CANT_GROW, name, strerror(-error));
}
