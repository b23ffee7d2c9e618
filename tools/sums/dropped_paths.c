/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* dropped_paths.c - leaves out the call paths of a trace that its profile does not explain.
 * Not here: which those are (traced_run.c, job_traces.c). */
#include "sums/dropped_paths.h"
#include "base/user_error.h"

#include <stdlib.h>

bool traced_run_drop_call_paths(struct traced_run *s, unsigned char *marks) {
  struct trace *t = &s->file.trace;
  bool any = false;
  for (uint32_t i = 0; i < t->node_count; i++)
    any |= marks[i] != 0;
  bool good = !any || trace_drop_call_paths(t, marks) || user_error(s->file.path, "not enough memory");
  free(marks);
  return good && (trace_has_events(t) || !any || user_error(s->file.path, "damaged: nothing of the trace is sound"));
}
