/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* adapter.c - lets the wrappers of libpompomp-mpi enter and leave regions, count messages and write records.
 * Not here: what an event does (hot_path.h), what is counted of MPI's functions (libpompomp-mpi). */
#include "surface/adapter.h"
#include "definitions/code_site.h"
#include "life/measurement.h"
#include "records/phase_part.h"
#include "records/phases.h"
#include "records/trace.h"
#include "state/config.h"
#include "state/file_guard.h"
#include "state/slow_lock.h"
#include "visits/hot_path.h"

#include <errno.h>

#define AT_ONCE 64u
_Static_assert(sizeof(struct pomp_messages) == 64, "layout of the file; and no two threads share a cache line");

#define EXPORT __attribute__((visibility("default")))

EXPORT struct ompregdescr *pomp_adapter_called(struct ompregdescr *shared, const void *caller) {
  struct ompregdescr *d = pomp_code_site(shared->name, caller);
  return POMP_LIKELY(d != NULL) ? d : shared;
}

EXPORT struct pomp_path *pomp_adapter_enter(struct ompregdescr *d) {
  POMP_STORE(pomp_phase_has_messages, true);
  return pomp_enter(d, POMP_ROLE_MPI) ? pomp_tls.here->current : NULL;
}

EXPORT void pomp_adapter_exit(struct ompregdescr *d) {
  const uint64_t now = pomp_exit(d, POMP_ROLE_MPI);
  if (now)
    pomp_measurement_look(now);
}

/* Under the slow lock. */
static int messages_new(struct pomp_adapter_messages **made) {
  static struct pomp_adapter_messages *spare;
  static uint32_t spares;
  if (!spares && !(spare = pomp_arena_scratch(AT_ONCE * sizeof *spare)))
    return -ENOMEM;
  spares = spares ? spares : AT_ONCE;
  static struct pomp_arena_records records;
  void *counts;
  int error = pomp_arena_record(&records, POMP_BLOCK_MESSAGES, sizeof(struct pomp_messages), &counts);
  if (error)
    return error;
  *made = &spare[--spares];
  (*made)->counts = counts;
  return 0;
}

struct pomp_adapter_messages *pomp_messages_of(struct pomp_path *p, enum pomp_mpi_kind kind) {
  struct pomp_adapter_messages *m = POMP_LOAD(p->messages);
  if (POMP_LIKELY(m != NULL) || !pomp_slow_begin())
    return m;
  int error = 0;
  if (pomp_is_measuring() && !(error = messages_new(&m))) {
    m->node = p->number;
    m->counts->kind = kind;
    POMP_STORE(p->messages, m);
    if (pomp_phases_there)
      pomp_phase_part_messages(pomp_tls.here, p, m->counts);
    __atomic_store_n(&m->counts->node, p->number,
                     __ATOMIC_RELEASE); /* last: until then, the record belongs to no node */
  }
  if (error)
    pomp_gate_stop(error);
  pomp_slow_end();
  return m;
}

EXPORT struct pomp_adapter_messages *pomp_adapter_messages(struct pomp_path *p, enum pomp_mpi_kind kind) {
  return pomp_messages_of(p, kind);
}

EXPORT void pomp_adapter_guard(bool on) {
  if (!pomp_slow_begin())
    return;
  if (on)
    pomp_guard_return();
  else
    pomp_guard_leave();
  pomp_slow_end();
}

EXPORT void pomp_adapter_switch(bool on) { pomp_measurement_switch(on); }

EXPORT void pomp_adapter_keep(void) { pomp_measurement_keep(); }

EXPORT struct pomp_header *pomp_adapter_header(void) { return pomp_is_measuring() ? pomp_file() : NULL; }

EXPORT uint64_t pomp_adapter_monotonic(void) { return pomp_clock_monotonic(); }

EXPORT bool pomp_adapter_traces(void) {
  const struct pomp_config *config = NULL;
  if (pomp_slow_begin()) {
    config = pomp_measurement_config();
    pomp_slow_end();
  }
  return config && config->trace != POMP_TRACE_CHOICE_OFF;
}

EXPORT void pomp_adapter_record(enum pomp_record_code code, const uint64_t *arguments, unsigned count, bool now) {
  struct pomp_thread *t = pomp_tls.here;
  if (t && POMP_TRACING)
    pomp_trace_append(t, code, arguments, count, now ? pomp_clock() : pomp_trace_last(t));
}

EXPORT bool pomp_adapter_explain(enum pomp_record_code code, const uint64_t *arguments, unsigned count) {
  bool done = false;
  if (POMP_TRACING && pomp_slow_begin()) {
    done = pomp_is_measuring() && pomp_trace_explain(code, arguments, count);
    pomp_slow_end();
  }
  return done;
}
