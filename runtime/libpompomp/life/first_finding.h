/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* first_finding.h - what the diagnosis has first, for the table at the end.
 * Not here: the diagnosis (tools/findings, by way of common/pomp_first.h). */
#ifndef POMP_FIRST_FINDING_H
#define POMP_FIRST_FINDING_H

#include "pomp_first.h"

/* Finds it in the experiment of this process, which is complete. False if there is none, or if it would take long: then
 * pomp-report says it. */
bool pomp_first_finding(struct pomp_first *first);

#endif
