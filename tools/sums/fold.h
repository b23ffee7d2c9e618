/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* fold.h - several processes compute a result for each part of a whole, and one process adds the results up in the
 * order of the parts. The sum is therefore the same to the digit, however many processes there are. Not here: the parts
 * and the results. */
#ifndef SUMS_FOLD_H
#define SUMS_FOLD_H

#include "pomp_bytes.h"

#include <stdbool.h>
#include <stdint.h>

/* Makes the bytes of a part. False if it can't, after it has said why (user_error.h), if anybody is to know. It may be
 * called in a process that was forked off: nothing that it changes is seen elsewhere, and what it reads it maps, or
 * reads by pread, as the processes share the places of their files. What it says on stderr is said when its part is
 * added, in the order of the parts. */
typedef bool fold_make(void *context, uint32_t part, struct pomp_bytes *to);
/* Adds the bytes of a part. False if it can't. The bytes are not its own. */
typedef bool fold_add(void *context, uint32_t part, struct pomp_bytes *from);

/* Calls `make` for the parts from 0 to count - 1, in so many other processes if `workers` is more than 1, and `add` for
 * each of them, in their order, in the calling process. A worker that is ahead waits, so that no more than one part for
 * each is in memory, and what a pipe holds. Parts of a worker that dies, or can't make them, are made by the caller.
 * False if that fails as well, or if `add` does.
 *
 * If mpirun has started several processes (launched_processes.h), all have to call it alike, once for each whole. The
 * first process adds; in the other processes the function makes parts for the first one, and returns false. */
bool fold_parts(uint32_t count, unsigned workers, fold_make *make, fold_add *add, void *context);

#endif
