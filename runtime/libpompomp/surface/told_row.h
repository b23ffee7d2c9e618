/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* told_row.h - a construct that was not instrumented, as OMPT's events have it: a row for each, whose it is, and how a
 * region of it begins and ends.
 * Not here: the rows and events of each kind (told_work.c, told_groups.c, told_sync.c, told_locks.c). */
#ifndef POMP_TOLD_ROW_H
#define POMP_TOLD_ROW_H

#include "teams/told.h"

/* An event of OMPT begins a construct of that name, in that role; the thread executes its block at once, if the block
 * is a region of its own. `all` stands for all constructs whose place is not known. */
struct pomp_told_row {
  enum pomp_role role, block;
  bool is_around; /* other constructs of its kind may be inside of it */
  struct ompregdescr all;
};
#define POMP_TOLD_ROW(construct, its_role, its_block, around)                                                          \
  {POMP_ROLE_##its_role,                                                                                               \
   POMP_ROLE_##its_block,                                                                                              \
   around,                                                                                                             \
   {.name = construct, .sub_name = "", .file_name = "", .function_name = ""}}

/* A taskloop is entered with its group, if the call is known. */
enum { POMP_TOLD = 1, POMP_TOLD_WITH_GROUP = 2 };

/* Returns the descriptor of the construct that calls from there. */
struct ompregdescr *pomp_told_descriptor(struct pomp_told_row *row, const void *code);
/* Tells whether events of POMP have told of the innermost open region, which is one of those. */
bool pomp_told_by_source(const struct pomp_thread *t, const struct pomp_told_row *row);
/* Tells whether the construct is measured by what OMPT tells. */
bool pomp_told_is_ours(const struct pomp_told_row *row, const struct ompregdescr *d);
/* The end is told of code that may be another construct's, which is in the one that is open. */
bool pomp_told_may_end(const struct pomp_thread *t, struct pomp_told_row *row, const void *code);

/* Returns the time, or 0 if it is not recorded: then no end is to be told. */
uint64_t pomp_told_enter(struct ompregdescr *d, enum pomp_role role);
/* Enters the construct with that descriptor. Returns the location that has entered it, or NULL. */
struct pomp_thread *pomp_told_enter_construct(const struct pomp_told_row *row, struct ompregdescr *d);
/* The same for the construct that calls from there. */
struct pomp_thread *pomp_told_enter_row(struct pomp_told_row *row, const void *code, struct ompregdescr **d);
/* The block of a construct that has just been entered begins at the same time. */
void pomp_told_enter_block(struct ompregdescr *d, enum pomp_role role);
/* Ends the innermost open region. */
void pomp_told_leave_open(struct pomp_thread *t);
/* The visit takes no time. */
void pomp_told_visit(struct pomp_told_row *row, const void *code);

/* Returns the thread's location while events are recorded, or NULL. */
static inline struct pomp_thread *pomp_told_measured(void) {
  return pomp_is_measuring() && !pomp_tls.busy ? pomp_tls.here : NULL;
}

#endif
