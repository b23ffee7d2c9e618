/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* progress.h - how far a long conversion is, on stderr if that is a terminal.
 * Not here: messages. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <stdint.h>

/* Tells how many chunks are to be done. */
void progress_begin(uint64_t chunks);
/* Tells that so many more are done. Any thread may call it. */
void progress_add(uint32_t chunks);
/* Takes the line away. */
void progress_end(void);

#endif
