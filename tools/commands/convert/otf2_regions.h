/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* otf2_regions.h - regions and call paths in OTF2, called as Score-P calls them.
 * Not here: all other definitions (otf2.h). */
#ifndef COMMANDS_CONVERT_OTF2_REGIONS_H
#define COMMANDS_CONVERT_OTF2_REGIONS_H

#include "commands/convert/otf2_mpi.h"

/* So many regions that are none of the program's come behind those of the analysis. */
enum { OTF2_ARTIFICIAL = 3 };

/* Write all of them, to which the events refer by the numbers of the analysis. */
OTF2_ErrorCode otf2_regions_define(const struct traced_run *s, OTF2_GlobalDefWriter *out, otf2_text text,
                                   void *context);
/* True if the region is that of a call of libc's threads. */
bool otf2_is_pthread(const struct traced_run *s, uint32_t region);
OTF2_ErrorCode otf2_paths_define(const struct traced_run *s, OTF2_GlobalDefWriter *out);

#endif
