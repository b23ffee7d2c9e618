/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* property_search.h - makes the search of a diagnosis, and looks for the properties.
 * Not here: what is made of that (diagnose.c, rank_findings.c). */
#ifndef FINDINGS_PROPERTY_SEARCH_H
#define FINDINGS_PROPERTY_SEARCH_H

#include "findings/finding.h"

/* Makes the search for an analysis; of several processes, `g` is what each has told, else NULL. False if there is not
 * enough memory. Either way property_search_free is to be called, which leaves the findings. */
bool property_search_make(struct property_search *s, const struct analysis *a, const struct job_findings *g);
void property_search_free(struct property_search *s);
void property_search_free_findings(struct property_search *s);

/* Looks for the properties for which one of these is looked at, bits of enum looked_at. */
void property_search_look(struct property_search *s, unsigned of);

#endif
