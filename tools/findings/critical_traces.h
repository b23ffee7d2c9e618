/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* critical_traces.h - the critical path of an experiment that was opened.
 * Not here: how it is found in traces (tools/findings), how it is shown (critical_view.c, critical_json.c). */
#ifndef FINDINGS_CRITICAL_TRACES_H
#define FINDINGS_CRITICAL_TRACES_H

#include "findings/analysed_experiment.h"

/* Sets the critical path in the analysis, from the traces, if there are any and they can be read, and says what they
 * lack, if it is to `tell` that. False: not enough memory. Either way critical_traces_free is to be called. */
bool critical_traces_find(struct analysed_experiment *o, bool tell);
/* Sets the one that the profile tells, if it does. */
bool critical_profile_find(struct analysed_experiment *o);
void critical_traces_free(struct analysed_experiment *o);
/* True if it is known. Otherwise the user gets a message. */
bool critical_can(const struct analysed_experiment *o);

#endif
