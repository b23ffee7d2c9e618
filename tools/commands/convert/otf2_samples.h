/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_samples.h - the stacks that were sampled, in OTF2. Not here: all other definitions (otf2.h). */
#ifndef COMMANDS_CONVERT_OTF2_SAMPLES_H
#define COMMANDS_CONVERT_OTF2_SAMPLES_H

#include "commands/convert/otf2_mpi.h"

/* Writes them, if there are any; regions get the numbers from `region` on. */
OTF2_ErrorCode otf2_samples_define(const struct traced_run *s, OTF2_GlobalDefWriter *out, OTF2_RegionRef region,
                                   otf2_text text, void *context);

#endif
