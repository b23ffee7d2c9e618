/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* load_file.h - reads one file of an experiment.
 * Not here: which files belong to an experiment (load.h, ranks.h). */
#ifndef READER_LOAD_FILE_H
#define READER_LOAD_FILE_H

#include "experiment.h"

/* Reads one file. False if it can't be done; the user has been told why. Either way experiment_free is to be called. */
bool load_file(struct experiment *e, const char *path);

#endif
