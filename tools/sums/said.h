/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* said.h - keeps what a process says on stderr, so that another one can say it when its turn comes. */
#ifndef SUMS_SAID_H
#define SUMS_SAID_H

#include "pomp_bytes.h"

/* Returns a file for what is said, or -1. */
int said_open(void);
/* From now on, what this process says on stderr goes there. */
void said_keep(int file);
/* Takes what is in the file out of it. */
void said_take(int file, struct pomp_bytes *said);
/* Says it. */
void said_say(const struct pomp_bytes *said);

#endif
