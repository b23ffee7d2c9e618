/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* find_critical.h - finds the critical path of a run in its traces.
 * Not here: its data (critical.h), waits in MPI, which the caller hands over, output. */
#ifndef FINDINGS_FIND_CRITICAL_H
#define FINDINGS_FIND_CRITICAL_H

#include "sums/critical.h"
#include "sums/traced_run.h"

/* A location has waited from `begin` until `end` in a function of MPI, and could go on by what another location began
 * to do at `at`. Times are in ns, as traced_run_ns has them. */
struct critical_message {
  uint64_t begin, end, at;
  uint32_t location, by;
  enum critical_kind kind;
};

/* Finds the path of a source that is open, by the numbers of its own analysis. False, with a message, if it can't be
 * done. Either way critical_free is to be called. */
bool critical_find(struct critical_path *c, const struct traced_run *s, const struct critical_message *messages,
                   size_t message_count, char *error, size_t error_size);

#endif
