/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* unexplained.h - the sentence about the waiting and the idleness that no finding explains.
 * Not here: which that is (tools/findings/explained_time.h). */
#ifndef SHOW_UNEXPLAINED_H
#define SHOW_UNEXPLAINED_H

#include "findings/diagnosis.h"

enum { UNEXPLAINED_TEXT = 4096, UNEXPLAINED_PLACES = 3 };
/* Writes the sentence, with the largest places, so many at most; or "" if it is less than a hundredth of the threads'
 * time. */
void unexplained_words(const struct diagnosis *d, uint32_t places, char *text, size_t size);

/* Says that there is no finding: of nothing that costs much, or of nothing that explains the waiting. It has no full
 * stop, and begins with a small letter. */
const char *unexplained_nothing(const struct diagnosis *d);

#endif
