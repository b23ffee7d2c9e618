/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* search.h - makes the search of a diagnosis, and looks for the properties.
 * Not here: what is made of that (diagnose.c, part_findings.c). */
#ifndef FINDINGS_SEARCH_H
#define FINDINGS_SEARCH_H

#include "findings/finding.h"

/* Makes the search for an analysis; of several processes, `g` is what each has told, else NULL. False if there is not
 * enough memory. Either way search_free is to be called, which leaves the findings. */
bool search_make(struct search *s, const struct analysis *a, const struct gathering *g);
void search_free(struct search *s);
void search_free_findings(struct search *s);

/* Looks for the properties for which one of these is looked at, bits of enum looked_at. */
void search_look(struct search *s, unsigned of);

#endif
