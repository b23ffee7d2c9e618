/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* arena.h - the mapped experiment file and the space in it.
 * Not here: what the space is used for, the experiment's directory (experiment.c), messages (callers report). */
#ifndef POMP_ARENA_H
#define POMP_ARENA_H

#include "base/atomics.h"
#include "base/growing_map.h"
#include "pomp_format.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* The start of the mapping. It is written once, before the first event is recorded, and stays mapped until the process
 * ends: a thread that is late at exit must never meet unmapped memory. */
extern char *pomp_base POMP_HIDDEN;

static inline struct pomp_header *pomp_file(void) { return (struct pomp_header *)(void *)pomp_base; }

/* Creates the file `path`, which must not exist, in its directory `at`, and maps its begin. `bytes` are the limit of
 * file and scratch memory, of which `taken` are in use already. The file has the permissions `mode`, less the umask. 0
 * or a negative errno. */
int pomp_arena_create(int at, const char *path, uint64_t bytes, uint64_t taken, mode_t mode);

/* Opens the file under its name. Returns a descriptor, which the caller closes, or a negative errno. */
int pomp_arena_open(void);
/* Gives the file another name on the same file system, which nothing must have yet. 0 or a negative errno. */
int pomp_arena_move(int at, const char *path);
/* Takes the file's name away, unless it is another file's by now; what is mapped stays. */
void pomp_arena_unlink(void);

/* Makes a block of `size` bytes, zero but for its head; `first` is where its contents begin. Readers see it after
 * pomp_arena_publish. Returns 0 or a negative errno: -ENOMEM is the limit, or that the process gets no
 * memory (pomp_arena_refused); anything else is the file's. Under the slow lock, as all functions here. */
int pomp_arena_block(struct pomp_block **block, uint32_t type, uint32_t location, uint32_t first, uint64_t size);

/* Makes the pages of a block that is written soon, and where a fault for each takes too long. */
void pomp_arena_touch(struct pomp_block *b);

/* It is the block that the next record of a kind goes into. All 0: there is none yet. */
struct pomp_arena_records {
  struct pomp_block *block;
  uint64_t size;
  uint32_t used; /* how many records it has */
};
/* Makes a record of `bytes` bytes, all 0, in `*record`, and lets readers see it. Blocks grow from record to record, and
 * are smaller where less is left. Returns 0 or an error of pomp_arena_block. */
int pomp_arena_record(struct pomp_arena_records *records, uint32_t type, uint32_t bytes, void **record);
/* The same in two steps. The first makes room unless there is some; the second needs no lock where nobody else has the
 * `records`. */
int pomp_arena_records_make_room(struct pomp_arena_records *records, uint32_t type, uint32_t bytes);
static inline bool pomp_arena_records_fit(const struct pomp_arena_records *r, uint32_t bytes) {
  return r->block && sizeof *r->block + (r->used + 1ull) * bytes <= r->size;
}
static inline void *pomp_arena_records_take(struct pomp_arena_records *r, uint32_t bytes) {
  void *record = (char *)(r->block + 1) + (uint64_t)r->used * bytes;
  __atomic_store_n(&r->block->count, ++r->used, __ATOMIC_RELEASE);
  return record;
}

/* Returns how many bytes of the file are in use. */
uint64_t pomp_arena_used(void);

/* Lets readers see everything allocated so far. */
void pomp_arena_publish(void);

/* Returns zeroed memory outside the file, which counts against the limit, or NULL if there is no more
 * (pomp_arena_refused). */
void *pomp_arena_scratch(size_t size);
/* Makes room in an array of scratch memory for `needed` elements of `size` bytes, if it has less: twice as many as it
 * had, or more, behind the `used` ones that it holds. False means that there is no memory, and that all is as before.
 */
bool pomp_arena_room(void *array, uint32_t *room, uint32_t used, uint32_t needed, size_t size);
/* Returns why the last call that found no memory found none: the error by which the system refused it to the process,
 * or 0 if the limit is the reason. */
int pomp_arena_refused(void);
const struct pomp_map *pomp_arena_map(void); /* what is mapped at pomp_base */
bool pomp_arena_map_is_full(void);           /* the last block found no room because the process may map no more */
uint64_t pomp_arena_limit(void);             /* bytes of file and scratch memory: POMP_MEMORY */
uint64_t pomp_arena_left(void);              /* how much of the limit is left */
void pomp_arena_scratch_free(void *memory, size_t size);

/* Cuts off what was reserved and not used. */
void pomp_arena_trim(void);

#endif
