/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* run_findings.h - what pomp-report --diagnose finds in a run that is shown, as far as the cause is chosen by it.
 * Not here: the choice (cause.h). */
#ifndef COMMANDS_SCALE_RUN_FINDINGS_H
#define COMMANDS_SCALE_RUN_FINDINGS_H

#include "findings/diagnosis.h"

struct run_finding {
  enum property property;
  char *region, *function, *where, *advice; /* "" if it has no region */
  double saving;                            /* s */
  bool judged;
};
struct run_findings {
  struct run_finding *at; /* in the order of the diagnosis */
  uint32_t count;
};

/* Diagnoses a run. False: not enough memory. Whatever it returns, run_findings_free is to be called. */
bool run_findings_make(struct run_findings *to, const struct analysis *a);
void run_findings_free(struct run_findings *of);

#endif
