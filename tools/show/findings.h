/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* findings.h - what several views say of a finding.
 * Not here: what is found (diagnosis.h). */
#ifndef SHOW_FINDINGS_H
#define SHOW_FINDINGS_H

#include "findings/diagnosis.h"
#include "findings/inside.h"

/* Returns "at most ", "about " or "at least ". */
const char *finding_bound(const struct finding *f);

/* Writes what fixing a finding saves, or why it is not judged. */
void finding_worth(const struct finding *f, char *text, size_t size);

/* Writes where it is: the region, its function and place; "" if it is about the whole run. */
void finding_place(const struct diagnosis *d, const struct finding *f, char *text, size_t size);

/* Finds the library's function that most samples of a finding's region are in. False: nothing is known of it. */
bool finding_known(const struct diagnosis *d, const struct finding *f, struct inside *in);

/* Finds the function and line that have most samples of a finding's region. False: there is none beyond noise. */
bool finding_hot_line(const struct diagnosis *d, const struct finding *f, struct hot_line *h);
/* Says which these are, or what is known of the library's function, in a sentence; "" if there are none, or the advice
 * says it. */
void finding_hot_words(const struct diagnosis *d, const struct finding *f, char *text, size_t size);

enum { FINDINGS_FIRST = 3 }; /* so many are shown where there is room for few */

/* Returns how many findings there are without those that may be chance; those come last. */
uint32_t findings_told(const struct diagnosis *d);
/* Returns how many findings are judged; those come first. */
uint32_t findings_judged(const struct diagnosis *d);

#endif
