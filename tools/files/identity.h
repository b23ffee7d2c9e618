/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* identity.h - by what an experiment is recognised, whatever its directory is called and wherever it has been copied.
 * Not here: where it is stored (database.h). */
#ifndef FILES_IDENTITY_H
#define FILES_IDENTITY_H

#include "base/sha256.h"
#include "files/experiment.h"

/* Writes the SHA-256 of what was measured. `traced`: the figures follow from the trace, and make another identity.
 * False if there is not enough memory. */
bool identity_of(const struct experiment *e, bool traced, char text[SHA256_TEXT]);

#endif
