/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* growing_map.h - the mapping of a file that grows: address space is taken as it is used, and nothing ever moves.
 * Not here: disk blocks behind it (reserved_file.h).
 *
 * The mapping begins far away from everything else, so that it can grow where it is. No descriptor is needed for that,
 * nor the file's name. */
#ifndef POMP_GROWING_MAP_H
#define POMP_GROWING_MAP_H

#include <stdint.h>

struct pomp_map {
  char *at;      /* NULL: nothing is mapped. It is written once, and stays mapped until the process ends. */
  uint64_t size; /* so many bytes can be used; a signal handler may read it at any time */
  /* So many are mapped where it could not grow later. Those behind `size` give no access: who goes through all that
   * the process can read, as a search for leaks does, stays away from what is behind the file's end. */
  uint64_t reserved;
};

/* Which of the mappings it is: each has a place of its own. */
enum pomp_map_place { POMP_MAP_PROFILE = 1, POMP_MAP_TRACE };

/* Maps `size` bytes of a file; the mapping will never have more than `most`. 0 or a negative errno. */
int pomp_map_begin(struct pomp_map *m, enum pomp_map_place place, int fd, uint64_t size, uint64_t most);

/* Maps `size` bytes in all. If the process's address space is limited (ulimit -v), no more than a sixteenth of what is
 * left of it: the rest is for the program. 0 or a negative errno; then it is
 * as before. -ENOMEM: the process may map no more. */
int pomp_map_grow(struct pomp_map *m, uint64_t size);

#endif
