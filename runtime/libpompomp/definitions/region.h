/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* region.h - the definitions in the experiment: constructs and strings.
 * Not here: how often and how long they ran (call_tree.h). */
#ifndef POMP_REGION_H
#define POMP_REGION_H

#include "base/atomics.h"
#include "pomp.h"
#include "pomp_format.h"

#include <stdbool.h>

/* Is called once, before all else. Returns 0 or -ENOMEM. */
int pomp_region_start(void);

/* This number is in d->data[0] of all constructs that the user has excluded; it is in no tree. The greatest number
 * is the one that pomp_pair_cost borrows. */
#define POMP_FILTERED (POMP_MAX_CONSTRUCTS - 1)

/* This is beside the flags in d->data[1] if the construct is a function, and not a region of the user. */
#define POMP_REGION_IS_FUNCTION (1u << 31)

/* Called with a construct that has just got its number and that POMP_FILTER does not exclude, before any other thread
 * sees the number. 0 or an error of pomp_arena_block. */
typedef int pomp_region_new(const struct ompregdescr *d, uint32_t number);

/* Gives the descriptor its construct's number, or POMP_FILTERED, in d->data[0]; its flags, in data[1]; and the
 * record of its lock, if it is critical, in data[2]. Descriptors with the same contents are one construct: a
 * header gives one to each translation unit, a reloaded library the same ones again. Returns 0 or an error of
 * pomp_arena_block. Under the slow lock, as all functions here but the inline ones. */
int pomp_region_define(struct ompregdescr *d, pomp_region_new *also);

/* Finds the number of a string in the experiment, a new one if need be; NULL counts as "". */
int pomp_region_string(const char *text, uint32_t *number);

/* The schedule of a construct's iterations, as far as its clauses tell it. */
struct pomp_region_schedule {
  bool is_known;  /* false: nothing is known of its clauses */
  uint32_t facts; /* POMP_RD_... */
  uint32_t chunk; /* the constant chunk, or 0 */
  bool by_simd;   /* the chunk is rounded up to what the machine's vectors hold */
};
struct pomp_region_schedule pomp_region_schedule(uint32_t number);

/* Returns how many constructs leave their implicit barriers to OMPT. */
uint32_t pomp_region_left_barriers(void);

/* Leaves a construct out from now on. False: there is none with this number, it is left out already, or call paths lead
 * through it. */
bool pomp_region_leave_out(uint32_t number);
bool pomp_region_is_left_out(uint32_t number);
/* Gives the descriptor POMP_FILTERED in place of a number, and keeps the number in the upper half of data[1], for
 * visits that are open. False: the construct is not left out. */
bool pomp_region_drop(struct ompregdescr *d);

/* Copies the names of a construct, as far as they fit. They are read from the file, where others may have changed them.
 * The line is 0 of a call of a routine; in place of the source file are the module and the address in it. */
struct pomp_region_names {
  char name[256], sub_name[1024], function[1024], file[1024];
  int32_t line;
  const char *place; /* as in the descriptor; it is behind the file's name */
};
void pomp_region_names(uint32_t number, struct pomp_region_names *names);

/* Returns the key of an event. Before the descriptor is defined, its construct is 0, and the key is in no tree. */
static inline uint32_t pomp_key(struct ompregdescr *d, enum pomp_role role) {
  return POMP_KEY((uint32_t)(uintptr_t)POMP_LOAD(d->data[0]), role);
}
/* Returns the number that a construct had before it was left out, or 0: POMP_FILTER has excluded it. */
static inline uint32_t pomp_left_out_number(const struct ompregdescr *d) {
  return (uint32_t)((uint64_t)(uintptr_t)POMP_LOAD(d->data[1]) >> 32);
}
/* True if POMP_FILTER excludes the construct, or somebody has left it out while the program runs. */
static inline bool pomp_is_filtered(struct ompregdescr *d) { return (uintptr_t)POMP_LOAD(d->data[0]) == POMP_FILTERED; }

#endif
