/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* traced_events.c - the usual enter and exit while events are traced: what hot_path.h does, and a record.
 * Not here: what is unusual (rare_events.c), the record (trace.h). */
#include "events/rare_events.h"
#include "records/trace.h"
#include "visits/hot_path.h"

POMP_INLINE uint64_t enter(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (role == POMP_ROLE_TASK) /* a task's record has more in it */
    return pomp_enter_rare(d, role);
  if (POMP_LIKELY(pomp_is_only_traced() && t && pomp_file_is_plainly_on() && !pomp_switches_moved()) &&
      pomp_enter_usual(t, d, role, pomp_clock_tsc, &now))
    return pomp_trace_enter(t, t->current, now);
  return pomp_enter_rare(d, role);
}

POMP_INLINE uint64_t leave(struct ompregdescr *d, enum pomp_role role) {
  struct pomp_thread *t = pomp_tls.here;
  uint64_t now;
  if (POMP_LIKELY(pomp_is_only_traced() && t && !pomp_tls.busy && !pomp_switches_moved())) {
    const struct pomp_path *p = t->current;
    if (POMP_LIKELY(pomp_exit_usual(t, d, role, pomp_clock_tsc, &now)))
      return pomp_trace_exit(t, p, now);
  }
  return pomp_exit_rare(d, role);
}

#define POMP_TRACED(name, role)                                                                                        \
  uint64_t pomp_enter_##name(struct ompregdescr *d) { return enter(d, role); }                                         \
  uint64_t pomp_exit_##name(struct ompregdescr *d) { return leave(d, role); }
POMP_TRACED_ROLES(POMP_TRACED)
uint64_t pomp_enter_any(struct ompregdescr *d, enum pomp_role role) { return enter(d, role); }
uint64_t pomp_exit_any(struct ompregdescr *d, enum pomp_role role) { return leave(d, role); }
