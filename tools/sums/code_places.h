/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* code_places.h - the functions and lines of an address: several, if functions are inlined there.
 * Not here: which addresses are on a stack (unwind.h). */
#ifndef SUMS_CODE_PLACES_H
#define SUMS_CODE_PLACES_H

#include "pomp_index.h"
#include "sums/samples.h"

/* It says whose a function is. */
enum level_kind {
  LEVEL_USERS,
  LEVEL_MADE,     /* a compiler made it of a construct of the function whose name it has */
  LEVEL_OPENMP,   /* the OpenMP runtime's */
  LEVEL_OURS,     /* the measuring library's */
  LEVEL_BEGINNING /* what calls main, or a thread's function */
};

struct level {
  uint32_t place;
  enum level_kind kind;
};

/* A cache of the functions and lines of addresses. A struct of zeros is an empty cache. */
struct code_places {
  struct samples *s;
  struct level *levels;
  uint32_t level_count, level_room, function_room, place_room;
  struct found_address {
    uint32_t file; /* of code_files.h; NO_FILE: it is in no module */
    uint64_t address;
    uint32_t first, count; /* its levels, the innermost first */
  } *addresses;
  uint32_t address_count, address_room;
  struct pomp_index by_address, by_function, by_place;
  uint64_t *missing; /* by number of the file and by call_known: samples whose innermost function is there, and has no
                      * line */
  uint32_t missing_room, missing_count;
};
#define NO_FILE UINT32_MAX

/* Finds the levels of an address in memory, when so many modules of the process were known. NULL: no memory. */
const struct found_address *code_places_at(struct code_places *p, const struct experiment *e, uint32_t process,
                                           uint32_t modules, uint64_t address);
/* Finds the number of a place, and of its function by what it is called; either may be a new one. False: no memory. */
bool code_places_number(struct code_places *p, const struct sample_function *f, int line, bool inlined,
                        uint32_t *number);
/* Notes samples whose innermost function is in the file, and has no line. False: no memory. */
bool code_places_miss(struct code_places *p, uint32_t file, enum call_known known, uint64_t samples);
/* Makes samples.modules. False: no memory. */
bool code_places_tell_missing(struct code_places *p);
void code_places_free(struct code_places *p);

#endif
