/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* formats.h - what pomp-convert can write.
 * Not here: how each is written (perfetto.c, otf2*.c, ctf.c). */
#ifndef CONVERT_FORMATS_H
#define CONVERT_FORMATS_H

#include "conversion.h"

/* False, and the message, if it can't be done; what was written so far is the caller's to remove. */
bool perfetto_write(struct conversion *c);
bool ctf_write(struct conversion *c);
bool otf2_write(struct conversion *c);

#endif
