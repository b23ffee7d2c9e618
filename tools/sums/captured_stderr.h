/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* captured_stderr.h - keeps what a process says on stderr, so that another one can say it when its turn comes. */
#ifndef SUMS_CAPTURED_STDERR_H
#define SUMS_CAPTURED_STDERR_H

#include "pomp_bytes.h"

/* Returns a file for what is said, or -1. */
int captured_stderr_open(void);
/* From now on, what this process says on stderr goes there. */
void captured_stderr_begin(int file);
/* Takes what is in the file out of it. */
void captured_stderr_take(int file, struct pomp_bytes *said);
/* Says it. */
void captured_stderr_print(const struct pomp_bytes *said);

#endif
