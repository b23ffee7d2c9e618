/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* loop.h - counts the iterations of loops, and the chunks that they are dealt out in.
 * Not here: which programs ask for that (surface/api.c), what is concluded from it (tools/findings).
 *
 * The OpenMP runtime says at the begin of a loop how many iterations it has. It could say each chunk as well, but that
 * would be a call for each, and chunks are most interesting where they are tiny. So their number follows from that of
 * the iterations, the schedule and the chunk, which the program tells if it is no constant. It is not known with
 * `guided`, whose chunks are the OpenMP runtime's choice. */
#ifndef POMP_LOOP_H
#define POMP_LOOP_H

#include <stdint.h>

/* The thread is about to begin the loop, with chunks of so many iterations, which are no constant. It costs a visit two
 * stores. */
void pomp_loop_tell(uint32_t key, int64_t chunk);

/* The thread begins a loop, whose call path is open; anything else that is open takes no count. `work` is the kind of
 * work as OMPT numbers it. */
void pomp_loop_begin(uint32_t work, uint64_t iterations);

#endif
