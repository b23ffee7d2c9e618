/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* formats.h - what pomp-convert can write.
 * Not here: how each is written (a file of its own, or several, for each). */
#ifndef COMMANDS_CONVERT_FORMATS_H
#define COMMANDS_CONVERT_FORMATS_H

#include "commands/convert/conversion.h"

/* Each writes one format. False, with the conversion's message, if it can't be done; the caller removes what was
 * written so far. */
bool perfetto_write(struct conversion *c);
bool ctf_write(struct conversion *c);
bool otf2_write(struct conversion *c);

/* These write the profile: `c->source` has what traced_run_open_profile says, and there may be no trace. */
bool cube_write(struct conversion *c);
bool folded_write(struct conversion *c);
bool speedscope_write(struct conversion *c);
bool callgrind_write(struct conversion *c);
bool tau_write(struct conversion *c);
bool pprof_write(struct conversion *c);

#endif
